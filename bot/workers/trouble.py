"""Why a solver gave no answer; never a verdict about the game."""

from __future__ import annotations


class Trouble(Exception):
    """No answer came; asking again may help."""


class StillThinking(Trouble):
    """The last request of the same player is still being worked on."""


class TooMany(Trouble):
    """More requests wait than could be answered soon."""


class TooSlow(Trouble):
    """The search outran its own limits, and its process was ended."""


class Died(Trouble):
    """The process was ended from outside, or ran out of memory."""
