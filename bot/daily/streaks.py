"""Streaks: dates in a row of which a daily was solved while open, with freezes for missed ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from bot.daily.dates import DAY

EARNED_EVERY, MOST_FREEZES = 10, 3


@dataclass(frozen=True, slots=True)
class Streak:
    """The streak under way, the longest ever, and the freezes in hand."""

    current: int = 0
    best: int = 0
    freezes: int = 0


def streak(solved: Collection[date], closed: date) -> Streak:
    """The streak of somebody who solved at least one daily of each of these dates while open.

    ``closed`` is the last date that has closed: a later one that isn't solved is not missed yet.
    Every ten dates of a streak earn a freeze, three at most in hand; when a missed date closes one
    is spent by itself, and the streak goes on without counting that date. Without one it ends.
    """
    if not solved:
        return Streak()
    current = best = freezes = 0
    day, last = min(solved), max(closed, *solved)
    while day <= last:
        if day in solved:
            current += 1
            best = max(best, current)
            if current % EARNED_EVERY == 0:
                freezes = min(MOST_FREEZES, freezes + 1)
        elif day <= closed and freezes and current:
            freezes -= 1
        elif day <= closed:
            current = 0
        day += DAY
    return Streak(current, best, freezes)
