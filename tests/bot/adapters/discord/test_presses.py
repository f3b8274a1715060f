"""Presses: others' boards, old boards, notices, the menu, the select, the field for a move."""

from typing import Any

import discord
import pytest
import simcord

from bot import tokens
from bot.conversation import Conversation
from games.catalogue import find
from games.solvers.solver import Hint, Why
from storage import Storage
from tests.bot.adapters.discord.conftest import (
    Altered,
    Player,
    Slow,
    bot_of,
    buttons_of,
    solved_by,
    text_of,
)
from tests.bot.conftest import Clock, converse


async def test_others_are_told_whose_board_it_is(ann: Player, bob: Player) -> None:
    """Privately, with buttons for a game of their own, which is then played before everybody."""
    await ann.slash("play", game="bakers-game", deal="617")
    board = ann.message
    await bob.press("K♣\ufe0e›a")
    assert "ann's game" in bob.told.replace("\u2068", "").replace("\u2069", "")
    assert "new deal" in ann.seen

    await bob.press("Calculation", bob.result.response.message)
    assert bob.seen.startswith("**Calculation ")
    assert bob.message.id != board.id
    assert bob.result.response is None, "the notice is gone"
    assert buttons_of(ann.channel.history()[0])


async def test_a_week_old_board_works_after_a_restart(
    ann: Player, env: simcord.Env, storage: Storage, clock: Clock
) -> None:
    """Nothing about a board is kept in memory."""
    await ann.slash("play", game="bakers-game", deal="617")
    for label, number in (("K♣\ufe0e›a", 1), ("4♥\ufe0e›b", 2)):
        await env.restart_bot(bot_of(converse(storage, clock), storage))
        clock.forward(days=7)
        await env.advance_time(7 * 86400)
        await ann.press(label)
        assert f"move {number}" in ann.seen


