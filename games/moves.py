"""A move: what it is called, where it starts and where it ends (FORMATS.md, "Moves")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Move:
    """One recorded move, free of context.

    ``code`` is the canonical text. ``source`` and ``target`` are names of piles in the ``Table``
    (Baker's Game homes: ``h``, whatever the suit). ``swap`` marks an exchange of two whole piles.
    """

    code: str
    source: str
    target: str
    swap: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """A convenience: ``count`` cards that travel together as the single moves ``steps``."""

    source: str
    target: str
    count: int
    steps: tuple[Move, ...]


def counted(line: Iterable[Move]) -> int:
    """The moves of a line as players count them: without turns and swaps."""
    return sum(move.source != "s" and not move.swap for move in line)
