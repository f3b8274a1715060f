"""``patience serve`` on both platforms, started and stopped again and again; what it logs."""

import asyncio
import json
import signal
import time
from pathlib import Path

import pytest

from bot.adapters.telegram.menu import menus
from tests.bot.program import program
from tests.fakes.discord.server import TOKEN as DISCORD_TOKEN
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.telegram import TOKEN as TELEGRAM_TOKEN
from tests.fakes.telegram import BotApi, World

DAILY_SECRET = "what dailies are drawn from, long enough"
WEBHOOK_SECRET = "what-telegram-says"


@pytest.fixture
async def api():
    """A Telegram."""
    server = BotApi(World(time.time))
    await server.start()
    yield server
    await server.close()
    assert server.faults == []


@pytest.fixture
async def discord():
    """A Discord."""
    async with FakeDiscord() as server:
        yield server


async def _start(folder: Path, discord: FakeDiscord, api: BotApi) -> asyncio.subprocess.Process:
    return await program(
        folder,
        "serve",
        DISCORD_TOKEN=DISCORD_TOKEN,
        DISCORD_API_BASE=discord.api,
        DISCORD_GATEWAY_URL=discord.gateway.url,
        TELEGRAM_TOKEN=TELEGRAM_TOKEN,
        TELEGRAM_API_BASE=api.address,
        DAILY_SECRET=DAILY_SECRET,
        WEBHOOK_SECRET=WEBHOOK_SECRET,
    )


@pytest.mark.parametrize("starts", [2, pytest.param(10, marks=pytest.mark.slow)])
async def test_starts_and_stops(
    tmp_path: Path, discord: FakeDiscord, api: BotApi, starts: int
) -> None:
    """Commands are told once, every session is taken leave of, and a game goes on throughout.

    Each line logged is JSON with a moment and a level, and holds nothing that was written nor any
    secret.
    """
    ann = api.world.user("ann", language_code="en")
    room = api.world.private(ann)
    lines: list[bytes] = []
    for number in range(starts):
        process = await _start(tmp_path, discord, api)
        await discord.until(lambda: discord.gateway.ready)
        await api.world.updates.until_idle()
        shown = len(room.shown)
        api.world.say(ann, room, "/play bakers-game 617" if not number else "/board xyzzy")
        await api.until(lambda before=shown: len(room.shown) > before + 1)
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
        lines += errors.splitlines()

    assert discord.gateway.opened == ["IDENTIFY"] * starts
    assert discord.gateway.closed == [1000] * starts
    assert discord.count("PUT", "/commands") == 1
    assert len(api.made("setMyCommands")) == len(menus())
    assert "617" in room.shown[-1].plain

    events = [json.loads(line) for line in lines]
    told = [each["event"] for each in events]
    assert (told.count("commands_synced"), told.count("commands_told")) == (1, 1)
    assert told.count("on_telegram") == told.count("stopping") == starts
    assert all({"event", "level", "timestamp"} <= each.keys() for each in events)
    assert {each["level"] for each in events} <= {"info"}
    logged = b"\n".join(lines).decode()
    for hidden in (DISCORD_TOKEN, TELEGRAM_TOKEN, DAILY_SECRET, WEBHOOK_SECRET, "xyzzy"):
        assert hidden not in logged
