"""A process that posts, and does nothing but what its test tells it: look, go on, end."""

import asyncio
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from typing import Any

import structlog

from bot.daily.making import Making
from bot.daily.poster import NotSent
from bot.daily.scheduler import Scheduler
from bot.replies import Reply
from bot.scene import Services
from storage import Storage
from storage.people import Chat
from tests.bot.conftest import Clock
from tests.bot.daily.posting import Proved, no_sleep
from tests.bot.daily.year.awaits import Awaits, frames

KNOWING, FORGETFUL = "discord", "telegram"
RECOGNISES = {KNOWING: timedelta(minutes=5), FORGETFUL: timedelta(0)}
EXPECTED = {"daily_post_lost", "message_not_sent"}
"""What the year's crashes and refusals let a process log."""


@dataclass(frozen=True)
class Look:
    """An order: look at what is due now, and end at the first await that isn't spared."""

    now: datetime
    spared: frozenset[str]


@dataclass(frozen=True)
class Posting:
    """A message on its way: what stands in it, where it goes, whose it is."""

    platform: str
    chat: int
    nonce: str
    title: str
    text: str


@dataclass(frozen=True)
class Looked:
    """A look has ended: the places that were awaited, and what was logged that shouldn't be."""

    places: frozenset[str]
    strange: tuple[str, ...]


@dataclass(frozen=True)
class Ended:
    """The process ends; ``posts`` are the chats whose posts were under way, and where in it."""

    where: str
    posts: dict[int, str]
    places: frozenset[str]


POINT, TOLD, GO, FAIL = "point", "told", "go", "fail"


class Reins:
    """The line to the test, and when the process stops to let the other one go on."""

    def __init__(self, line: Connection, storage: Storage) -> None:
        self._line, self._storage = line, storage

    async def point(self) -> None:
        """An await at which the other process may overtake this one.

        Not while a transaction is open: the other would wait for it on the real clock.
        """
        await asyncio.sleep(0)
        if self._storage._writer._task is None:
            self.ask(POINT)

    def ask(self, what: Any) -> Any:
        """The test's answer; nothing else happens here until it comes."""
        self._line.send(what)
        return self._line.recv()


class Held:
    """A storage with such points around everything that is asked of it."""

    def __init__(self, storage: Storage, reins: Reins, awaits: Awaits) -> None:
        self._storage, self._reins, self._awaits = storage, reins, awaits

    async def read(self, work: Callable[..., Any]) -> Any:
        """As the storage does."""
        await self._reins.point()
        return await self._storage.read(work)

    async def write(self, work: Callable[..., Any]) -> Any:
        """As the storage does; awaits of the writer are those for this work."""
        await self._reins.point()

        async def named(uow: Any) -> Any:
            self._awaits.label = work.__qualname__
            return await work(uow)

        self._awaits.label = work.__qualname__
        answer = await self._storage.write(named)
        await self._reins.point()
        return answer


@dataclass
class Wire:
    """The connection to a platform, which is the test's."""

    platform: str
    reins: Reins
    ready: bool = True
    recognises: timedelta = field(init=False)

    def __post_init__(self) -> None:
        """Know what the platform knows."""
        self.recognises = RECOGNISES[self.platform]

    async def post(self, chat: Chat, place: str, reply: Reply, nonce: str) -> str:
        """Post, with awaits before and after."""
        assert (place, chat.platform) == ("here", self.platform)
        await asyncio.sleep(0)
        title = reply.blocks[0].text
        answer = self.reins.ask(Posting(self.platform, chat.id, nonce, title, reply.text))
        await asyncio.sleep(0)
        if answer == FAIL:
            raise NotSent
        return str(answer)

    async def tell_managers(self, chat: Chat, place: str, reply: Reply) -> bool:
        """Tell them."""
        await asyncio.sleep(0)
        self.reins.ask((TOLD, chat.id))
        await asyncio.sleep(0)
        return True


def chats_at(awaits: Awaits) -> dict[int, str]:
    """The chats whose posts are under way in a process, and the function that waits in each."""
    found = {}
    for coroutine in awaits.running:
        stack = list(frames(coroutine))
        names = [frame.f_code.co_name for frame in stack]
        inner = [
            f"{frame.f_code.co_name}:{frame.f_lineno}"
            for frame in stack
            if frame.f_code.co_filename.endswith(("/posts.py", "/sending.py"))
        ]
        for frame in stack:
            if frame.f_code.co_name in ("_due", "_doubt") and "chat" in frame.f_locals:
                after = "post" if "post" in names else "storage" if "write" in names else "read"
                found[frame.f_locals["chat"].id] = f"{' > '.join(inner)} > {after}"
    return found


def live(line: Connection, database: str, number: int) -> None:
    """The life of a process: ``number`` is its own among all of the year."""
    asyncio.run(_live(line, database, number))


async def _live(line: Connection, database: str, number: int) -> None:
    strange: list[str] = []

    def note(_: Any, __: str, event: dict[str, Any]) -> Any:
        if event["event"] not in EXPECTED:
            strange.append(f"{event['event']} {event.get('exception', '')}")
        raise structlog.DropEvent

    structlog.configure(processors=[structlog.processors.format_exc_info, note])

    def told(where: str) -> None:
        line.send(Ended(where, chats_at(awaits), frozenset(awaits.passed)))

    draw = random.Random(number)
    awaits = Awaits(told, lambda: os._exit(9), lambda: draw.random() < 1 / 2)
    storage = await Storage.open(database)
    reins, clock = Reins(line, storage), Clock()
    services = Services(
        Held(storage, reins, awaits),  # type: ignore[arg-type]  # it does what one does
        clock,
        lambda below: (number << 64 | draw.getrandbits(64)) % below,
        Proved(),
        dailies=Making("s"),
    )
    wires = {platform: Wire(platform, reins) for platform in RECOGNISES}
    scheduler = Scheduler(services, wires, no_sleep)
    asyncio.get_running_loop().set_task_factory(awaits.task)
    while (order := line.recv()) is not None:
        clock.now, awaits.spared = order.now, order.spared
        awaits.passed.clear()
        await asyncio.create_task(scheduler.step())
        awaits.spared = None
        line.send(Looked(frozenset(awaits.passed), tuple(strange)))
        strange.clear()
    await storage.close()
