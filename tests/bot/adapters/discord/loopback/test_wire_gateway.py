"""Connections that end in every way: what was said meanwhile is heard, and once."""

from collections.abc import Awaitable, Callable

import pytest

from bot.adapters.discord import Bot, Unwelcome
from bot.adapters.discord.connection import RESUMES
from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.discord.conftest import Log
from tests.bot.adapters.discord.loopback.conftest import KING, codes, first_board, running
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.gateway import Gateway

End = Callable[[Gateway], Awaitable[None]]


async def _dropped(gateway: Gateway) -> None:
    gateway.drop()


_LASTING: dict[str, End] = {
    "dropped without a word": _dropped,
    "opcode 7": lambda gateway: gateway.reconnect(),
    "opcode 9, to be resumed": lambda gateway: gateway.invalidate(resumable=True),
    "code 1000": lambda gateway: gateway.close(1000),
    "code 1001": lambda gateway: gateway.close(1001),
    "code 4000": lambda gateway: gateway.close(4000),
}


@pytest.mark.parametrize("way", _LASTING)
@pytest.mark.usefixtures("bot")
async def test_a_session_goes_on(way: str, discord: FakeDiscord, storage: Storage) -> None:
    """In the middle of a game: a press, then a typed move, made meanwhile are played once."""
    board = await first_board(discord)
    await _LASTING[way](discord.gateway)
    press = await discord.answered(await discord.press(discord.ann, board, KING))
    await _LASTING[way](discord.gateway)
    await discord.say(discord.ann, "4b")
    await discord.until(lambda: len(discord.boards) == 2)

    assert press.answers == [7]
    assert discord.gateway.opened == ["IDENTIFY", "RESUME", "RESUME"]
    assert "move 2" in discord.board["content"]
    assert await codes(storage) == ["3a", "4b"]


@pytest.mark.usefixtures("bot")
async def test_a_session_goes_on_after_failed_attempts(
    discord: FakeDiscord, storage: Storage, log: Log
) -> None:
    """While the network is away nothing comes through; then the same session does."""
    board = await first_board(discord)
    discord.gateway.refused = RESUMES
    discord.gateway.drop()
    await discord.press(discord.ann, board, KING)
    await discord.until(lambda: "move 1" in board["content"])

    assert discord.gateway.opened == ["IDENTIFY", "RESUME"]
    assert await codes(storage) == ["3a"]
    assert len(log.take()) == RESUMES, "a line for each failed attempt"


@pytest.mark.usefixtures("bot")
async def test_a_session_is_not_waited_for_for_ever(discord: FakeDiscord, log: Log) -> None:
    """After some failed attempts a new one is begun, where the old one's address may be gone."""
    await first_board(discord)
    discord.gateway.refused = RESUMES + 1
    discord.gateway.drop()
    await discord.until(lambda: discord.gateway.ready and len(discord.gateway.opened) == 2)

    assert discord.gateway.opened == ["IDENTIFY", "IDENTIFY"]
    assert len(log.take()) == RESUMES + 1


@pytest.mark.usefixtures("bot")
async def test_a_new_session_where_the_old_one_is_no_good(
    discord: FakeDiscord, storage: Storage
) -> None:
    """Opcode 9: the bot identifies anew, and the game goes on."""
    board = await first_board(discord)
    await discord.gateway.invalidate(resumable=False)
    await discord.until(lambda: discord.gateway.ready)
    await discord.answered(await discord.press(discord.ann, board, KING))

    assert discord.gateway.opened == ["IDENTIFY", "IDENTIFY"]
    assert await codes(storage) == ["3a"]


@pytest.mark.usefixtures("bot")
async def test_a_session_that_was_forgotten(discord: FakeDiscord, storage: Storage) -> None:
    """To the attempt to resume Discord answers opcode 9: a new one is begun."""
    board = await first_board(discord)
    discord.gateway.drop()
    discord.gateway.sessions.clear()
    await discord.until(lambda: discord.gateway.ready)
    await discord.answered(await discord.press(discord.ann, board, KING))

    assert discord.gateway.opened == ["IDENTIFY", "RESUME", "IDENTIFY"]
    assert await codes(storage) == ["3a"]


_TURNED_AWAY = {
    4004: ("refuses this DISCORD_TOKEN", True),
    4012: ("ended the connection for good (code 4012)", False),
    4014: ("refuses the intents", False),
}


@pytest.mark.parametrize("code", _TURNED_AWAY)
@pytest.mark.usefixtures("log")
async def test_turned_away_by_the_gateway(
    code: int, discord: FakeDiscord, conversation: Conversation, storage: Storage
) -> None:
    """One line for the host instead of attempts without end."""
    discord.gateway.refuses = code
    with pytest.raises(Unwelcome) as caught:
        async with running(Bot(conversation, storage), discord) as task:
            await task
    sentence, token_at_fault = _TURNED_AWAY[code]

    assert sentence in str(caught.value)
    assert caught.value.token_at_fault is token_at_fault
    assert discord.gateway.opened == ["IDENTIFY"]