async def test_twenty_presses_at_once(ann: Player, env: simcord.Env) -> None:
    """One is played; the others find that the board had moved on."""
    await ann.slash("play", game="bakers-game", deal="617")
    custom_id = buttons_of(ann.message)[2].custom_id
    payloads = [
        simcord.interactions.base_payload(
            env.backend,
            type=3,
            channel_id=ann.channel.id,
            guild_id=ann.actor.guild.id,
            user_id=ann.actor.id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        for _ in range(20)
    ]
    message = simcord.backend.serializers.message_payload(
        env.backend, env.backend.get_message(ann.channel.id, ann.message.id)
    )
    for record, payload in payloads:
        record.source_message_id = ann.message.id
        env.backend.emit("INTERACTION_CREATE", payload | {"message": message})
    await env.settle()

    edits = [
        each.json["data"]["content"]
        for each in env.http_requests
        if each.path.endswith("/callback") and each.json["type"] == 7
    ]
    assert len(edits) == 20
    assert sum("The board had moved on" in each for each in edits) == 19
    assert "move 1" in ann.seen


async def test_the_menu_and_back(ann: Player, altered: Altered) -> None:
    """The second page stands in place of the first; rules and themes stand beside the board."""
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.press("Menu")
    assert "Type a move" in [b.label for b in buttons_of(ann.message)]
    await ann.press("Rules")
    assert ann.told.startswith("**Baker's Game**")
    await ann.press("Theme")
    notice = ann.result.response.message
    await ann.press("words", notice)
    assert "Free cells: a b c d" in ann.seen.replace("\\", "")
    assert len(buttons_of(ann.message)) == 15
    assert ann.result.response is None

    altered.payload["locale"] = "es-ES"
    await ann.slash("language", language="es")
    await ann.slash("theme", theme="suits")
    assert "Deshacer" in [b.label for b in buttons_of(ann.message)]


async def test_a_move_typed_into_the_field(ann: Player, bob: Player) -> None:
    """It edits the board it was opened on; somebody else's words belong to their own game."""
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.press("Menu")
    shown = await ann.press("Type a move")
    assert shown.modal["title"] == "Type a move"
    await ann.actor.submit_modal(shown, {"move": "3a 4b"})
    assert "move 2" in ann.seen
    assert len(ann.channel.history()) == 1

    await bob.slash("play", game="bakers-game", deal="140")
    mine = ann.channel.history()[0]
    await ann.press("Menu", mine)
    shown = await bob.press("Type a move", ann.channel.history()[0])
    await bob.actor.submit_modal(shown, {"move": "1a"})
    assert "#617" in text_of(ann.channel.history()[0])
    assert "#140" in bob.seen


async def test_refused_moves_are_told_privately(ann: Player) -> None:
    """The board stays as it is, and its buttons are not shown twice."""
    await ann.slash("play", game="bakers-game", deal="617")
    board = ann.message
    result = await ann.slash("move", moves="1h")

    assert result.ephemeral
    assert result.response.components == []
    assert (ann.message.id, text_of(ann.message)) == (board.id, text_of(board))


async def test_two_piles_are_swapped_by_a_select(ann: Player) -> None:
    """Exactly two of the 24; the board is a layout within its 40 components."""
    await ann.slash("play", game="devils-grip", deal="617")
    board = ann.message
    assert board.flags.components_v2
    [select] = [
        item
        for row in board.components
        for item in getattr(row, "children", ())
        if item.type is discord.ComponentType.select
    ]
    assert (select.min_values, select.max_values, len(select.options)) == (2, 2, 24)
    await ann.actor.select(board, ["c3", "a1"], custom_id=select.custom_id)

    assert "swapped a1 and c3" in ann.seen
    assert ann.message.id == board.id


HINT = Hint(find("bakers-game").parse("3a"), Why.ONLY)


async def test_a_hint_asks_first_and_plays_on_the_board(
    ann: Player, env: simcord.Env, conversation: Conversation
) -> None:
    """The question and the hint are private; the move is made where the board stands."""
    solver = Slow(env, HINT)
    solver.may.set()
    solved_by(conversation, solver)
    await ann.slash("play", game="bakers-game", deal="617")
    board = ann.message.id
    await ann.press("Hint")
    assert ann.told.startswith("A hint takes the clean mark off")
    await ann.press("Yes", ann.result.response.message)
    notice = ann.result.response
    assert notice.ephemeral
    await ann.press("Play it", notice.message)

    assert "move 1" in ann.seen
    assert ann.message.id == board
    assert ann.result.response is None


async def test_a_board_that_is_a_layout_by_its_length_is_refreshed(
    ann: Player, env: simcord.Env, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a layout it stays one, though the next board would fit an ordinary message."""
    solver = Slow(env, HINT)
    solver.may.set()
    solved_by(conversation, solver)
    with monkeypatch.context() as patch:
        patch.setattr("bot.adapters.discord.drawing.CONTENT", 300)
        await ann.slash("play", game="bakers-game", deal="617")
    board = ann.message
    assert board.flags.components_v2
    await ann.press("Hint")
    await ann.press("Yes", ann.result.response.message)
    await ann.press("Play it", ann.result.response.message)

    assert ann.message.id == board.id
    assert "move 1" in ann.seen


@pytest.mark.parametrize("way", ["command", "press"])
async def test_a_slow_solver_is_announced_in_time(
    way: str, ann: Player, env: simcord.Env, conversation: Conversation
) -> None:
    """Discord hears within three seconds, and the answer follows when it is there."""
    solver = Slow(env, HINT)
    solved_by(conversation, solver)
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.press("Hint")
    if way == "press":
        await ann.press("Yes", ann.result.response.message)
    else:
        await ann.slash("hint")
    assert ann.result.deferred
    await env.advance_time(60)
    solver.may.set()
    await env.settle()

    assert "K♣" in ann.told
    assert [b.label for b in buttons_of(_last(ann))] == ["Play it", "Board"]


def _last(player: Player) -> discord.Message:
    """What only they were told last."""
    return (player.result.response or player.result.followups[-1]).message


async def test_what_follows_a_game(ann: Player) -> None:
    """Given up: the replay is stepped through in its message; the share block is for all."""
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.press("K♣\ufe0e›a")
    await ann.press("Menu")
    await ann.press("Resign")
    await ann.press("Yes", ann.result.response.message)
    assert "is given up" in ann.told
    await ann.slash("replay")
    assert "0/1" in ann.seen
    replay = ann.message.id
    await ann.press("+1")
    assert "1/1" in ann.seen
    assert ann.message.id == replay
    await ann.slash("share")

    assert "/play bakers-game 617" in ann.seen.replace("\\", "")


@pytest.mark.parametrize("custom_id", ["1:g:zzzz:0:undo", "1:p:nowhere", "1:s:sound.loud"])
async def test_buttons_of_no_use_any_more(custom_id: str, ann: Player, env: simcord.Env) -> None:
    """A board from before says so, whoever presses it."""
    channel = env.bot.get_channel(ann.channel.id)
    view: Any = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id=custom_id))
    view.stop()
    env.backend.create_message(channel.id, env.bot.user.id, "old", components=view.to_components())
    await ann.press("Old")

    told = ann.result.response.content
    assert any(each in told for each in ("know that button", "That game is gone", "setting"))


def test_tokens_fit_custom_ids() -> None:
    """The longest token with its mark stays within Discord's 100 signs."""
    assert tokens.LONGEST + len("~n99") <= 100


async def test_two_hundred_players_in_a_channel(ann: Player, env: simcord.Env, club: Any) -> None:
    """Each has their own game: none shows another's, and none takes another's buttons."""
    deals = [str(number) for number in range(1, 201)]
    for deal in deals:
        member = club.add_member(env.create_user(f"p{deal}"))
        await Player(env, member, ann.channel).slash("play", game="bakers-game", deal=deal)

    boards = ann.channel.history()
    assert [text_of(each).split(" ·")[0] for each in boards] == [
        f"**Baker's Game #{deal}" for deal in deals
    ]
    assert all(map(buttons_of, boards))


@pytest.mark.parametrize("game", ["bakers-game", "devils-grip"])
@pytest.mark.parametrize("way", ["press", "command", "words", "another", "unplayed", "deletion"])
async def test_no_dead_buttons_stand(
    way: str, game: str, ann: Player, env: simcord.Env, conversation: Conversation
) -> None:
    """Whatever ends a game elsewhere, its board loses its buttons, after a restart as well."""
    await ann.slash("play", game=game, deal="617")
    board = ann.message.id
    if way != "unplayed":
        await ann.slash("move", moves="3a" if game == "bakers-game" else "a1=a2")
        board = ann.message.id
    await env.restart_bot(bot_of(conversation, conversation._services.storage))
    match way:
        case "press":
            await ann.press("Menu")
            await ann.press("Resign")
            await ann.press("Yes", ann.result.response.message)
            assert "is given up" in ann.told
        case "command":
            await ann.slash("resign")
            await ann.press("Yes", ann.result.response.message)
        case "words":
            await ann.say("resign")
            await ann.say("resign")
        case "another":
            await ann.slash("play", game=game, deal="618")
            await ann.press("Give up, start")
            assert buttons_of(ann.message)
        case "unplayed":
            await ann.slash("play", game=game, deal="618")
            assert buttons_of(ann.message)
        case "deletion":
            await ann.slash("mydata", do="delete")
            await ann.press("Delete it all", ann.result.response.message)

    [old] = [each for each in ann.channel.history() if each.id == board]
    assert buttons_of(old) == []
    assert text_of(old)


async def test_a_board_that_gives_way_in_place(ann: Player) -> None:
    """Starting the deal again ends one game and shows the next one in the same message."""
    await ann.slash("play", game="calculation", deal="617")
    await ann.say("d w1")
    board = ann.message.id
    await ann.press("Menu")
    await ann.press("Restart")
    await ann.press("Yes", ann.result.response.message)

    assert ann.message.id == board or not buttons_of(ann.channel.history()[-2])
    assert buttons_of(ann.message)


@pytest.mark.parametrize("failure", [discord.RateLimited(60.0), ConnectionResetError()])
async def test_an_old_board_out_of_reach_spoils_no_answer(
    failure: Exception, ann: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is shown a new board isn't told that the answer got lost, though the old one stays."""
    await ann.slash("play", game="bakers-game", deal="617")
    old = ann.message.id

    async def fail(*_: Any, **__: Any) -> None:
        raise failure

    monkeypatch.setattr(discord.PartialMessage, "edit", fail)
    await ann.slash("board")

    assert ann.message.id != old
    assert buttons_of(ann.message)
    assert ann.result.response is None
