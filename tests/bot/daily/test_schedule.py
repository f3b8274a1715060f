"""When the next post is due, over clock changes of every kind."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.daily.deals import ORDER
from bot.daily.schedule import (
    Due,
    games_of,
    nearest_time,
    next_post_at,
    read_time,
    too_late,
    wall_time,
)
from bot.daily.zones import zone_of

ZONES = [
    "UTC", "Europe/Madrid", "Europe/London", "America/New_York", "America/Los_Angeles",
    "America/St_Johns", "Australia/Lord_Howe", "Australia/Adelaide", "Pacific/Chatham",
    "Pacific/Apia", "Pacific/Kiritimati", "Pacific/Niue", "Asia/Kathmandu", "Asia/Kolkata",
    "Asia/Tehran", "Africa/Cairo", "America/Santiago", "America/Havana", "Asia/Beirut",
    "Africa/Casablanca", "America/Nuuk", "Antarctica/Troll", "UTC+05:45", "UTC-12:00", "UTC+14:00",
]  # fmt: skip


def posts(zone, minute, first, last):
    """Every post between two dates, one leading to the next."""
    due, found = Due(datetime.combine(first, datetime.min.time(), UTC), first), []
    while due.day <= last:
        due = next_post_at(zone, minute, due.at)
        found.append(due)
    return found


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("minute", [0, 15, 90, 135, 150, 1425])
def test_each_date_has_exactly_one_post(name, minute):
    """A year in a zone, at times that its clocks skip or repeat: every date once, in order."""
    found = posts(zone_of(name), minute, date(2026, 12, 30), date(2028, 1, 2))

    days = [due.day for due in found]
    assert days == [days[0] + timedelta(days=n) for n in range(len(days))]
    assert all(one.at < two.at for one, two in pairwise(found))


@pytest.mark.parametrize("name", ZONES)
def test_posts_come_at_their_wall_time(name):
    """On the chat's clock it is the time asked for, or later by as much as the clock was put on."""
    zone = zone_of(name)
    for due in posts(zone, 150, date(2026, 12, 30), date(2028, 1, 2)):
        wall = due.at.astimezone(zone)
        shown = wall.hour * 60 + wall.minute
        assert wall.date() == due.day
        exists = wall.replace(hour=2, minute=30, fold=0).astimezone(UTC).astimezone(zone)
        assert shown == 150 or (exists.hour, exists.minute) != (2, 30)
        assert shown in (150, 180, 210, 270)
        assert wall.fold == 0


def test_a_missing_hour_comes_later_and_a_doubled_one_at_its_first():
    """Half past two in Madrid on both days of 2027, and on Lord Howe, which moves half an hour."""
    madrid, howe = ZoneInfo("Europe/Madrid"), ZoneInfo("Australia/Lord_Howe")
    spring = next_post_at(madrid, 150, datetime(2027, 3, 27, 12, tzinfo=UTC))
    autumn = next_post_at(madrid, 150, datetime(2027, 10, 30, 12, tzinfo=UTC))
    south = next_post_at(howe, 135, datetime(2027, 10, 2, 6, tzinfo=UTC))

    assert spring == Due(datetime(2027, 3, 28, 1, 30, tzinfo=UTC), date(2027, 3, 28))
    assert autumn == Due(datetime(2027, 10, 31, 0, 30, tzinfo=UTC), date(2027, 10, 31))
    assert south.day == date(2027, 10, 3)
    assert south.at.astimezone(howe).strftime("%H:%M") == "02:45"


def test_a_date_that_a_zone_left_out_has_no_post():
    """Samoa had no 30 December 2011: the 29th is followed by the 31st."""
    found = posts(ZoneInfo("Pacific/Apia"), 540, date(2011, 12, 29), date(2011, 12, 31))

    assert [due.day.day for due in found][-2:] in ([29, 31], [31, 1])


@given(
    st.sampled_from(ZONES),
    st.integers(0, 1439),
    st.integers(0, 3 * 365 * 1440),
)
def test_the_next_post_is_soon_and_the_first(name, minute, ahead):
    """It lies ahead, at most two days, and nothing lies between."""
    zone, now = zone_of(name), datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=ahead)
    due = next_post_at(zone, minute, now)

    assert now < due.at <= now + timedelta(days=2)
    assert next_post_at(zone, minute, due.at - timedelta(seconds=1)) == due
    assert next_post_at(zone, minute, due.at).day > due.day


def test_six_hours_late_is_the_last_moment():
    """Later than that a post is skipped."""
    due = datetime(2026, 12, 1, 9, tzinfo=UTC)

    assert not too_late(due, due + timedelta(hours=6))
    assert too_late(due, due + timedelta(hours=6, seconds=1))


def test_games_of_a_post():
    """All three, one a day in rotation, or a choice; what names no game is all."""
    days = [date(2026, 11, 30) + timedelta(days=n) for n in range(6)]

    assert games_of("", days[0]) == ORDER
    assert [games_of("rotation", day) for day in days] == [(game,) for game in ORDER] * 2
    assert games_of("devils-grip bakers-game", days[0]) == ("bakers-game", "devils-grip")
    assert games_of("chess", days[0]) == ORDER


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("9", 540), ("09:30", 570), ("9.30", 570), ("9:30 pm", 1290), ("12 am", 0), ("12pm", 720),
        ("21h", 1260), ("21h30", 1290), ("00:00", 0), ("23:59", 1439), ("24:00", None), ("", None),
        ("9:60", None), ("13 pm", None), ("noon", None), ("٩", None), ("-1", None),
        ("9:30 p. m.", 1290), ("9 a.m.", 540), ("9 p", None),
    ],
)  # fmt: skip
def test_reading_a_time(text, minute):
    """Times as people write them in both languages."""
    assert read_time(text) == minute
    assert minute is None or read_time(wall_time(minute)) == minute


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("24:00", "00:00"), ("25:00", "01:00"), ("9:75", "10:15"), ("930", "09:30"),
        ("2130", "21:30"), ("9,30", "09:30"), ("13 pm", "13:00"), ("9;30 p. m.", "21:30"),
        ("99", "23:00"), ("77:77", "23:59"), ("noon", None), ("", None), ("٩", None),
    ],
)  # fmt: skip
def test_the_time_that_was_meant(text, meant):
    """What is no time leads to the nearest that is one, and never to an error."""
    nearest = nearest_time(text)
    assert read_time(text) is None
    assert (None if nearest is None else wall_time(nearest)) == meant
