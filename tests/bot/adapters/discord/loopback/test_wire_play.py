"""Games over a wire: what a person does goes in, and the board is there."""

import pytest

from bot.adapters.discord import Bot
from tests.fakes.discord import FakeDiscord

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_game_is_played_over_the_wire(discord: FakeDiscord) -> None:
    """A command, a press and a typed move, each on the board afterwards."""
    slash = await discord.slash(discord.ann, "play", game="bakers-game", deal="617")
    await discord.answered(slash)
    board = await discord.until(lambda: discord.boards and discord.board)
    press = await discord.press(discord.ann, board, "K♣\ufe0e›a")
    await discord.answered(press)
    assert "move 1" in board["content"]

    await discord.say(discord.ann, "4b")
    newer = await discord.until(lambda: len(discord.boards) == 2 and discord.board)
    assert "move 2" in newer["content"]
