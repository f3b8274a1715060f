"""What a reply changes on the screen, without a screen."""

import pytest

from bot import tokens
from bot.adapters.terminal.accelerators import accelerators
from bot.adapters.terminal.showing import Showing, after, told
from bot.adapters.terminal.spots import spots, walked
from bot.conversation import Conversation
from bot.replies import BlockKind, Button, Reply
from tests.bot.conftest import Talk


def _labels(showing: Showing) -> list[str]:
    return [button.label for button in showing.buttons]


async def test_a_page_leaves_the_board_in_view(conversation: Conversation) -> None:
    """Rules open over the menu; back leads to the menu, and from there to the board."""
    talk = Talk(conversation, "ann")
    board = after(Showing(), await talk.say("play bakers-game 617"), "Back")
    menu = after(board, await talk.press("Menu"), "Back")
    rules = after(menu, await talk.press("Rules"), "Back")

    assert rules.picture == menu.picture
    assert _labels(rules) == ["Play Baker's Game", "Back"]
    assert rules.back() == menu
    assert menu.way_back is not None
    assert menu.way_back.label == "Back"
    assert told(await talk.say("menu?"))


async def test_a_list_of_games_is_left_as_any_page(conversation: Conversation) -> None:
    """Though each of its keys leads to a board, Back is the one that changes nothing, and is 0."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    board = after(Showing(), await talk.say("play calculation 617"), "Back")
    games = after(board, await talk.say("games"), "Back")

    assert len(games.buttons) == 3
    assert games.way_back == games.buttons[-1]
    assert accelerators(games.rows, games.way_back)[2] == "0"
    assert games.back() == board


async def test_an_overtaken_board_does_not_come_back(conversation: Conversation) -> None:
    """Of a game's boards the newest stays, whichever answer comes last; another game's is new."""
    talk = Talk(conversation, "ann")
    older = await talk.say("play bakers-game 617")
    newer = after(Showing(), await talk.say("78"), "Back")

    assert after(newer, older, "Back") == newer
    other = after(newer, await talk.say("play calculation 617"), "Back")
    assert other != newer
    assert after(other, older, "Back").picture != other.picture


async def test_an_ended_game_is_replayed_in_its_place(conversation: Conversation) -> None:
    """Steps of a replay stand where the board stood, and add nothing to the talk."""
    talk = Talk(conversation, "ann")
    ended = Showing()
    for line in ("play bakers-game 617", "78", "resign", "yes"):
        ended = after(ended, await talk.say(line), "Back")
    reply = await talk.say("replay")
    replay = after(ended, reply, "Back")

    assert told(reply) == ()
    assert replay.picture is not None
    assert replay.picture.title.startswith("Replay")
    assert replay.way_back is not None
    assert replay.back() == ended
    assert "Calculation" in _labels(ended)


async def test_a_deleted_player_sees_no_board(conversation: Conversation) -> None:
    """A game that is no more leaves the screen; other replies without a board leave it there."""
    talk = Talk(conversation, "ann")
    showing = after(Showing(), await talk.say("play bakers-game 617"), "Back")
    showing = after(showing, await talk.say("stats"), "Back")
    assert showing.picture is not None
    showing = after(showing, Reply(()), "Back")
    assert showing.picture is not None
    await talk.say("mydata delete")
    showing = after(showing, await talk.press("Delete it all"), "Back")

    assert showing.picture is None
    assert "Calculation" in _labels(showing)


async def test_what_happened_is_told_but_menus_are_not(conversation: Conversation) -> None:
    """The talk gets a move's line and sentences, and nothing of a page of keys."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    moved = told(await talk.say("78"))

    assert [block.kind for block in moved] == [BlockKind.SMALL]
    assert told(await talk.press("Menu")) == ()


def _board(label: str, action: str) -> Button:
    return Button(label, tokens.encode(tokens.OnGame(1, 0, action)))


def test_signs_press_buttons() -> None:
    """Places by their names, controls by a letter, the rest in order, and no sign twice."""
    rows = (
        tuple(_board(f"{n}", f"p.{n}") for n in (1, 2, 3)),
        (
            _board("Qs>5", "m.25"),
            _board("a", "p.a"),
            _board("Auto", "auto"),
            _board("Úndo", "undo"),
        ),
        tuple(_board(f"{n}", f"m.{n}") for n in range(8)),
        (Button("Back", ""),),
    )

    assert accelerators(rows, rows[-1][0]) == {
        0: "1", 1: "2", 2: "3", 3: "4", 4: "a", 5: "u", 6: "n", 15: "0",
    }  # fmt: skip


@pytest.mark.parametrize("move", ["m.d", "m.4h", "m.f1", "x.4.5.2"])
def test_a_hint_is_played_by_the_same_sign(move: str) -> None:
    """Whatever move it tells of."""
    rows = ((_board("Play it", move), _board("Board", "board")),)

    assert accelerators(rows, rows[0][1]) == {0: "p", 1: "0"}


def test_arrow_keys_lead_to_the_nearest_button() -> None:
    """Down a column, along a row, and no further than the last."""
    row = (_board("x", "p.1"),)
    placed = spots((row * 3, row * 8, row), 54)

    assert walked(placed, 0, 1, 0) == 4
    assert walked(placed, 2, 1, 0) == 10
    assert walked(placed, 10, 0, 1) == 10
    assert walked(placed, 3, 1, 0) == 11
    assert walked(placed, 11, 1, 0) == 11
    assert walked(placed, 11, -1, 0) in (6, 7)
    assert all(spot.x + spot.width <= 54 for spot in placed)
