"""Discord: the core through discord.py. Only this package imports that library."""

from bot.adapters.discord.client import Bot

__all__ = ["Bot"]
