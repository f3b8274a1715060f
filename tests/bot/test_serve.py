"""``patience serve``: what a host is told, and how it ends."""

import asyncio
import signal
from pathlib import Path

import pytest
from aiohttp import web

from tests.bot.program import program


async def _serve(folder: Path, **settings: str) -> asyncio.subprocess.Process:
    return await program(folder, "serve", **settings)


async def _ended(process: asyncio.subprocess.Process) -> tuple[int | None, list[str]]:
    out, errors = await process.communicate()
    assert out == b""
    return process.returncode, errors.decode().splitlines()


async def test_without_a_token(tmp_path: Path) -> None:
    """One clear line and status 2."""
    status, lines = await _ended(await _serve(tmp_path))

    assert status == 2
    said = "neither DISCORD_TOKEN nor TELEGRAM_TOKEN is set; .env.example tells where to get one"
    assert lines == [f"patience: {said}"]


async def test_a_setting_that_is_no_number(tmp_path: Path) -> None:
    """The setting is named, its value is not."""
    status, lines = await _ended(await _serve(tmp_path, DISCORD_TEST_GUILD="secret"))

    line = "patience: a setting can't be used: DISCORD_TEST_GUILD must be a server's id, a number"
    assert (status, lines) == (2, [line])


@pytest.fixture
async def refusing():
    """A server that knows no token."""

    async def refuse(_: web.Request) -> web.Response:
        return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)

    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield "http://{}:{}/api".format(*runner.addresses[0][:2])
    await runner.cleanup()


@pytest.mark.parametrize("platform", ["Discord", "Telegram"])
async def test_a_wrong_token(platform: str, tmp_path: Path, refusing: str) -> None:
    """One clear line, without the token."""
    name = platform.upper()
    token = "123456:wrong-token"
    settings = {f"{name}_TOKEN": token, f"{name}_API_BASE": refusing}
    status, lines = await _ended(await _serve(tmp_path, **settings))

    assert status == 2
    assert lines[-1].startswith(f"patience: {platform} refuses this {name}_TOKEN")
    assert token not in "".join(lines)


async def test_a_wrong_token_leaves_the_other_platform_alone(
    tmp_path: Path, refusing: str, silent: tuple[str, asyncio.Event]
) -> None:
    """One line says which platform is lost; the other goes on until it is told to end."""
    address, asked = silent
    process = await _serve(
        tmp_path,
        DISCORD_TOKEN="wrong.token",
        DISCORD_API_BASE=refusing,
        TELEGRAM_TOKEN="123456:token",
        TELEGRAM_API_BASE=address,
    )
    assert process.stderr is not None
    lines = []
    while b"platform_lost" not in (line := await process.stderr.readline()):
        assert line, lines
        lines.append(line)
    await asked.wait()
    process.send_signal(signal.SIGTERM)
    status, more = await _ended(process)

    assert b"DISCORD_TOKEN" in line
    assert b"wrong.token" not in line
    assert status == 0, more


@pytest.fixture
async def silent():
    """A server that never answers, and tells when it was asked."""
    asked, over = asyncio.Event(), asyncio.Event()

    async def wait(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await over.wait()
        writer.close()

    server = await asyncio.start_server(wait, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()[:2]
    yield f"http://{host}:{port}/api", asked
    over.set()
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize("platform", ["DISCORD", "TELEGRAM"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it(
    number: signal.Signals, platform: str, tmp_path: Path, silent: tuple[str, asyncio.Event]
) -> None:
    """Even while it waits for a platform: everything is closed and the status is 0."""
    address, asked = silent
    settings = {f"{platform}_TOKEN": "1:token", f"{platform}_API_BASE": address}
    process = await _serve(tmp_path, **settings)
    await asked.wait()
    process.send_signal(number)
    status, lines = await _ended(process)

    assert status == 0, lines
    assert not any("Traceback" in line for line in lines)
