"""Typed moves: every reading of a message, judged against the table."""

from bot.reading.message import Choice, Reading, Sequence, Walker, read_message
from bot.reading.phrases import Problem, Steps, Trouble

__all__ = [
    "Choice",
    "Problem",
    "Reading",
    "Sequence",
    "Steps",
    "Trouble",
    "Walker",
    "read_message",
]
