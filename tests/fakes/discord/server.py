"""The whole of it: a server to start, people who do things, and waiting for what comes of them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, Self, TypeVar

from aiohttp import web

from tests.fakes.discord.api import ROOT, Api
from tests.fakes.discord.faults import Faults
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.interactions import COMMAND, PRESS, Interaction, options_of
from tests.fakes.discord.world import LOADING, Payload, World, buttons

T = TypeVar("T")
TOKEN = "MTIz.fake.token"
LONG = 60.0
"""Seconds after which nobody waits any more: what a test waits for will not come."""


def _now() -> float:
    return asyncio.get_running_loop().time()


class FakeDiscord:
    """``async with FakeDiscord() as discord`` serves ``discord.api`` and ``discord.gateway_url``.

    Its clock is the event loop's.
    """

    def __init__(self, *, shards: int = 1) -> None:
        """One server, one channel and ``ann``; ``shards`` is how many it recommends."""
        self._changes = asyncio.Condition()
        self._telling: set[asyncio.Task[None]] = set()
        self.world = World()
        self.gateway = Gateway(self.world, self._changed)
        self.gateway.shards, self.gateway.token = shards, TOKEN
        self.faults = Faults()
        self._api = Api(self.world, self.gateway, self.faults, _now, self._changed)
        self.channel = self.world.guild()["channels"][0]
        self.ann = self.world.person("ann")
        self._runner: web.AppRunner | None = None
        self.api = ""

    async def __aenter__(self) -> Self:
        """Listen on a free port."""
        # An access log would be read by nobody.
        self._runner = web.AppRunner(self._api.application(), access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.api = f"http://{host}:{port}{ROOT}"
        self.gateway.url = f"ws://{host}:{port}/gateway/"
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close everything."""
        assert self._runner is not None  # it was entered
        for session in self.gateway.sessions.values():
            if session.link is not None:
                session.link.drop()
        await self._runner.cleanup()

    @property
    def requests(self) -> list[Any]:
        """Every request so far."""
        return self._api.requests

    # People

    async def slash(
        self, user: Payload, name: str, channel: Payload | None = None, **options: Any
    ) -> Interaction:
        """``user`` uses a command."""
        data = {
            "id": str(self.world.id()),
            "name": name,
            "type": 1,
            "options": options_of(options),
        }
        return await self._done(channel or self.channel, user, type=COMMAND, data=data)

    async def press(self, user: Payload, message: Payload, label: str) -> Interaction:
        """``user`` presses the button of that label on a message."""
        pressed = next(b for b in buttons(message) if b["label"] == label)
        return await self.press_id(user, message, pressed["custom_id"])

    async def press_id(self, user: Payload, message: Payload, custom_id: str) -> Interaction:
        """``user`` presses a button of a message, told by its custom id."""
        channel = self.world.channels[int(message["channel_id"])]
        data = {"component_type": 2, "custom_id": custom_id}
        return await self._done(channel, user, type=PRESS, data=data, message=dict(message))

    async def _done(self, channel: Payload, user: Payload, **more: Any) -> Interaction:
        interaction = self._api.interactions.make(channel, user, _now(), **more)
        guild = int(channel["guild_id"])
        await self.gateway.emit("INTERACTION_CREATE", interaction.payload, guild)
        return interaction

    async def say(self, user: Payload, text: str) -> Payload:
        """``user`` writes to the bot in the channel, by mention."""
        me = self.world.bot
        body = {"content": f"<@{me['id']}> {text}"}
        guild = self.channel["guild_id"]
        message = self.world.message(self.channel["id"], user, body, guild_id=guild, mentions=[me])
        await self.gateway.emit("MESSAGE_CREATE", message, int(guild))
        return message

    # Looking

    @property
    def boards(self) -> list[Payload]:
        """What the bot shows in the channel, oldest first."""
        me = self.world.bot["id"]
        shown = self.world.shown(self.channel["id"])
        return [each for each in shown if each["author"]["id"] == me]

    @property
    def board(self) -> Payload:
        """The newest of these."""
        return self.boards[-1]

    @property
    def waiting(self) -> bool:
        """Whether somebody sees that the bot is thinking."""
        return any(each["flags"] & LOADING for each in self.world.messages.values())

    def count(self, method: str, path: str) -> int:
        """How many requests came whose path ends so."""
        return sum(each.method == method and each.path.endswith(path) for each in self.requests)

    def _changed(self) -> None:
        """Wake who waits."""
        telling = asyncio.ensure_future(self._tell())
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _tell(self) -> None:
        async with self._changes:
            self._changes.notify_all()

    async def until(self, found: Callable[[], T]) -> T:
        """What ``found`` gives, as soon as that is true; looked at whenever something happened."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None  # always inside a coroutine
        # The loop's own clock may stand still.
        enough = threading.Timer(LONG, loop.call_soon_threadsafe, (task.cancel,))
        enough.daemon = True
        enough.start()
        try:
            async with self._changes:
                while not (what := found()):
                    await self._changes.wait()
                return what
        finally:
            enough.cancel()

    async def answered(self, interaction: Interaction) -> Interaction:
        """``interaction`` with the first answer to it."""
        await self.until(lambda: interaction.answers)
        return interaction
