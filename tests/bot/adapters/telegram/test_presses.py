"""Presses: one's own board, others' boards, old boards, what is told alone, what takes long."""

import pytest

from bot.adapters.telegram import inturn
from games.catalogue import find
from games.solvers.solver import Hint, Why
from tests.bot.adapters.discord.conftest import solved_by
from tests.bot.adapters.slow import Late
from tests.bot.adapters.telegram.conftest import Env, Player

HINT = Hint(find("bakers-game").parse("3a"), Why.ONLY)


async def test_a_press_moves_on_the_board(zoe: Player) -> None:
    """In place, in a block that aligns; the press is answered without a word."""
    await zoe.say("/play bakers-game 617")
    board = zoe.message
    await zoe.press("Kc>a")

    assert zoe.message is board
    assert "move 1" in zoe.seen
    assert zoe.told == ""
    assert [each["type"] for each in board.text.entities].count("pre") == 1


async def test_every_key_of_a_board_is_answered(zoe: Player) -> None:
    """Also those that can't do anything now."""
    await zoe.say("/play bakers-game 617")
    board = zoe.message
    await zoe.press("Undo")
    assert "nothing to undo" in zoe.seen
    for brings in zoe.actions.values():
        await zoe.press_id(brings, board)


async def test_others_are_told_whose_board_it_is(ann: Player, bob: Player) -> None:
    """Alone, and the board stays as it is."""
    await ann.say("/play bakers-game 617")
    board = ann.seen
    await bob.press("Kc>a")

    assert "ann's game" in bob.told
    assert ann.seen == board


async def test_a_week_old_board_works_after_a_restart(ann: Player, env: Env) -> None:
    """Nothing about a board is kept in memory."""
    await ann.say("/play bakers-game 617")
    for label, number in (("Kc>a", 1), ("4h>b", 2)):
        await env.forward(days=7)
        await env.restart()
        await ann.press(label)
        assert f"move {number}" in ann.seen


async def test_the_program_begins_anew_between_presses(ann: Player, env: Env) -> None:
    """A press that waits at Telegram meanwhile is played once the program is back."""
    await ann.say("/play bakers-game 617")
    for number, label in enumerate(("Kc>a", "4h>b", "Jh>Qh"), start=1):
        await env.forward(minutes=1)
        await env.stop()
        query = env.world.press(ann.user, ann.message, label)
        await env.start()
        await env.flush()
        assert len(query.answers) == 1
        assert f"move {number}" in ann.seen


async def test_an_old_board_moves_nothing(zoe: Player) -> None:
    """A board that has moved on has no keys; whoever still sees them is shown the live board."""
    await zoe.say("/play bakers-game 617")
    old, brings = zoe.message, zoe.message.button("Kc>a")["callback_data"]
    await zoe.say("4a")
    assert old.buttons == []
    await zoe.press_id(brings, old)

    assert "moved on" in old.plain + zoe.told
    assert "move 1" in zoe.seen + old.plain
    assert "move 2" not in zoe.seen + old.plain


async def test_twenty_presses_at_once(ann: Player, env: Env) -> None:
    """One is played, and each is answered."""
    await ann.say("/play bakers-game 617")
    queries = [env.world.press(ann.user, ann.message, "Kc>a") for _ in range(20)]
    await env.flush()

    assert [len(each.answers) for each in queries] == [1] * 20
    assert "move 1" in ann.seen


async def test_a_message_that_telegram_tells_nothing_of(ann: Player, env: Env) -> None:
    """A press on a very old message brings only its number: the board is drawn there anew."""
    await ann.say("/play bakers-game 617")
    query = env.world.press(ann.user, ann.message, "Kc>a", lost=True)
    await env.flush()

    assert len(query.answers) == 1
    assert "move 1" in ann.seen


async def test_a_deleted_board_is_posted_anew(ann: Player, env: Env) -> None:
    """Whoever deleted it has lost nothing."""
    await ann.say("/play bakers-game 617")
    board = ann.message
    query = env.world.press(ann.user, board, "Kc>a")
    board.deleted = True
    await env.flush()

    assert len(query.answers) == 1
    assert ann.message is not board
    assert "move 1" in ann.seen


@pytest.mark.parametrize("where", ["ann", "zoe"])
async def test_a_slow_solver_holds_up_nobody(
    where: str, request: pytest.FixtureRequest, env: Env, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press is answered before the hint is there; others play on meanwhile."""
    monkeypatch.setattr(inturn, "PATIENCE", 0.01)  # of real time: as long as a test can wait
    player: Player = request.getfixturevalue(where)
    solver = Late(HINT)
    solved_by(env.conversation, solver)
    await player.say("/play bakers-game 617")
    await player.press("Hint")
    ask = player.message.button("Yes")["callback_data"]
    query = env.world.press(player.user, player.message, data=ask)
    await solver.asked.wait()
    while not query.answers:
        await env.settle()
    await env.forward(seconds=60)
    solver.may.set()
    await env.flush()

    assert "K♣" in player.seen or "Kc" in player.seen
    await player.press("Play it")
    assert "move 1" in player.seen


@pytest.mark.parametrize("brings", ["1:g:zzzz:0:undo", "1:p:nowhere", "1:s:sound.loud", "junk"])
async def test_keys_of_no_use_any_more(brings: str, zoe: Player) -> None:
    """A key from before, or from another program, gets a sentence."""
    await zoe.say("/help")
    await zoe.press_id(brings)

    assert zoe.told or zoe.messages


async def test_the_menu_and_back(zoe: Player) -> None:
    """The second page stands in place of the first; what explains stands beside the board."""
    await zoe.say("/play bakers-game 617")
    board = zoe.message
    await zoe.press("Menu")
    assert "Rules" in zoe.message.labels
    await zoe.press("Rules", board)
    assert zoe.message is not board
    assert "Baker's Game" in zoe.seen
    await zoe.press("Back", board)
    assert "Menu" in board.labels


async def test_a_game_given_up(zoe: Player) -> None:
    """Resigning asks; the replay is stepped through in its message; the share block has a link."""
    await zoe.say("/play bakers-game 617")
    await zoe.press("Kc>a")
    await zoe.press("Menu")
    await zoe.press("Resign")
    await zoe.press("Yes")
    assert "given up" in zoe.seen + zoe.told
    await zoe.say("/replay")
    assert "0/1" in zoe.seen
    replay = zoe.message
    await zoe.press("+1")
    assert "1/1" in zoe.seen
    assert zoe.message is replay
    await zoe.say("/share")
    assert "617" in zoe.seen


async def test_swaps_by_two_taps(zoe: Player) -> None:
    """In Devil's Grip every pile is a key: one, then another."""
    await zoe.say("/play devils-grip 617")
    first, second = [action for action in zoe.actions if action.startswith("q.")][:2]
    await zoe.press_id(zoe.actions[first])
    swap = f"m.{first[2:]}={second[2:]}"
    assert len(zoe.actions) > 24
    await zoe.press_id(zoe.actions[swap])

    assert f"swapped {first[2:]} and {second[2:]}" in zoe.seen


async def test_a_notice_gives_way_to_what_it_asked_for(ann: Player) -> None:
    """A question of its own, answered, holds the answer; the board loses its keys."""
    await ann.say("/play bakers-game 617")
    board = ann.message
    await ann.press_id(ann.actions["m.3a"])
    await ann.say("/resign")
    await ann.press("Yes")

    assert ann.seen.splitlines()[0].startswith("Baker's Game #617 is given up")
    assert "home" not in ann.seen
    assert board.buttons == []
