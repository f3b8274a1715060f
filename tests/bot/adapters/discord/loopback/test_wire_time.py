"""Searches that take long, heartbeats meanwhile, and the end of the program."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.adapters.discord import Bot
from bot.adapters.discord.client import PATIENCE
from bot.adapters.discord.failing import WAITING
from bot.conversation import Conversation
from games.catalogue import find
from games.solvers.solver import Hint, Why
from storage import Storage
from tests.bot.adapters.discord.conftest import Log, solved_by
from tests.bot.adapters.discord.loopback.conftest import KING, codes, first_board, running, served
from tests.bot.adapters.slow import Late
from tests.bot.program import program
from tests.fakes.clock import LoopClock
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.interactions import IN_TIME
from tests.fakes.discord.server import TOKEN

HINT = Hint(find("bakers-game").parse("3a"), Why.ONLY)


@pytest.mark.parametrize("way", ["command", "press"])
@pytest.mark.usefixtures("bot")
async def test_a_search_is_announced_in_time(
    way: str, discord: FakeDiscord, conversation: Conversation, loop_clock: LoopClock
) -> None:
    """Discord hears within three seconds that an answer will come; moves are made meanwhile."""
    solver = Late(HINT)
    solved_by(conversation, solver)
    board = await first_board(discord)
    first = await discord.answered(await discord.press(discord.ann, board, "Hint"))
    if way == "press":
        asked = await discord.press(discord.ann, first.told, "Yes")
    else:
        asked = await discord.slash(discord.ann, "hint")
    await solver.asked.wait()
    loop_clock.forward(PATIENCE)
    await discord.answered(asked)
    assert asked.waited == pytest.approx(PATIENCE)
    assert asked.waited < IN_TIME

    loop_clock.forward(60)
    bob = discord.world.person("bob")
    await discord.slash(bob, "play", game="calculation", deal="7")
    await discord.until(lambda: len(discord.boards) == 2)
    solver.may.set()
    await discord.until(lambda: "K♣" in asked.told["content"])


@pytest.mark.usefixtures("log")
async def test_heartbeats_go_on_through_a_search(
    discord: FakeDiscord, conversation: Conversation, storage: Storage
) -> None:
    """However long it takes, Discord hears the bot's heart and drops no connection."""
    solver = Late(HINT)
    solved_by(conversation, solver)
    discord.gateway.interval = 20
    async with running(Bot(conversation, storage), discord):
        await discord.until(lambda: discord.gateway.ready)
        board = await first_board(discord)
        first = await discord.answered(await discord.press(discord.ann, board, "Hint"))
        await discord.press(discord.ann, first.told, "Yes")
        await solver.asked.wait()
        before = discord.gateway.beats
        await discord.until(lambda: discord.gateway.beats >= before + 5)
        solver.may.set()

    assert discord.gateway.opened == ["IDENTIFY"]


async def test_the_end_waits_for_answers_under_way(
    discord: FakeDiscord, bot: Bot, storage: Storage
) -> None:
    """A press that was heard is answered; what is pressed later is not heard."""
    board = await first_board(discord)
    answer = discord.faults.hold("POST", r"/callback$")
    heard = await discord.press(discord.ann, board, KING)
    await discord.until(lambda: discord.count("POST", "/callback") == 2)
    ending = asyncio.create_task(bot.finish())
    await discord.until(lambda: not discord.gateway.ready)
    unheard = await discord.press(discord.ann, board, KING)
    answer.set()
    await ending

    assert (heard.answers, unheard.answers) == ([7], [])
    assert "move 1" in board["content"]
    assert await codes(storage) == ["3a"]


async def test_the_end_does_not_wait_for_ever(
    discord: FakeDiscord, bot: Bot, storage: Storage, loop_clock: LoopClock, log: Log
) -> None:
    """An answer that Discord never takes is given up; its move is stored."""
    board = await first_board(discord)
    discord.faults.hold("POST", r"/callback$")
    await discord.press(discord.ann, board, KING)
    await discord.until(lambda: discord.count("POST", "/callback") == 2)
    ending = asyncio.create_task(bot.finish())
    await discord.until(lambda: not discord.gateway.ready)
    loop_clock.forward(WAITING)
    await ending

    assert await codes(storage) == ["3a"]
    [line] = log.take()
    assert "answers_given_up" in line


async def test_a_signal_ends_the_program_when_answers_are_out(tmp_path: Path) -> None:
    """The whole program, told to end while Discord is slow: the press is answered, status 0."""
    async with served() as discord:
        process = await program(
            tmp_path,
            "serve",
            DISCORD_TOKEN=TOKEN,
            DISCORD_API_BASE=discord.api,
            DISCORD_GATEWAY_URL=discord.gateway.url,
        )
        await discord.until(lambda: discord.gateway.ready)
        board = await first_board(discord)
        answer = discord.faults.hold("POST", r"/callback$")
        press = await discord.press(discord.ann, board, KING)
        await discord.until(lambda: discord.count("POST", "/callback") == 2)
        process.send_signal(signal.SIGTERM)
        await discord.until(lambda: not discord.gateway.ready)
        answer.set()
        _, errors = await process.communicate()

    assert process.returncode == 0, errors.decode()
    assert press.answers == [7]
    assert "move 1" in board["content"]
    assert b"Traceback" not in errors
