"""Boards of an open daily: their player alone sees them, however they are asked for."""

import pytest

from bot import tokens
from tests.bot.adapters.telegram.conftest import Env, Player
from tests.bot.daily.conftest import DATES, dailies, proved  # noqa: F401 - fixtures
from tests.fakes.telegram import User

CLOSED, TODAY = DATES[:2]

pytestmark = pytest.mark.usefixtures("dailies")


def at_home_too(env: Env, user: User) -> Player:
    """Somebody of a group in their private chat with the bot."""
    room = env.world.private(user)
    room.bot = "member"
    return Player(env, user, room)


def public(player: Player) -> str:
    """All that the bot wrote in the group."""
    return "\n".join(each.plain for each in player.messages)


async def test_in_a_group_it_goes_to_the_private_chat(env: Env, ann: Player) -> None:
    """The board, moves and the board again; after the close all is as ever."""
    home = at_home_too(env, ann.user)
    await ann.say("/daily calculation")
    assert "new deal" in home.seen
    await ann.say("/m d")
    assert "turned" in home.seen
    await home.press("Menu")
    await ann.say("/board")
    assert "move 0" in home.seen
    assert public(ann) == ""
    await ann.say(f"/daily calculation {CLOSED}")
    assert "new deal" in public(ann)


async def test_a_key_before_everybody_opens_a_board_for_one(
    env: Env, ann: Player, bob: Player
) -> None:
    """Whoever presses is told where it is, or to write to the bot first."""
    await ann.say("/daily table calculation")
    play = tokens.encode(tokens.OnPage("daily", ("play", "c", "-", "here", "0")))
    await bob.press_id(play)
    assert "private chat" in bob.told
    assert "Private chat" in bob.message.labels
    home = at_home_too(env, bob.user)
    await bob.press_id(play, bob.messages[0])
    assert "new deal" in home.seen
    assert "F1" not in public(ann)
