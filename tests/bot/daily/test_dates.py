"""When a date is open."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from bot.daily import dates

DAY = date(2026, 12, 1)


def at(day, hour, minute=0, second=0):
    """A moment of December 2026, or of 30 November for day 0."""
    return datetime(2026, 11, 30, hour, minute, second, tzinfo=UTC) + timedelta(days=day)


def test_a_date_is_open_for_fifty_hours():
    """From its beginning at UTC+14 to its end at UTC-12."""
    assert dates.opens(DAY) == at(0, 10)
    assert dates.closes(DAY) == at(2, 12)


@pytest.mark.parametrize(
    ("now", "open_", "closed"),
    [
        (at(0, 9, 59, 59), False, False),
        (at(0, 10), True, False),
        (at(2, 11, 59, 59), True, False),
        (at(2, 12), False, True),
    ],
)
def test_the_borders(now, open_, closed):
    """The first instant belongs to the date, the last one is the first that doesn't."""
    assert (dates.is_open(DAY, now), dates.is_closed(DAY, now)) == (open_, closed)


def test_last_open_and_last_closed_agree_with_the_borders():
    """Hour by hour over a week: the date after the last open one has not begun, and so on."""
    for hours in range(24 * 7):
        now = at(0, 0) + timedelta(hours=hours)
        last, closed = dates.last_open(now), dates.last_closed(now)
        assert dates.is_open(last, now)
        assert now < dates.opens(last + dates.DAY)
        assert dates.is_closed(closed, now)
        assert not dates.is_closed(closed + dates.DAY, now)


@pytest.mark.parametrize("hours", range(-12, 15))
def test_today_is_open_in_every_zone(hours):
    """Wherever somebody asks, the date on their wall can be played."""
    zone = timezone(timedelta(hours=hours))
    for minutes in range(0, 48 * 60, 30):
        now = at(0, 0) + timedelta(minutes=minutes)
        assert dates.is_open(dates.today(zone, now), now)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-12-01", DAY), ("20261201", DAY), (" 2026-12-01 ", DAY),
        ("2026-02-30", None), ("tomorrow", None), ("", None), ("٢٠٢٦١٢٠١", None),
        ("2026-12-1", None), ("00000101", None), ("0001-01-01", None), ("9999-12-31", None),
    ],
)  # fmt: skip
def test_reading_a_date(text, day):
    """ISO dates with or without hyphens, and nothing else."""
    assert dates.read_day(text) == day
