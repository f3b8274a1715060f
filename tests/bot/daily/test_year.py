"""A year of posts in fifty time zones, with restarts, two processes and crashes at every await."""

import asyncio
import re
from bisect import bisect_left
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.daily.deals import ORDER
from tests.bot.daily.year.lived import LATE, Lived, live
from tests.bot.daily.year.lives import KNOWING
from tests.bot.daily.year.walls import wall_of

ZONES = """
Pacific/Chatham Pacific/Kiritimati Pacific/Auckland Pacific/Apia Pacific/Fiji Pacific/Norfolk
Australia/Lord_Howe Australia/Sydney Australia/Adelaide Australia/Darwin Australia/Eucla
Asia/Tokyo Asia/Shanghai Asia/Yangon Asia/Dhaka Asia/Kathmandu Asia/Kolkata Asia/Karachi
Asia/Kabul Asia/Dubai Asia/Tehran Europe/Moscow Asia/Beirut Africa/Cairo Europe/Athens
Europe/Madrid Europe/Dublin Europe/London Africa/Casablanca Atlantic/Azores America/Nuuk
America/St_Johns America/Sao_Paulo America/Argentina/Buenos_Aires America/Santiago America/Halifax
America/Havana America/New_York America/Bogota America/Chicago America/Mexico_City America/Denver
America/Phoenix America/Los_Angeles America/Anchorage Pacific/Marquesas Pacific/Honolulu
Pacific/Niue UTC+05:45 Pacific/Kiritimati UTC-12:00
""".split()
"""Two chats post at midnight where a date begins first, so that both need it to be made."""

FEW = """
Pacific/Chatham Australia/Lord_Howe Asia/Kathmandu Asia/Beirut Europe/Madrid Europe/London
America/New_York America/Santiago UTC-12:00
""".split()
MONDAY = date(2026, 11, 30)
BETWEEN = re.compile(r"_due:\d+ > storage\Z|_due:\d+ > _send:|_doubt:\d+ > _send:")
"""Where a post is between its claim and its confirmation."""

ONCE = re.compile(r"keys\.py:key:")
"""Awaits of the making of a database's own secret: once in its life."""

SOON = timedelta(minutes=10)
"""After so long without another crash or refusal nothing hinders a post any more."""


def wanted(games, day):
    """The games of a chat's post on a date."""
    if games == "rotation":
        return {ORDER[(day - MONDAY).days % 3]}
    return set(games.split()) or set(ORDER)


def check(lived: Lived):
    """What the issue asks of the year; how many posts came on time, late, and not at all."""
    seen = Counter()
    by_date = {}
    for post in lived.world.posts:
        by_date[post.chat, post.day] = post
        seen.update((post.chat, post.day, game) for game in post.games)
    assert lived.pair.strange == []
    assert set(seen.values()) <= {1}, "two posts for a chat, date and game"
    check_lost(lived)
    found = Counter()
    for each in lived.chats:
        for day in lived.dates:
            at = each.wall.moment(day, each.minute)
            if lived.start < at <= lived.pair.looks[-1]:
                post = by_date.pop((each.chat, day), None)
                found[check_one(lived, each, day, at, post)] += 1
                shown = datetime.combine(day, time(*divmod(each.minute, 60)))
                found["at a time left out"] += shown in each.wall.left_out
                found["at a time shown twice"] += shown in each.wall.twice
    assert by_date == {}, "a post that nobody asked for"
    return found


def check_one(lived, chat, day, at, post):
    """A chat's post about a date, that was due at a moment; how it came."""
    looks, key = lived.pair.looks, (chat.chat, day)
    first = looks[bisect_left(looks, at)]
    ends = [each.at for each in lived.pair.crashes]
    until = hindered(first, [each for each in lived.world.hindered[chat.chat] + ends if each >= at])
    if post is None:
        assert key in lived.lost or (until or first) + SOON - at > LATE, (chat.zone, day)
        return "lost" if key in lived.lost else "skipped, too late"
    assert set(post.games) == wanted(chat.games, day)
    assert at <= post.at <= at + LATE, (chat.zone, day)
    if post.at == first and any(begin <= at < end for begin, end in lived.off):
        return "after an outage"
    if post.at - at < timedelta(seconds=20):
        return "on time"
    if post.at == first:
        # Both had ended shortly before it was due, and neither was begun anew at once.
        assert any(first - SOON < each <= at for each in ends), (chat.zone, day)
        return "soon after a crash or refusal"
    assert until is not None, (chat.zone, day)
    assert post.at - until < SOON, (chat.zone, day)
    return "soon after a crash or refusal"


def hindered(first, moments):
    """Until when crash followed upon crash, or refusal, from the first look on; None for never."""
    until = None
    for each in sorted(moments):
        if each - (until or first) < SOON:
            until = each
    return until


