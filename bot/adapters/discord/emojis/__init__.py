"""Cards as application emojis: drawn here, uploaded once, named by their ids in what is sent."""

from bot.adapters.discord.emojis.placing import Missing, Shown, may_show, placed
from bot.adapters.discord.emojis.upload import Emojis, Synced

__all__ = ["Emojis", "Missing", "Shown", "Synced", "may_show", "placed"]
