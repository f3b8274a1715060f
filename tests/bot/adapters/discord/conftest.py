"""The bot in a Discord kept in memory, whose every request is checked as Discord would."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from simcord import interactions

from bot.adapters.discord import Bot
from bot.conversation import Conversation
from bot.requests import Actor, Chat
from bot.workers import TooMany
from storage import Storage
from tests.bot.adapters.discord.wire import faults
from tests.bot.adapters.logs import Log


class Altered:
    """What simcord can't arrange about interactions: the client's language, the place."""

    def __init__(self) -> None:
        self.payload: dict[str, Any] = {}


@pytest.fixture
def altered(monkeypatch: pytest.MonkeyPatch) -> Altered:
    """Change the interactions that follow: ``altered.payload["locale"] = "es-ES"``."""
    change, made = Altered(), interactions.base_payload

    def base_payload(*args: Any, **kwargs: Any) -> Any:
        record, payload = made(*args, **kwargs)
        return record, payload | change.payload

    monkeypatch.setattr(interactions, "base_payload", base_payload)
    return change


class Crowded:
    """Solvers that are busy with others: commands answer at once, without a search."""

    async def ask(self, who: Any, job: Any) -> Any:
        """No answer."""
        del who, job
        raise TooMany

    async def close(self) -> None:
        """Nothing runs."""


class Slow:
    """A solver that knows the answer, and gives it when it is let."""

    def __init__(self, env: simcord.Env, answer: Any) -> None:
        self.env = env
        self.answer = answer
        self.may = asyncio.Event()

    async def ask(self, who: Any, job: Any) -> Any:
        """The answer, in time or late."""
        del who, job
        await self.env.external_wait(self.may.wait(), reason="a search")
        return self.answer

    async def close(self) -> None:
        """Nothing runs."""


def solved_by(conversation: Conversation, solvers: Any) -> None:
    """Let ``solvers`` answer from now on."""
    conversation._services = replace(conversation._services, solvers=solvers)


def bot_of(conversation: Conversation, storage: Storage, **more: Any) -> Bot:
    """A bot that has not connected yet."""
    return Bot(conversation, storage, shard_count=1, **more)


@pytest.fixture
async def env(
    storage: Storage,
    conversation: Conversation,
    log: Log,  # noqa: ARG001 - it watches
) -> AsyncIterator[simcord.Env]:
    """A Discord with the bot in it; at the end each request is held against the description."""
    world = simcord.Env(bot_of(conversation, storage), shard_count=1, settle_timeout=60)
    await world.start()
    yield world
    await world.shutdown()
    world.raise_errors()
    check(world)


def check(world: simcord.Env) -> None:
    """Every request so far is one that Discord takes."""
    found = [
        fault
        for request in world.http_requests
        if request.json is not None
        for fault in faults(request.method, request.path, request.json)
    ]
    assert found == []


class Player:
    """Somebody in a channel, or in a private chat, who sees the newest message there."""

    def __init__(self, env: simcord.Env, actor: Any, channel: Any = None) -> None:
        self.env = env
        self.actor = actor
        self.channel = channel or actor.dm_channel
        self.result: Any = None

    @property
    def private(self) -> bool:
        """Whether this is a private chat."""
        return isinstance(self.actor, simcord.UserHandle)

    async def slash(self, name: str, **options: Any) -> Any:
        """Use a command."""
        where = () if self.private else (self.channel,)
        self.result = await self.actor.slash(*where, name, **options)
        return self.result

    async def say(self, text: str, **more: Any) -> None:
        """Write a message: before others, with the bot's mention."""
        if self.private:
            await self.actor.send_dm(text)
        else:
            await self.actor.send(self.channel, f"<@{self.env.bot.user.id}> {text}", **more)

    def sitting(self, conversation: Conversation) -> Any:
        """Who and where this is, for the helpers that look into the database."""
        me = self.actor.id
        guild = None if self.private else self.actor.guild.id
        return SimpleNamespace(
            conversation=conversation,
            actor=Actor("discord", str(me), self.actor.name),
            chat=Chat("discord", str(guild or self.channel.id), private=self.private),
        )

    @property
    def message(self) -> discord.Message:
        """The newest message of the bot that everybody sees."""
        me = self.env.bot.user.id
        return [each for each in self.channel.history() if each.author.id == me and not
                each.flags.ephemeral][-1]  # fmt: skip

    @property
    def seen(self) -> str:
        """The newest message of the bot as text."""
        return text_of(self.message)

    @property
    def actions(self) -> dict[str, str]:
        """The newest board's buttons that can be pressed: custom ids by action."""
        return {
            button.custom_id.split(":", 4)[4]: button.custom_id
            for button in buttons_of(self.message)
            if not button.disabled
        }

    async def press(self, label: str, message: Any = None) -> Any:
        """Press the button of that label on the newest message, or on another one."""
        on = message or self.message
        custom_id = next(b.custom_id for b in buttons_of(on) if b.label == label and not b.disabled)
        self.result = await self.actor.click(on, custom_id=custom_id)
        return self.result

    async def press_id(self, custom_id: str, message: Any = None) -> Any:
        """Press a button of the newest message by its custom id."""
        self.result = await self.actor.click(message or self.message, custom_id=custom_id)
        return self.result

    @property
    def told(self) -> str:
        """What only this player was told last."""
        notice = self.result.response or self.result.followups[-1]
        assert notice.ephemeral
        return text_of(notice.message)


def text_of(message: discord.Message) -> str:
    """Content, or the texts of a layout."""
    texts = [each.content for each in message.components if each.type.value == 10]
    return message.content or "\n".join(texts)


def buttons_of(message: discord.Message) -> list[Any]:
    """The buttons in reading order."""
    return [
        item
        for row in message.components
        for item in getattr(row, "children", ())
        if item.type is discord.ComponentType.button
    ]


@pytest.fixture
def club(env: simcord.Env) -> Any:
    """A server."""
    return env.create_guild("Club")


@pytest.fixture
def ann(env: simcord.Env, club: Any) -> Player:
    """Somebody in the server's channel."""
    channel = club.create_text_channel("cards")
    return Player(env, club.add_member(env.create_user("ann")), channel)


@pytest.fixture
def bob(env: simcord.Env, club: Any, ann: Player) -> Player:
    """Somebody else there."""
    return Player(env, club.add_member(env.create_user("bob")), ann.channel)


@pytest.fixture
def zoe(env: simcord.Env) -> Player:
    """Somebody in a private chat with the bot."""
    return Player(env, env.create_user("zoe"))
