"""Games won from the first move to the last: by buttons alone, by text alone."""

import pytest
import simcord

from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.discord.conftest import Player, bot_of, buttons_of
from tests.bot.adapters.won import ENDED, KEYS, Between, Won, nothing
from tests.bot.conftest import converse


async def _by_buttons(won: Won, player: Player, between: Between) -> list[str]:
    """Play the whole record on one message; the board as seen after each move."""
    await player.slash("settings")
    await player.press("autoturn: on", player.result.response.message)
    await won.begin()
    await player.slash("play", game=won.game.key)
    board = player.message.id
    seen = await won.by_buttons(between)
    assert player.message.id == board
    return seen


@pytest.mark.parametrize("key", KEYS)
async def test_won_by_buttons(
    key: str, ann: Player, bob: Player, env: simcord.Env, storage: Storage
) -> None:
    """No word is typed: every move of a record is one press or two on the board as it stands.

    The same game, with the program begun anew before each press, shows the very same boards.
    """
    talk, presses = converse(storage), 0

    async def restart() -> None:
        nonlocal presses
        presses += 1
        await env.restart_bot(bot_of(converse(storage), storage))

    won = Won(key, ann, storage, ann.sitting(talk))
    quiet = await _by_buttons(won, ann, nothing)
    assert await won.is_won()
    assert [b.label for b in buttons_of(ann.message)] == ENDED
    assert won.praise in ann.seen

    shaken = await _by_buttons(Won(key, bob, storage, bob.sitting(talk)), bob, restart)
    assert [each.replace("bob", "ann") for each in shaken] == quiet
    assert presses >= len(shaken) > 50


@pytest.mark.parametrize("key", KEYS)
async def test_won_by_text(
    key: str, zoe: Player, storage: Storage, conversation: Conversation
) -> None:
    """No button is pressed: a message of several moves after the other, in a private chat."""
    won = Won(key, zoe, storage, zoe.sitting(conversation))
    await zoe.say("settings autoturn off")
    await won.begin()
    await won.by_text()

    assert await won.is_won()
    assert [b.label for b in buttons_of(zoe.message)] == ENDED
    boards = [each for each in zoe.channel.history() if each.author.bot]
    assert [each for each in boards[:-1] if buttons_of(each)] == boards[:1]
