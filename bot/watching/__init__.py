"""For whoever runs the bot: figures and a sign of life, off unless asked for."""

from bot.watching.metrics import MeteredConversation, Metrics
from bot.watching.server import Watch, Watched

__all__ = ["MeteredConversation", "Metrics", "Watch", "Watched"]
