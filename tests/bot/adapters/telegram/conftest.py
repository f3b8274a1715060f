"""The bot at a Telegram on the loopback, in a time that passes when a test lets it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.adapters.telegram import Bot, inturn
from bot.commandline.logs import SILENT
from bot.conversation import Conversation
from bot.requests import Actor, Chat
from tests.bot.adapters.logs import Log
from tests.bot.adapters.telegram.passing import Time, Watched
from tests.bot.conftest import converse
from tests.fakes.telegram import TOKEN, BotApi, Sent, User, World
from tests.fakes.telegram import Chat as Room
from tests.fakes.telegram.people import Topic
from tests.fakes.telegram.server import Call
from tests.fakes.telegram.world import Query

CALM, CALM_UNHEARD = 30, 600
"""Turns of the loop in which nothing happens: it is over; the second where nobody polls."""
LONG = timedelta(minutes=15)


@pytest.fixture
def clock() -> Time:
    """The time of the bot, of its conversation and of Telegram."""
    return Time()


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Watched]:
    """A new database in a file."""
    opened = await Watched.open(f"sqlite:///{tmp_path / 'test.db'}")
    yield opened
    await opened.close()


class Env:
    """A Telegram with the bot in it."""

    def __init__(self, time: Time, storage: Watched) -> None:
        self.time = time
        self.storage = storage
        self.world = World(time.seconds)
        self.api = BotApi(self.world)
        self.conversation = converse(storage, time)
        self._floods = 0
        self._running: list[tuple[Bot, asyncio.Task[None]]] = []

    async def start(self, conversation: Conversation | None = None, **more: Any) -> Bot:
        """Let a bot run, until it waits for something to happen."""
        self.conversation = conversation or self.conversation
        bot = Bot(
            self.conversation,
            self.storage,
            token=TOKEN,
            api_base=self.api.address,
            clock=self.time,
            sleep=self.time.sleep,
            **more,
        )
        self._running.append((bot, asyncio.create_task(bot.run())))
        await self.settle()
        return bot

    async def stop(self) -> None:
        """Let every bot end; what one had not written yet is written first."""
        await self.flush()
        while self._running:
            bot, running = self._running.pop()
            await bot.finish()
            await running

    async def restart(self) -> None:
        """Begin the program anew: nothing is remembered but what is stored.

        That takes a minute, so that what was sent before no longer counts.
        """
        await self.stop()
        await self.forward(minutes=1)
        await self.start(converse(self.storage, self.time))

    async def settle(self) -> None:
        """Wait until the bot has nothing to do at this moment."""
        calm = 0
        while calm < (CALM if self.world.updates.idle else CALM_UNHEARD):
            # Nothing is waited for in real time: what is under way goes on a turn at a time.
            await asyncio.sleep(0)
            calm += 1
            if self.api.busy or self.storage.busy:
                calm = 0
                await self.storage.rest()
                await self.api.rest()

    async def forward(self, **units: float) -> None:
        """Let time pass: ``forward(minutes=1)``; what is due in it is done when it is due."""
        end = self.time.now + timedelta(**units)
        await self._until(end)
        self.time.to(end)
        await self.settle()

    async def flush(self) -> None:
        """Let just so much time pass that everything is written."""
        await self._until(self.time.now + LONG)

    async def _until(self, end: Any) -> None:
        await self.settle()
        while (due := self.time.next) is not None and due <= end:
            self.time.to(due)
            await self.settle()

    def stored(self) -> bytes:
        """All that is on the disk."""
        folder = Path(self.storage.where).parent
        return b"".join(each.read_bytes() for each in folder.iterdir() if each.is_file())

    def take_floods(self) -> list[Call]:
        """The calls since the last time that were too much at once."""
        floods = self.api.floods[self._floods :]
        self._floods += len(floods)
        return floods

    def check(self) -> None:
        """No call so far was one that Telegram wouldn't take, nor too many at once."""
        assert self.api.faults == []
        assert [each.values for each in self.take_floods()] == []


