"""When a chat's next post is due: a pure function of its wall time, its zone and the moment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from bot.daily.deals import ORDER

LATE = timedelta(hours=6)
"""A post that is due for so long is skipped."""
ROTATION = "rotation"

DAY_MINUTES = 24 * 60
STEPS = ((-60, "−1 h"), (-15, "−15 min"), (15, "+15 min"), (60, "+1 h"))
"""By how many minutes a button moves a time, and what it is called."""

_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(?:h|(?P<half>[ap])(?:m|\.\s?m\.?))?\Z", re.ASCII)
_NUMBERS = re.compile(r"\d{1,4}", re.ASCII)
_MONDAY = date(2026, 11, 30)


@dataclass(frozen=True, slots=True)
class Due:
    """A post: the moment in UTC, and the date on the chat's wall then."""

    at: datetime
    day: date


def next_post_at(zone: tzinfo, minute: int, after: datetime) -> Due:
    """The first post later than ``after`` of a chat that wants it ``minute`` minutes past midnight.

    There is exactly one for each date. A wall time that a clock change leaves out comes as much
    later as the clock was put on; of one that comes twice it is the first. Where a zone leaves out
    a whole date, the post belongs to the next.
    """
    near = after.astimezone(zone).date()
    found = [
        Due(_moment(zone, near + timedelta(days=days), minute), near + timedelta(days=days))
        for days in range(-1, 4)
    ]
    return min(
        (due for due in found if due.at > after), key=lambda due: (due.at, -due.day.toordinal())
    )


def _moment(zone: tzinfo, day: date, minute: int) -> datetime:
    wall = datetime.combine(day, time(*divmod(minute, 60)))
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def still_due(zone: tzinfo, minute: int, due: Due, now: datetime) -> Due:
    """``due``, or the first after it that isn't too late to be sent."""
    while too_late(due.at, now):
        due = next_post_at(zone, minute, due.at)
    return due


def too_late(due_at: datetime, now: datetime) -> bool:
    """Whether a post is skipped rather than sent."""
    return now - due_at > LATE


def games_of(chosen: str, day: date) -> tuple[str, ...]:
    """The games of a chat's post on a date, in ``ORDER``: all, one in rotation, or those chosen."""
    if chosen == ROTATION:
        return (ORDER[(day - _MONDAY).days % len(ORDER)],)
    keys = chosen.split()
    return tuple(game for game in ORDER if game in keys) or ORDER


def read_time(text: str) -> int | None:
    """Minutes after midnight of a time as people write it (``9``, ``9.30 pm``, ``9 a. m.``).

    None for anything else.
    """
    found = _TIME.match(text.strip().casefold())
    if found is None:
        return None
    hour, minute = int(found[1]), int(found[2] or 0)
    if found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found["half"] == "p" else 0)
    return None if hour > 23 or minute > 59 else 60 * hour + minute


def nearest_time(text: str) -> int | None:
    """The time that somebody may mean who writes none: ``24:00`` is 0:00, ``930`` is 9:30.

    Minutes after midnight; None where the text has no number to go by.
    """
    numbers = _NUMBERS.findall(text)
    if not numbers:
        return None
    hour, minute = int(numbers[0]), int(numbers[1]) if len(numbers) > 1 else 0
    if len(numbers) == 1 and hour > 99:
        hour, minute = divmod(hour, 100)
    if hour < 12 and re.search(r"[\d\s]p\.?\s?m", text.casefold()):
        hour += 12
    total = 60 * hour + minute
    if total < 30 * 60:
        return total % DAY_MINUTES
    return 23 * 60 + min(minute, 59)


def wall_time(minute: int) -> str:
    """``09:30``."""
    return f"{minute // 60:02}:{minute % 60:02}"


def typed_time(minute: int) -> str:
    """``09h30``: a time of signs that a button can carry."""
    return wall_time(minute).replace(":", "h")
