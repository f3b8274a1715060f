"""A span of days in many zones, lived with restarts and crashes, and what it left behind."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from bot.daily.schedule import next_post_at
from bot.daily.zones import zone_of
from storage import Storage, UnitOfWork
from storage.dailies import Schedule
from tests.bot.daily.year.driving import BOTH, Crash, Pair
from tests.bot.daily.year.lives import FORGETFUL, KNOWING
from tests.bot.daily.year.looking import Look, looking
from tests.bot.daily.year.walls import DAY, Wall, wall_of
from tests.bot.daily.year.world import World

LATE = timedelta(hours=6)
OFTEN = timedelta(seconds=20)
GAMES = ("", "", "rotation", "calculation", "bakers-game devils-grip")
ORDINARY = (540, 0, 1425, 15, 1260, 735)


@dataclass(frozen=True)
class Wanted:
    """A chat, and when it wants which games."""

    chat: int
    platform: str
    zone: str
    wall: Wall
    minute: int
    games: str


@dataclass
class Lived:
    """What happened. ``limbo`` are posts that a crash left claimed: when, and where they were.

    ``off`` are spans in which no process ran.
    """

    first: date
    days: int
    chats: list[Wanted]
    world: World
    pair: Pair
    limbo: dict[tuple[int, date], tuple[datetime, str]] = field(default_factory=dict)
    off: list[tuple[datetime, datetime]] = field(default_factory=list)
    restarts: int = 0
    lost: set[tuple[int, date]] = field(default_factory=set)

    @property
    def start(self) -> datetime:
        """When it began."""
        return datetime.combine(self.first, time(), UTC)

    @property
    def dates(self) -> list[date]:
        """All that are the date somewhere in the span."""
        return [self.first + number * DAY for number in range(-1, self.days + 1)]


def minute_for(wall: Wall, number: int) -> int:
    """A time that clock changes leave out, one that they show twice, or an ordinary one."""
    left_out, twice = sorted(wall.left_out), sorted(wall.twice)
    special = (left_out or twice) if number % 2 else (twice or left_out)
    if not special or number % 5 == 4:
        return ORDINARY[number % len(ORDINARY)]
    at = special[len(special) // 2]
    return 60 * at.hour + at.minute


async def subscribe(database: str, now: datetime, wanted: list[Wanted]) -> list[Wanted]:
    """Store the chats; they are numbered as the database does."""
    storage = await Storage.open(database)

    async def work(uow: UnitOfWork) -> list[int]:
        ids = []
        for number, each in enumerate(wanted):
            known = await uow.people.set_chat(
                each.platform, f"chat {number}", private=False, now=now, language=None
            )
            due = next_post_at(zone_of(each.zone), each.minute, now)
            await uow.schedules.put(
                Schedule(
                    known.id, "here", each.zone, each.minute, each.games, True, "", due.at, due.day
                )
            )
            ids.append(known.id)
        return ids

    ids = await storage.write(work)
    await storage.close()
    return [
        Wanted(chat, one.platform, one.zone, one.wall, one.minute, one.games)
        for chat, one in zip(ids, wanted, strict=True)
    ]


def live(  # noqa: PLR0913 - what may happen, each part named
    database: str,
    zones: list[str],
    first: date,
    days: int,
    *,
    restarts: int,
    most: int,
    often: float,
    seed: int = 617,
) -> Lived:
    """Live so many days; ``most`` and ``often`` as in Pair."""
    draw = Random(seed)
    start = datetime.combine(first, time(), UTC)
    wanted = []
    for number, zone in enumerate(zones):
        wall = wall_of(zone_of(zone), first, days)
        platform = (KNOWING, FORGETFUL)[number // 2 % 2]
        games = GAMES[number % len(GAMES)]
        wanted.append(Wanted(0, platform, zone, wall, minute_for(wall, number), games))
    chats = asyncio.run(subscribe(database, start, wanted))
    world = World(draw, start)
    lived = Lived(first, days, chats, world, Pair(database, world, draw, most, often))
    moments = sorted({each.wall.moment(day, each.minute) for each in chats for day in lived.dates})
    moments = [each for each in moments if start < each < start + days * DAY]
    breaks = set(draw.sample(range(len(moments)), restarts))
    with looking(database) as look:
        lived.pair.revive(surely=True)
        waiting = 0
        for number, moment in enumerate(moments):
            waiting += number in breaks
            if moment < world.now:
                continue  # it passed while nothing ran, or while things were settled
            for _ in range(waiting):
                _restart(lived, moment)
            waiting = 0
            _moment(lived, look, max(moment, world.now))
        for slot in range(BOTH):
            lived.pair.stop(slot)
        rows = look("SELECT day, chat_id FROM daily_posts WHERE state = 'lost'")
        lived.lost = {(chat, date.fromisoformat(day)) for day, chat in rows}
    return lived


def _restart(lived: Lived, moment: datetime) -> None:
    """One of them is begun anew, or both after hours in which nothing ran."""
    draw, pair = lived.world.draw, lived.pair
    lived.restarts += 1
    if draw.random() < 1 / 2:
        pair.stop(draw.randrange(BOTH))
        return
    for slot in range(BOTH):
        pair.stop(slot)
    back = moment + timedelta(minutes=draw.randrange(-5, 9 * 60))
    back = max(back, lived.world.now)
    lived.off.append((lived.world.now, back))
    lived.world.now = back
    pair.revive(surely=True)


def _moment(lived: Lived, look: Look, moment: datetime) -> None:
    """Look a little before and soon after a post is due, then until nothing is left to do."""
    world, pair, draw = lived.world, lived.pair, lived.world.draw
    early = moment - OFTEN
    if early > world.now and draw.random() < 1 / 10:
        world.now = early
        _look(lived, look)
    world.now = max(moment + timedelta(seconds=draw.randrange(20)), world.now)
    _look(lived, look)
    while _unsettled(look, world.now) or None in pair.programs:
        world.now += OFTEN
        pair.revive()
        _look(lived, look)


def _look(lived: Lived, look: Look) -> None:
    before = len(lived.pair.crashes)
    lived.pair.look()
    for crash in lived.pair.crashes[before:]:
        for chat, day in _left(look, crash):
            lived.limbo[chat, day] = (crash.at, crash.posts.get(chat, crash.where))


def _left(look: Look, crash: Crash) -> list[tuple[int, date]]:
    """What a process that has ended left claimed; its nonces begin with its number."""
    rows = look("SELECT DISTINCT day, chat_id, nonce FROM daily_posts WHERE state = 'claimed'")
    return [
        (chat, date.fromisoformat(day))
        for day, chat, nonce in rows
        if int(nonce, 16) >> 64 == crash.program
    ]


def _unsettled(look: Look, now: datetime) -> bool:
    until = int(now.timestamp() * 1000)
    [(count,)] = look(
        "SELECT (SELECT count(*) FROM daily_posts WHERE state = 'claimed') + "
        "(SELECT count(*) FROM daily_schedules WHERE next_at <= ?)",
        until,
    )
    return bool(count)
