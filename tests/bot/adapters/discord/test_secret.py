"""Boards of an open daily: their player alone sees them, however they are asked for."""

import pytest
import simcord

from bot import tokens
from bot.adapters.discord.drawing import draw
from bot.boards import say
from bot.replies import Button
from tests.bot.adapters.discord.conftest import Player, buttons_of, text_of
from tests.bot.daily.conftest import DATES, dailies, proved  # noqa: F401 - fixtures

CLOSED, TODAY = DATES[:2]

pytestmark = pytest.mark.usefixtures("dailies")


def public(player: Player) -> str:
    """All that everybody in the channel can read, but what players wrote."""
    me = player.env.bot.user.id
    found = [each for each in player.channel.history() if each.author.id == me]
    return "\n".join(text_of(each) for each in found if not each.flags.ephemeral)


async def test_commands_show_it_to_its_player_alone(ann: Player) -> None:
    """The first board, a move, a press, and the board asked for again."""
    await ann.slash("daily", game="calculation")
    assert "new deal" in ann.told
    await ann.slash("move", moves="d")
    assert "turned" in ann.told
    board = ann.result.response.message
    turned = next(each.custom_id for each in buttons_of(board) if "W1" in each.label)
    await ann.press_id(turned, board)
    await ann.slash("board")
    assert "move 1" in ann.told
    assert public(ann) == ""


async def test_typed_before_others_it_goes_to_the_private_chat(
    ann: Player, env: simcord.Env
) -> None:
    """So do the moves that follow, questions and replays; after the close all is as ever."""
    for words in ("daily calculation", "d", "f1 f2", "resign", "yes", "replay"):
        await ann.say(words)

    assert public(ann).startswith("Calculation daily 2026-11-30 is given up.")
    assert "F1" not in public(ann)
    posts = [each.json["content"] for each in env.http_requests if each.path.endswith("/messages")]
    assert any("turned" in each for each in posts)
    assert "Replay" in posts[-1]
    await ann.say(f"daily calculation {CLOSED}")
    assert "new deal" in public(ann)


async def test_a_key_before_everybody_opens_a_board_for_one(
    ann: Player, bob: Player, env: simcord.Env
) -> None:
    """What is pressed in the channel, and on what that opens, shows no board to the channel."""
    play = tokens.encode(tokens.OnPage("daily", ("play", "c", "-", "here", "0")))
    post = draw(say("Today", rows=((Button("Play", play),),))).sending()
    await env.bot.get_partial_messageable(ann.channel.id).send(**post)
    await bob.press("Play")
    assert "new deal" in bob.told
    board = bob.result.response.message
    await bob.press("Turn", board)
    assert public(ann) == "Today"
