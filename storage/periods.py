"""The windows of a leaderboard as stored keys: all, d2026-11-30, w2026-49, m2026-11."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

ALL = "all"
DAILY_OPEN = timedelta(hours=50)
"""How long a date is open, from its beginning at UTC+14 to its end at UTC-12."""


def of_day(day: date) -> str:
    """The key of one date."""
    return f"d{day.isoformat()}"


def of_week(day: date) -> str:
    """The key of the ISO week that holds ``day``, with the ISO year."""
    year, week, _ = day.isocalendar()
    return f"w{year:04}-{week:02}"


def of_month(day: date) -> str:
    """The key of the month that holds ``day``."""
    return f"m{day.year:04}-{day.month:02}"


def containing(day: date) -> tuple[str, str, str, str]:
    """Every window that ``day`` falls in."""
    return ALL, of_day(day), of_week(day), of_month(day)


def past(today: date) -> tuple[tuple[str, str], ...]:
    """Stretches of keys, the end left out, of windows nobody can ask for on ``today`` any more.

    The window before the running one is kept, wherever on Earth the asker's today is.
    """
    days, weeks, months = (today - timedelta(days=back) for back in (3, 8, 32))
    return ("d", of_day(days)), ("w", of_week(weeks)), ("m", of_month(months))


def daily_closes(day: date) -> datetime:
    """When a date has ended everywhere, at UTC-12 last: nothing counts for its dailies any more."""
    return datetime.combine(day + timedelta(days=1), time(12), UTC)


def first_open(now: datetime) -> date:
    """The earliest date that hasn't closed."""
    return (now.astimezone(UTC) - timedelta(hours=12)).date()
