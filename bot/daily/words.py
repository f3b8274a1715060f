"""Dates and dailies in words."""

from __future__ import annotations

from datetime import date, datetime

from babel.dates import format_date, format_datetime

from bot.daily.dates import closes
from bot.daily.zones import zone_of
from bot.i18n import N_, Texts
from storage.dailies import Daily

GRIP = "devils-grip"
LEVELS = {"easy": N_("easy"), "medium": N_("medium"), "hard": N_("hard")}


def day_name(t: Texts, day: date) -> str:
    """``Tue 1 Dec 2026`` in the reader's language."""
    return format_date(day, "EEE d MMM y", locale=t.language).replace(".", "")


def whole_day(t: Texts, day: date) -> str:
    """``1 Dec 2026``."""
    return format_date(day, "d MMM y", locale=t.language).replace(".", "")


def short_day(t: Texts, day: date) -> str:
    """``1 Dec``."""
    return format_date(day, "d MMM", locale=t.language).replace(".", "")


def moment(t: Texts, at: datetime) -> str:
    """``2 Dec 12:00 UTC``."""
    return format_datetime(at, "d MMM HH:mm", locale=t.language).replace(".", "") + " UTC"


def moment_in(t: Texts, at: datetime, zone: str) -> str:
    """``2 Dec 13:00 (Europe/Madrid)``."""
    wall = at.astimezone(zone_of(zone))
    return format_datetime(wall, "d MMM HH:mm", locale=t.language).replace(".", "") + f" ({zone})"


def closing(t: Texts, day: date) -> str:
    """When the date closes."""
    return moment(t, closes(day))


def described(t: Texts, daily: Daily) -> str:
    """How hard a daily is, and its par where games differ in moves."""
    level = t(LEVELS[daily.difficulty])
    if daily.game == GRIP:
        return t("prepared, {level}", level=level)
    return t("{level} · par {par}", level=level, par=daily.par)
