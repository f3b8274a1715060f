"""The dates of dailies: one calendar for everybody, open as long as it is that date somewhere."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from storage.periods import daily_closes, first_open

EARLIEST, LATEST = timedelta(hours=14), timedelta(hours=12)
"""A date begins first at UTC+14 and ends last at UTC-12: it is open for 50 hours."""
DAY = timedelta(days=1)


def opens(day: date) -> datetime:
    """When a date's dailies may first be played."""
    return datetime.combine(day, time(), UTC) - EARLIEST


def closes(day: date) -> datetime:
    """When they close; from then on texts, lines and final tables are public."""
    return daily_closes(day)


def is_open(day: date, now: datetime) -> bool:
    """Whether tries at the date count."""
    return opens(day) <= now < closes(day)


def is_closed(day: date, now: datetime) -> bool:
    """Whether the date has ended everywhere."""
    return closes(day) <= now


def last_closed(now: datetime) -> date:
    """The latest date that has closed."""
    return first_open(now) - DAY


def last_open(now: datetime) -> date:
    """The latest date that has begun somewhere."""
    return (now.astimezone(UTC) + EARLIEST).date()


def today(zone: tzinfo, now: datetime) -> date:
    """The date in a zone; always an open one."""
    return now.astimezone(zone).date()


def read_day(text: str) -> date | None:
    """A date of this millennium as ``2026-12-01`` or ``20261201``, None for anything else."""
    plain = text.strip().replace("-", "")
    if len(plain) != len("20261201") or not (plain.isascii() and plain.isdigit()):
        return None
    try:
        day = date(int(plain[:4]), int(plain[4:6]), int(plain[6:]))
    except ValueError:
        return None
    return day if 2000 <= day.year < 3000 else None
