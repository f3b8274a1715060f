"""Time zones as people write them."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest

from bot.daily.zones import _ALIASES, Unknown, find_zone, suggest, zone_of

WINTER = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Europe/Madrid", "Europe/Madrid"), ("europe/madrid", "Europe/Madrid"),
        ("madrid", "Europe/Madrid"), ("MADRID ", "Europe/Madrid"), ("España", "Europe/Madrid"),
        ("new york", "America/New_York"), ("New_York", "America/New_York"),
        ("cet", "Europe/Paris"), ("PST", "America/Los_Angeles"), ("Nueva York", "America/New_York"),
        ("UTC", "UTC"), ("gmt", "UTC"), ("utc+0", "UTC"), ("UTC+1", "UTC+01:00"),
        ("GMT+1", "UTC+01:00"), ("utc-3", "UTC-03:00"), ("+5:45", "UTC+05:45"),
        ("UTC +5:45", "UTC+05:45"), ("UTC+0545", "UTC+05:45"), ("UTC−3:30", "UTC-03:30"),
        ("UTC+14", "UTC+14:00"), ("UTC-12", "UTC-12:00"), ("Kathmandu", "Asia/Kathmandu"),
        ("Lord Howe", "Australia/Lord_Howe"), ("chatham", "Pacific/Chatham"),
    ],
)  # fmt: skip
def test_zones_are_found(said, name):
    """Names in any case, cities, everyday abbreviations, distances from UTC."""
    assert find_zone(said) == name


@pytest.mark.parametrize(
    ("said", "near"),
    [("madird", "Europe/Madrid"), ("Eurpoe/Berlin", "Europe/Berlin"), ("tokyoo", "Asia/Tokyo")],
)
def test_a_wrong_name_gets_the_nearest(said, near):
    """What was meant is among the suggestions."""
    found = find_zone(said)

    assert isinstance(found, Unknown)
    assert near in found.nearest


@pytest.mark.parametrize(
    "said", ["", "UTC+15", "UTC-12:30", "UTC+5:75", "½", "x" * 5000, "\0", "/"]
)
def test_nonsense_is_no_zone(said):
    """No text raises, and none that names nothing is taken for a zone."""
    assert isinstance(find_zone(said), Unknown)


def test_what_is_found_can_be_used():
    """Every alias and every IANA place leads to a zone with the offset its name says."""
    for name in {*_ALIASES.values(), *zoneinfo.available_timezones()}:
        assert WINTER.astimezone(zone_of(name)).utcoffset() is not None
    assert WINTER.astimezone(zone_of("UTC+05:45")).utcoffset() == timedelta(hours=5, minutes=45)
    assert WINTER.astimezone(zone_of("UTC-03:30")).utcoffset() == -timedelta(hours=3, minutes=30)
    assert zone_of("Gone/Nowhere") is UTC
    assert zone_of("../etc/passwd") is UTC


def test_suggestions_begin_like_what_is_typed():
    """What autocomplete shows while somebody types."""
    assert "Europe/Madrid" in suggest("mad")
    assert "Europe/Madrid" in suggest("madr")
    assert len(suggest("", most=25)) == 25
