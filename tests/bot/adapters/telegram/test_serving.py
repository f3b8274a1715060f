"""``patience serve`` itself, in its own process and in real time, at a Telegram on the loopback."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.program import program
from tests.fakes.telegram import TOKEN, BotApi, World


@pytest.fixture
async def api() -> AsyncIterator[BotApi]:
    """A Telegram."""
    server = BotApi(World(time.time))
    await server.start()
    yield server
    await server.close()
    assert server.faults == []


async def _serve(folder: Path, api: BotApi, **more: str) -> asyncio.subprocess.Process:
    return await program(
        folder, "serve", TELEGRAM_TOKEN=TOKEN, TELEGRAM_API_BASE=api.address, **more
    )


async def test_a_game_over_an_outage(tmp_path: Path, api: BotApi) -> None:
    """A board, a press while Telegram breaks, the moved board; the token is in no line."""
    world = api.world
    ann = world.user("ann", language_code="en")
    room = world.private(ann)
    process = await _serve(tmp_path, api)
    assert process.stderr is not None
    world.say(ann, room, "/play bakers-game 617")
    await api.until(lambda: len(room.shown) > 1)
    board = room.shown[-1]

    api.broken = 502
    world.updates.let_go()
    lines = []
    while b"telegram_unreachable" not in (line := await process.stderr.readline()):
        assert line, lines
        lines.append(line)
    api.broken = 0
    query = world.press(ann, board, "Kc>a")
    await api.until(lambda: "move 1" in board.plain)
    assert len(query.answers) == 1
    process.send_signal(signal.SIGTERM)
    out, errors = await process.communicate()

    told = b"".join((*lines, line, out, errors)).decode()
    assert process.returncode == 0, told
    assert TOKEN.partition(":")[2] not in told
    assert "Traceback" not in told


async def test_a_webhook_by_settings(tmp_path: Path, api: BotApi, unused_tcp_port: int) -> None:
    """The settings of a host: Telegram is told the address, and brings updates to it."""
    world = api.world
    ann = world.user("ann", language_code="en")
    room = world.private(ann)
    url = f"http://127.0.0.1:{unused_tcp_port}/hook"
    process = await _serve(tmp_path, api, WEBHOOK_URL=url, WEBHOOK_PORT=str(unused_tcp_port))
    await api.until(lambda: world.updates.webhook.get("url") == url)
    assert len(world.updates.webhook["secret_token"]) >= 20
    world.say(ann, room, "/play bakers-game 617")
    await api.until(lambda: len(room.shown) > 1)
    process.send_signal(signal.SIGTERM)
    out, errors = await process.communicate()

    assert room.shown[-1].plain.startswith("Baker's Game #617")
    assert process.returncode == 0, errors
    assert world.updates.webhook["secret_token"].encode() not in out + errors