def check_lost(lived):
    """Each lost post was claimed and not confirmed when its process ended, in its sending.

    Where the platform recognises a repetition another crash or an outage must have followed.
    """
    platforms = {each.chat: each.platform for each in lived.chats}
    ends = [each.at for each in lived.pair.crashes]
    assert lived.lost <= lived.limbo.keys(), "lost without a crash between claim and save"
    for chat, day in lived.lost:
        when, where = lived.limbo[chat, day]
        assert BETWEEN.match(where), where
        if platforms[chat] == KNOWING:
            soon = sum(when <= each <= when + timedelta(minutes=6) for each in ends)
            assert soon > 1 or any(begin >= when for begin, _ in lived.off)


def told(lived: Lived, found):
    """The figures, for whoever lives the year by hand with -s."""
    pair, platforms = lived.pair, {each.chat: each.platform for each in lived.chats}
    lost = Counter((platforms[c], lived.limbo[c, day][1]) for c, day in lived.lost)
    arrived = {(each.chat, each.day) for each in lived.world.posts}
    counts = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
    ends = pair.ended_at
    print(  # noqa: T201 - figures, shown with -s
        f"""
{len(lived.world.posts)} posts to {len(lived.chats)} chats in {lived.days} days: {counts}
{len(pair.looks)} looks by {pair.begun} processes; {lived.restarts} restarts, {len(lived.off)} of \
them with an outage; {len(pair.crashes)} crashes at {len(+ends)} of {len(pair.passed)} places
{len(lived.limbo)} posts were claimed and not confirmed when their process ended; \
{lived.world.recognised} repetitions were recognised; {len(lived.lost)} are lost, of which \
{len(lived.lost & arrived)} had arrived
the crash of each lost one fell at:""",
        *(f"{count:6} {platform} {where}" for (platform, where), count in lost.most_common()),
        "ends at each await of the source:",
        *(f"{count:6} {each}" for each, count in sorted(pair.ends().items())),
        "looks that passed each place, and ends there:",
        *(f"{pair.passed[each]:6} {ends[each]:4} {each}" for each in sorted(pair.passed)),
        sep="\n",
    )


def test_walls():
    """The model itself: half past two in Madrid on both days, and Lord Howe's half hours."""
    madrid = wall_of(ZoneInfo("Europe/Madrid"), date(2027, 1, 1), 365)
    howe = wall_of(ZoneInfo("Australia/Lord_Howe"), date(2027, 1, 1), 365)

    assert madrid.moment(date(2027, 3, 28), 150) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert madrid.moment(date(2027, 10, 31), 150) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    assert (len(madrid.left_out), len(madrid.twice)) == (4, 4)
    assert howe.moment(date(2027, 10, 3), 135) == datetime(2027, 10, 2, 15, 45, tzinfo=UTC)
    assert (len(howe.left_out), len(howe.twice)) == (2, 2)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def database(request, tmp_path):
    """The address of a new database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/year.db"
    return asyncio.run(request.getfixturevalue("postgres").emptied())


@pytest.mark.parametrize("first", [date(2027, 3, 27), date(2027, 10, 30)], ids=["spring", "autumn"])
def test_days_of_clock_changes(database, first):
    """Some zones in the days of both changes, with restarts and an end at many an await."""
    lived = live(database, FEW, first, 9, restarts=4, most=1, often=0.1)

    found = check(lived)
    told(lived, found)
    assert found["on time"] > 40
    assert found["at a time shown twice"]
    assert len(lived.pair.crashes) > 10


@pytest.mark.slow
@pytest.mark.parametrize("quarter", range(4))
def test_a_year(tmp_path, quarter):
    """Fifty zones, fifty restarts, and twenty ends at every await of the posting path.

    A quarter has a fourth of them, so that a year's four can be lived side by side. An await is
    one of the source; from each place from which it is often reached five a quarter end as well.
    """
    first, after = (
        date(2027, 1 + 3 * quarter, 1),
        date(2027 + quarter // 3, (4 + 3 * quarter) % 12, 1),
    )
    days, restarts = (after - first).days, (13, 12, 13, 12)[quarter]
    lived = live(
        f"sqlite:///{tmp_path}/year.db",
        ZONES,
        first,
        days,
        restarts=restarts,
        most=5,
        often=0.25,
        seed=617 + quarter,
    )

    found = check(lived)
    told(lived, found)
    assert lived.restarts == restarts
    ends = {where: n for where, n in lived.pair.ends().items() if not ONCE.match(where)}
    assert min(ends.values()) >= 5
    passed = [each for each, looks in lived.pair.passed.items() if looks > 200]
    assert min(lived.pair.ended_at[each] for each in passed) >= 5, "from a place often passed"
    assert found["at a time left out"] + found["at a time shown twice"]


@pytest.mark.slow
def test_first_days(tmp_path):
    """Twenty databases begun, and an end or more at each await that each passes once."""
    ends = Counter()
    for number in range(20):
        database = f"sqlite:///{tmp_path}/{number}.db"
        lived = live(database, FEW[:1], MONDAY, 2, restarts=0, most=1, often=0, seed=number)
        check(lived)
        ends += lived.pair.ends()

    made = [count for where, count in ends.items() if ONCE.match(where)]
    assert len(made) == 2
    assert min(made) >= 20
