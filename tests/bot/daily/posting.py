"""A platform in memory, processes that post to it, and crashes at any of their awaits."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from bot.daily.deals import ORDER
from bot.daily.making import Making
from bot.daily.poster import NotSent, Refused
from bot.daily.proving import Proof
from bot.daily.schedule import next_post_at
from bot.daily.scheduler import Scheduler
from bot.daily.zones import zone_of
from bot.replies import Reply
from bot.scene import Services
from storage import Storage, UnitOfWork
from storage.dailies import Schedule
from storage.people import Chat
from tests.bot.conftest import Clock


class Crash(BaseException):
    """The process ends here."""


@dataclass
class Crashes:
    """Counts the points at which a process may end, and ends it at one of them."""

    at: int | None = None
    passed: int = 0

    def point(self) -> None:
        """A point between two awaits."""
        self.passed += 1
        if self.passed == self.at:
            raise Crash


class Watched:
    """A storage with a point before and after everything that is awaited of it."""

    def __init__(self, storage: Storage, crashes: Crashes) -> None:
        self._storage = storage
        self._crashes = crashes

    async def read(self, work: Any) -> Any:
        """As the storage does."""
        self._crashes.point()
        answer = await self._storage.read(work)
        self._crashes.point()
        return answer

    async def write(self, work: Any) -> Any:
        """As the storage does."""
        self._crashes.point()
        answer = await self._storage.write(work)
        self._crashes.point()
        return answer


@dataclass
class Posted:
    """A message that people see."""

    chat: int
    place: str
    reply: Reply
    nonce: str
    at: datetime


@dataclass
class World:
    """A platform: what stands there, who was told; ``trouble`` is raised instead of posting.

    ``doubt`` raises after the message has arrived, as a lost answer does.
    """

    clock: Clock
    recognises: timedelta = timedelta(0)
    platform: str = "discord"
    posts: list[Posted] = field(default_factory=list)
    told: list[Reply] = field(default_factory=list)
    trouble: list[Exception] = field(default_factory=list)
    doubt: list[Exception] = field(default_factory=list)
    managed: bool = True

    def arrive(self, chat: int, place: str, reply: Reply, nonce: str) -> str:
        """A message arrives, unless it is recognised as one that is there."""
        for number, each in enumerate(self.posts):
            known = self.clock() - each.at < self.recognises
            if known and (each.chat, each.nonce) == (chat, nonce):
                return str(number)
        self.posts.append(Posted(chat, place, reply, nonce, self.clock()))
        return str(len(self.posts) - 1)


class Line:
    """A process's connection to the platform."""

    def __init__(self, world: World, crashes: Crashes) -> None:
        self._world = world
        self._crashes = crashes
        self.platform = world.platform
        self.recognises = world.recognises
        self.ready = True

    async def post(self, chat: Chat, place: str, reply: Reply, nonce: str) -> str:
        """Post, with a point before and after."""
        assert len(nonce) <= 25
        self._crashes.point()
        if self._world.trouble:
            raise self._world.trouble.pop(0)
        message = self._world.arrive(chat.id, place, reply, nonce)
        self._crashes.point()
        if self._world.doubt:
            raise self._world.doubt.pop(0)
        return message

    async def write_to(self, person: str, reply: Reply, nonce: str) -> str:
        """Write to a person, with a point before and after."""
        self._crashes.point()
        if self._world.trouble:
            raise self._world.trouble.pop(0)
        message = self._world.arrive(0, person, reply, nonce)
        self._crashes.point()
        if self._world.doubt:
            raise self._world.doubt.pop(0)
        return message

    async def tell_managers(self, chat: Chat, place: str, reply: Reply) -> bool:
        """Tell them, unless there are none any more."""
        del chat, place
        self._crashes.point()
        if self._world.managed:
            self._world.told.append(reply)
        return self._world.managed


class Proved:
    """Solvers for whom every deal is proved."""

    async def ask(self, who: Any, job: Any) -> Any:
        """A line of one move."""
        del who, job
        return Proof(("x",), 90, "easy")

    async def close(self) -> None:
        """Nothing runs."""


async def no_sleep(_: float) -> None:
    """Time goes on when a test says so."""


def process(
    storage: Storage, world: World, crash_at: int | None = None, solvers: Any = None
) -> tuple[Scheduler, Crashes]:
    """A process that has just started, over its own or a shared storage."""
    crashes = Crashes(crash_at)
    services = Services(
        Watched(storage, crashes),  # type: ignore[arg-type]
        world.clock,
        random.Random(len(world.posts)).randrange,
        solvers or Proved(),
        dailies=Making("s"),
    )
    return Scheduler(services, {world.platform: Line(world, crashes)}, no_sleep), crashes


async def subscribe(  # noqa: PLR0913 - what a manager sets, each part named
    storage: Storage,
    world: World,
    name: str,
    zone: str = "UTC",
    *,
    minute: int = 540,
    games: str = "",
) -> Chat:
    """A chat that wants its daily post."""
    due = next_post_at(zone_of(zone), minute, world.clock())

    async def work(uow: UnitOfWork) -> Chat:
        known = await uow.people.set_chat(
            world.platform, name, private=False, now=world.clock(), language=None
        )
        await uow.schedules.put(
            Schedule(known.id, "here", zone, minute, games, True, "", due.at, due.day)
        )
        return known

    return await storage.write(work)


async def schedule_of(storage: Storage, chat: Chat) -> Schedule:
    """A chat's schedule as it is stored."""
    found = await storage.read(lambda reading: reading.schedules.get(chat.id))
    assert found is not None
    return found


async def states(storage: Storage, chat: Chat, day: date) -> dict[str, str]:
    """What became of the posts about a date, by game."""
    claims = await storage.read(lambda reading: reading.schedules.claims(chat.id, day))
    return {each.game: each.state for each in claims}


async def minutes(scheduler: Scheduler, clock: Clock, count: int) -> None:
    """Let a process look three times a minute."""
    for _ in range(3 * count):
        clock.forward(seconds=20)
        await scheduler.step()


__all__ = [
    "ORDER", "Callable", "Crash", "NotSent", "Refused", "World", "minutes", "no_sleep", "process",
    "schedule_of", "states", "subscribe",
]  # fmt: skip
