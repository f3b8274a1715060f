"""A year of posts in fifty time zones, with restarts, crashes and two processes."""

import asyncio
import random
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.daily.zones import zone_of
from storage import Storage
from tests.bot.conftest import Clock
from tests.bot.daily.posting import Crash, World, process, subscribe

ZONES = """
Pacific/Kiritimati Pacific/Chatham Pacific/Auckland Pacific/Apia Pacific/Fiji Pacific/Norfolk
Australia/Lord_Howe Australia/Sydney Australia/Adelaide Australia/Darwin Australia/Eucla
Asia/Tokyo Asia/Shanghai Asia/Yangon Asia/Dhaka Asia/Kathmandu Asia/Kolkata Asia/Karachi
Asia/Kabul Asia/Dubai Asia/Tehran Europe/Moscow Asia/Beirut Africa/Cairo Europe/Athens
Europe/Madrid Europe/Dublin Europe/London Africa/Casablanca Atlantic/Azores America/Nuuk
America/St_Johns America/Sao_Paulo America/Argentina/Buenos_Aires America/Santiago America/Halifax
America/Havana America/New_York America/Bogota America/Chicago America/Mexico_City America/Denver
America/Phoenix America/Los_Angeles America/Anchorage Pacific/Marquesas Pacific/Honolulu
Pacific/Niue UTC+05:45 UTC-12:00
""".split()
MINUTES = [150, 135, 90, 0, 540, 1425, 15, 1260]
"""Half past two and other times that clock changes leave out or repeat, and ordinary ones."""


def expected(zone, minute, day):
    """The wall time of a date, worked out another way than the program's.

    The first minute of the date in UTC at which the wall shows that time; where none does, the
    time is carried over by as much as the clock was put on.
    """
    wall = datetime.combine(day, time(*divmod(minute, 60)))
    earliest = datetime.combine(day, time(), UTC) - timedelta(hours=15)
    for step in range(0, 45 * 60, 15):
        at = earliest + timedelta(minutes=step)
        if at.astimezone(zone).replace(tzinfo=None) == wall:
            return at
    before = (wall - timedelta(hours=3)).replace(tzinfo=zone).utcoffset()
    return (wall - before).replace(tzinfo=UTC)


async def live(  # noqa: PLR0913 - what a test lets happen
    tmp_path, first, days, *, restarts, crashes, recognises
):
    """Two processes post to fifty chats for so many days; the world they leave, and what is due."""
    draw = random.Random(617)
    world = World(Clock(datetime.combine(first, time(), UTC)), recognises)
    storages = [await Storage.open(f"sqlite:///{tmp_path}/year.db") for _ in range(2)]
    chats = {}
    for number, zone in enumerate(ZONES):
        minute = MINUTES[number % len(MINUTES)]
        chat = await subscribe(storages[0], world, zone, zone, minute=minute)
        chats[chat.id] = (zone_of(zone), minute)
    end = world.clock() + timedelta(days=days)
    moments = sorted(draw.sample(range(days * 48), restarts + crashes))
    ends = dict.fromkeys(moments[::2][:crashes], "crash")
    ends |= dict.fromkeys((each for each in moments if each not in ends), "restart")
    running = [process(each, world)[0] for each in storages]
    look = 0
    while world.clock() < end:
        happens, number = ends.get(look), look % 2
        if happens:
            at = draw.randrange(1, 25) if happens == "crash" else None
            running[number] = process(storages[number], world, at)[0]
        done = await asyncio.gather(*(each.step() for each in running), return_exceptions=True)
        assert all(each is None or isinstance(each, Crash) for each in done), done
        if any(done):
            running = [process(each, world)[0] for each in storages]
            for _ in range(12):
                world.clock.forward(seconds=20)
                await running[number].step()
            world.clock.now = world.clock.now.replace(second=0) - timedelta(
                minutes=world.clock.now.minute % 15
            )
        look += 1
        world.clock.forward(minutes=15)
    lost = {}
    for chat in chats:
        for number in range(-1, days + 2):
            day = first + timedelta(days=number)
            claims = await storages[0].read(
                lambda reading, chat=chat, day=day: reading.schedules.claims(chat, day)
            )
            if any(each.state == "lost" for each in claims):
                lost[chat, day] = claims
    for each in storages:
        await each.close()
    return world, chats, lost, end


def check(world, chats, lost, first, end):
    """Never two for a chat and date, each at its wall time, none missing but the lost ones."""
    days = Counter()
    titles = {}
    for post in world.posts:
        zone, minute = chats[post.chat]
        day = min(
            (post.at.astimezone(zone).date() + timedelta(days=n) for n in (-1, 0, 1)),
            key=lambda day: abs(post.at - expected(zone, minute, day)),
        )
        late = post.at - expected(zone, minute, day)
        assert timedelta(0) <= late <= timedelta(minutes=20), (zone, day, late)
        days[post.chat, day] += 1
        titles.setdefault(day, post.reply.blocks[0].text)
        assert titles[day] == post.reply.blocks[0].text
    assert max(days.values()) == 1
    start = datetime.combine(first, time(), UTC)
    for chat, (zone, minute) in chats.items():
        for number in range((end - start).days + 1):
            day = first + timedelta(days=number)
            if start < expected(zone, minute, day) < end - timedelta(hours=1):
                assert days[chat, day] or (chat, day) in lost, (zone, day)


@pytest.mark.parametrize("first", [date(2027, 3, 26), date(2027, 10, 30)], ids=["spring", "autumn"])
async def test_days_of_clock_changes(tmp_path, first):
    """The days around the changes of both halves of the Earth, with crashes all the time."""
    found = await live(tmp_path, first, 4, restarts=8, crashes=8, recognises=timedelta(minutes=5))

    world, chats, lost, end = found
    check(world, chats, lost, first, end)
    assert lost == {}


@pytest.mark.slow
@pytest.mark.parametrize("recognises", [timedelta(0), timedelta(minutes=5)])
async def test_a_year(tmp_path, recognises):
    """Fifty restarts and twenty crashes in 365 days; a platform that forgets may lose some."""
    first = date(2027, 1, 1)
    world, chats, lost, end = await live(
        tmp_path, first, 365, restarts=50, crashes=20, recognises=recognises
    )

    check(world, chats, lost, first, end)
    assert len(lost) <= (0 if recognises else 20 * 8)