@pytest.fixture
def _silent() -> Iterator[None]:
    """Libraries log as they do for hosts."""
    loggers = [logging.getLogger(name) for name in SILENT]
    before = [each.level for each in loggers]
    for each in loggers:
        each.setLevel(logging.CRITICAL + 1)
    yield
    for each, level in zip(loggers, before, strict=True):
        each.setLevel(level)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No press is answered before its time only because this machine is busy."""
    monkeypatch.setattr(inturn, "PATIENCE", 60.0)


@pytest.fixture
async def world_of(
    clock: Time,
    storage: Watched,
    log: Log,
    _silent: None,
) -> AsyncIterator[Env]:
    """A Telegram without the bot; at the end each call is looked at, and what was logged."""
    env = Env(clock, storage)
    await env.api.start()
    yield env
    await env.stop()
    await env.api.close()
    secret = TOKEN.partition(":")[2]
    assert [line for line in log.lines if secret in line] == []
    env.check()


@pytest.fixture
async def env(world_of: Env) -> Env:
    """The same with the bot in it."""
    await world_of.start()
    return world_of


class Player:
    """Somebody in a chat (or in a topic of it), who sees the bot's newest message there."""

    def __init__(self, env: Env, user: User, room: Room, topic: Topic | None = None) -> None:
        self.env = env
        self.user = user
        self.room = room
        self.topic = topic
        self.query: Query | None = None

    async def say(self, text: str, **more: Any) -> Sent:
        """Write a message; in a group it is as others write there, unless it answers something."""
        said = self.env.world.say(self.user, self.room, text, topic=self.topic, **more)
        await self.env.flush()
        return said

    async def answer(self, text: str) -> Sent:
        """Reply to the newest message of the bot."""
        return await self.say(text, reply_to=self.message)

    async def press(self, label: str, message: Sent | None = None) -> Query:
        """Press the button of that label on the newest message, or on another one."""
        return await self.press_id(
            (message or self.message).button(label)["callback_data"], message
        )

    async def press_id(self, brings: str, message: Sent | None = None) -> Query:
        """Press a button by what it brings."""
        self.query = self.env.world.press(self.user, message or self.message, data=brings)
        await self.env.flush()
        assert len(self.query.answers) == 1, "a press is answered once"
        return self.query

    @property
    def told(self) -> str:
        """What was said to this player alone about the last press."""
        assert self.query is not None
        return plain(self.query.told)

    @property
    def messages(self) -> list[Sent]:
        """The bot's messages here, oldest first."""
        topic = self.topic.id if self.topic else None
        bot = self.env.world.bot
        return [each for each in self.room.shown if each.sender is bot and each.topic == topic]

    @property
    def message(self) -> Sent:
        """The newest of them."""
        return self.messages[-1]

    @property
    def seen(self) -> str:
        """Its text."""
        return plain(self.message.plain)

    @property
    def actions(self) -> dict[str, str]:
        """The newest board's buttons: what a press brings, by action."""
        brings = [b["callback_data"] for b in self.message.buttons if "callback_data" in b]
        return {each.split(":", 4)[4]: each for each in brings if each.startswith("1:g:")}

    def sitting(self) -> Any:
        """Who and where this is, for the helpers that look into the database."""
        return SimpleNamespace(
            conversation=self.env.conversation,
            actor=Actor("telegram", str(self.user.id), self.user.first_name),
            chat=Chat("telegram", str(self.room.id), private=not self.room.group),
        )


def plain(text: str) -> str:
    """A text without the signs that keep names apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


def at_home(env: Env, name: str, language: str = "en") -> Player:
    """Somebody in a private chat with the bot, which they have opened."""
    user = env.world.user(name, language_code=language)
    room = env.world.private(user)
    room.bot = "member"
    return Player(env, user, room)


@pytest.fixture
def zoe(env: Env) -> Player:
    """Somebody in a private chat with the bot."""
    return at_home(env, "zoe")


@pytest.fixture
def ann(env: Env) -> Player:
    """Somebody in a group of hers."""
    user = env.world.user("ann", language_code="en")
    return Player(env, user, env.world.group("Club", user))


@pytest.fixture
def bob(env: Env, ann: Player) -> Player:
    """Somebody else there."""
    user = env.world.user("bob", language_code="en")
    ann.room.members[user.id] = "member"
    return Player(env, user, ann.room)
