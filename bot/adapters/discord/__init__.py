"""Discord: the core through discord.py. Only this package imports that library."""

from bot.adapters.discord.client import Bot
from bot.adapters.discord.connection import addressed
from bot.adapters.discord.emojis.alone import upload
from bot.adapters.discord.examine import examine
from bot.adapters.unwelcome import Unwelcome

__all__ = ["Bot", "Unwelcome", "addressed", "examine", "upload"]
