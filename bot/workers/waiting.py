"""Telling whoever made a request that it has come to a solver, and may take its time.

Told through the context, since a request meets a solver many calls below the one who made it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from enum import Enum, auto


class Wait(Enum):
    """What a request waits for: a solver's answer, or first for solvers that get ready."""

    ANSWER = auto()
    READY = auto()


def _nobody(wait: Wait) -> None:
    del wait


_TOLD: ContextVar[Callable[[Wait], None]] = ContextVar("waiting_told", default=_nobody)


def tell_me(told: Callable[[Wait], None]) -> None:
    """Call ``told``, once or several times, when a request waits that this task or its own make."""
    _TOLD.set(told)


def waits(wait: Wait) -> None:
    """Say that this request waits from now on; nothing that it has to do first is left."""
    _TOLD.get()(wait)
