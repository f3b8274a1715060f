"""Telegram: the core through python-telegram-bot. Only this package imports that library."""

from bot.adapters.telegram.client import Bot
from bot.adapters.telegram.examine import examine
from bot.adapters.telegram.webhook import Webhook
from bot.adapters.unwelcome import Unwelcome

__all__ = ["Bot", "Unwelcome", "Webhook", "examine"]
