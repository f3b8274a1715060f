"""Uploading card pictures over a wire that breaks, by the running bot and by the command."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.adapters.discord import Bot
from bot.adapters.discord.emojis.pictures import EDITION, NAMES, picture
from tests.bot.adapters.discord.conftest import Log
from tests.bot.adapters.discord.loopback.conftest import first_board
from tests.bot.program import program
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.faults import Fault, broken, cut, limited, refusal
from tests.fakes.discord.server import TOKEN

EMOJIS = "/emojis"
ALL = {name + EDITION for name in NAMES}
_ONE = picture("empty")


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing all pictures takes seconds: here they are all the same."""
    monkeypatch.setattr("bot.adapters.discord.emojis.upload.picture", lambda _: _ONE)


def there(discord: FakeDiscord) -> list[str]:
    """The names of all emojis on Discord."""
    return [each["name"] for each in discord.world.emojis]


@pytest.mark.parametrize(
    ("fault", "warned"),
    [
        (lambda: limited(0.01), ["We are being rate limited."]),
        (lambda: broken(502), []),
        (lambda: broken(502, done=True), []),
        (lambda: cut(done=True), ["ServerDisconnectedError emojis_not_uploaded"]),
        (cut, ["ServerDisconnectedError emojis_not_uploaded"]),
    ],
    ids=["429", "502", "502 in vain", "lost answer", "lost request"],
)
async def test_each_picture_is_uploaded_once(
    discord: FakeDiscord, bot: Bot, log: Log, fault: Callable[[], Fault], warned: list[str]
) -> None:
    """Whatever befalls one of the requests; a board meanwhile is in signs, later ones aren't."""
    rested = []

    async def rest(seconds: float) -> None:
        rested.append(seconds)

    bot._emojis.sleep = rest
    await discord.answered(await discord.slash(discord.ann, "theme", theme="emoji"))
    discord.faults.add("POST", EMOJIS, fault())
    board = await first_board(discord)
    assert "```ansi" in board["content"]
    await discord.until(lambda: set(there(discord)) >= ALL)
    task = bot._emojis._task
    assert task is not None
    await task

    assert sorted(there(discord)) == sorted(ALL)
    assert [each[:26] for each in log.take()] == [each[:26] for each in warned]
    assert len(rested) == sum("emojis_not_uploaded" in each for each in warned)
    await discord.press(discord.ann, board, "K♣\ufe0e›a")
    await discord.until(lambda: "<:Kca:" in discord.board["content"])


async def _sync(api: str, folder: Path) -> tuple[int | None, str, str]:
    process = await program(folder, "emojis", "sync", DISCORD_TOKEN=TOKEN, DISCORD_API_BASE=api)
    out, errors = await process.communicate()
    return process.returncode, out.decode(), errors.decode()


async def test_the_command(discord: FakeDiscord, tmp_path: Path) -> None:
    """It says what it did, goes on after a refusal, and does nothing twice."""

    async def full(*_: object) -> object:
        return refusal(400, 30008, "Maximum number of emojis reached (2000)")

    discord.faults.add("POST", EMOJIS, full)
    status, out, errors = await _sync(discord.api, tmp_path)
    assert (status, out) == (1, "")
    assert errors.splitlines()[-1] == (
        "patience: Discord answered 400 to a picture; the same command goes on from there"
    )
    for uploaded in (len(NAMES), 0):
        status, out, errors = await _sync(discord.api, tmp_path)
        assert (status, errors) == (0, "")
        assert out == f"{uploaded} pictures uploaded; {len(NAMES)} are on Discord\n"
    assert sorted(there(discord)) == sorted(ALL)


async def test_the_command_with_a_wrong_token(discord: FakeDiscord, tmp_path: Path) -> None:
    """One clear line."""
    discord.gateway.token = "another"
    status, out, errors = await _sync(discord.api, tmp_path)

    assert (status, out) == (2, "")
    assert re.fullmatch(r"patience: Discord refuses this DISCORD_TOKEN.*\n", errors)
