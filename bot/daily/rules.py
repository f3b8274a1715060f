"""What holds in a game of a daily while its date is open."""

from __future__ import annotations

from datetime import date, datetime

from bot.daily.dates import is_closed, is_open
from storage.records import GameRow, Tries


def counts(row: GameRow, now: datetime) -> bool:
    """Whether the game is a first try at an open daily: the one that ranks."""
    return (
        row.daily is not None and row.attempt == 1 and not row.practice and is_open(row.daily, now)
    )


def is_practice(before: Tries, day: date, now: datetime) -> bool:
    """Whether a try at a date's daily that begins now is practice."""
    return before.count > 0 or is_closed(day, now)


def kept_secret(row: GameRow, now: datetime) -> bool:
    """Whether the deal's text, its order and what the oracle sees wait for the date to close."""
    return row.daily is not None and not is_closed(row.daily, now)
