"""The bot with its real client, connected to a Discord on this machine."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.discord import Bot, addressed
from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.discord.conftest import Log
from tests.bot.adapters.discord.wire import faults
from tests.fakes.clock import Hurried, LoopClock
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.server import TOKEN
from tests.fakes.discord.world import Payload

KING = "K♣\ufe0e›a"
"""The first move of most tests: on the board of Baker's Game 617."""


async def first_board(discord: FakeDiscord, deal: str = "617") -> Payload:
    """Begin a game; its board."""
    await discord.slash(discord.ann, "play", game="bakers-game", deal=deal)
    return await discord.until(lambda: discord.boards and discord.board)


async def codes(storage: Storage, game: int = 1) -> list[str]:
    """What was played of a game, as it is stored."""
    return [each.code for each in await storage.read(lambda reading: reading.games.events(game))]


@pytest.fixture
async def loop_clock() -> LoopClock:
    """The loop's clock, to be set forward."""
    return LoopClock()


@pytest.fixture
async def hurried(loop_clock: LoopClock, monkeypatch: pytest.MonkeyPatch) -> Hurried:
    """discord.py pauses between attempts, and before it identifies anew: here in no time."""
    hurried = Hurried(loop_clock)
    for module in ("http", "webhook.async_", "client", "shard"):
        monkeypatch.setattr(f"discord.{module}.asyncio", hurried)
    return hurried


@asynccontextmanager
async def served(shards: int = 1) -> AsyncIterator[FakeDiscord]:
    """A Discord that discord.py finds; at the end each request is held against the description."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    async with FakeDiscord(shards=shards) as discord:
        addressed(discord.api, discord.gateway.url)
        try:
            yield discord
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
    found = [
        fault
        for request in discord.requests
        if request.body is not None
        for fault in faults(request.method, request.path, request.body)
    ]
    assert found == []


@asynccontextmanager
async def running(bot: Bot, discord: FakeDiscord) -> AsyncIterator[asyncio.Task[None]]:
    """``bot`` from its start to its end, when nothing is held back any more."""
    task = asyncio.create_task(bot.run_with(TOKEN))
    try:
        yield task
    finally:
        discord.faults.end()
        await bot.finish()
        await task


@pytest.fixture
async def discord(hurried: Hurried) -> AsyncIterator[FakeDiscord]:  # noqa: ARG001 - it hurries
    """A Discord with one shard."""
    async with served() as opened:
        yield opened


@pytest.fixture
async def bot(
    discord: FakeDiscord,
    conversation: Conversation,
    storage: Storage,
    log: Log,  # noqa: ARG001 - it watches
) -> AsyncIterator[Bot]:
    """The bot, logged in and ready."""
    bot = Bot(conversation, storage)
    async with running(bot, discord):
        await discord.until(lambda: discord.gateway.ready)
        yield bot
