"""Solver processes: what they are asked, and how they are kept."""

from bot.workers.trouble import Died, StillThinking, TooMany, TooSlow, Trouble
from bot.workers.waiting import Wait, tell_me, waits
from bot.workers.workers import Job, Solvers, Workers

__all__ = [
    "Died",
    "Job",
    "Solvers",
    "StillThinking",
    "TooMany",
    "TooSlow",
    "Trouble",
    "Wait",
    "Workers",
    "tell_me",
    "waits",
]
