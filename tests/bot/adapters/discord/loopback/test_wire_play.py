"""Games over a wire: what a person does goes in, and the board is there."""

import asyncio

import pytest

from bot.adapters.discord import Bot
from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.discord.loopback.conftest import KING, first_board, running, served
from tests.bot.conftest import Clock, converse
from tests.fakes.clock import Hurried
from tests.fakes.discord import FakeDiscord


async def test_a_game_is_played_over_the_wire(discord: FakeDiscord, bot: Bot) -> None:
    """A command, a press and a typed move, each on the board afterwards."""
    board = await first_board(discord)
    press = await discord.answered(await discord.press(discord.ann, board, KING))
    assert press.answers == [7]
    assert "move 1" in board["content"]

    await discord.say(discord.ann, "4b")
    newer = await discord.until(lambda: len(discord.boards) == 2 and discord.board)
    assert "move 2" in newer["content"]
    await discord.until(lambda: board["components"] == [])
    assert bot.intents.value & (1 << 1 | 1 << 8 | 1 << 15) == 0, "no privileged intent"


@pytest.mark.usefixtures("log")
async def test_each_shard_is_heard(
    storage: Storage, conversation: Conversation, hurried: Hurried
) -> None:
    """As many connections as Discord recommends; a game on each, at once."""
    async with served(shards=2) as discord:
        channels = [discord.channel, discord.world.guild(shard=1, shards=2)["channels"][0]]
        async with running(Bot(conversation, storage), discord):
            await discord.until(lambda: discord.gateway.ready)
            people = [discord.ann, discord.world.person("bob")]
            for person, channel in zip(people, channels, strict=True):
                await discord.slash(person, "play", channel, game="bakers-game", deal="617")
            for channel in channels:
                await discord.until(lambda here=channel["id"]: discord.world.shown(here))
    assert hurried.naps == [5.0], "Discord lets a shard identify every five seconds"


@pytest.mark.usefixtures("log")
async def test_commands_are_told_once(discord: FakeDiscord, storage: Storage, clock: Clock) -> None:
    """Of three starts the first tells Discord the commands: each one, once."""
    for start in range(1, 4):
        async with running(Bot(converse(storage, clock), storage), discord):
            await discord.until(lambda: discord.gateway.ready)
            assert len(discord.gateway.opened) == start
    names = [command["name"] for command in discord.world.commands]

    assert discord.count("PUT", "/commands") == 1
    assert len(names) == len(set(names)) > 20


async def test_twenty_presses_at_once(discord: FakeDiscord, bot: Bot) -> None:
    """One is played; each is answered, and the board says so."""
    board = await first_board(discord)
    custom_id = board["components"][0]["components"][2]["custom_id"]
    presses = [await discord.press_id(discord.ann, board, custom_id) for _ in range(20)]
    await asyncio.gather(*map(discord.answered, presses))

    assert [press.answers for press in presses] == [[7]] * 20
    assert "move 1" in board["content"]
    assert not bot.is_closed()
