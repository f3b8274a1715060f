"""Buttons: every legal move within two presses, labels that tell moves apart."""

import pytest
from wcwidth import wcswidth

from bot.layouts import (
    Ask,
    Controls,
    Play,
    Refused,
    board_keys,
    is_on_table,
    keys,
    menu_keys,
    press,
)
from bot.look import Look
from bot.render import refusal
from bot.replies import Style
from bot.tokens import OnGame, encode
from games.errors import Reason
from games.game import Outcome
from tests.bot.render.samples import KEYS, LOOKS, WALKS, many, walked, won

ALL_OPEN = Controls(
    can_undo=True,
    can_redo=True,
    auto_on=True,
    can_finish=True,
    can_tidy=True,
    may_count_up=True,
)
LETTERS = Look("letters")


def presses(rows):
    """The keys of a page that act on the table."""
    return [key for row in rows for key in row if is_on_table(key.action)]


def outcomes(table, look):
    """What each key of the board comes to, and each key of the pages they open."""
    found = []
    for key in presses(keys(table, look, Controls())):
        pressed = press(table, key.action, look)
        found.append((key, pressed))
        if isinstance(pressed, Ask):
            again = presses(pressed.rows)
            found += [(each, press(table, each.action, look)) for each in again]
    return found


def plays(table, look):
    """Every stretch of moves that is at most two presses away."""
    return {done.moves for _, done in outcomes(table, look) if isinstance(done, Play)}


@pytest.mark.parametrize("key", KEYS)
def test_every_move_is_two_presses_away(key):
    """All legal moves up to places, and all swaps to the letter."""
    for number, sample in enumerate((*won(key), *walked(key, WALKS[key])[::9])):
        if sample.game.outcome(sample.position) is not Outcome.PLAYING:
            continue
        game, table = sample.game, sample.table
        reached = plays(table, LOOKS[number % len(LOOKS)])
        codes = {moves[0].code for moves in reached if len(moves) == 1}
        assert {move.code for move in table.swaps} <= codes

        def after(move, game=game, position=sample.position):
            return game.canonical(game.play(position, move))

        missing = [move for move in table.moves if move.code not in codes]
        if missing:
            there = {after(moves[0]) for moves in reached if len(moves) == 1 and not moves[0].swap}
            assert {after(move) for move in missing} <= there


@pytest.mark.parametrize("key", ["bakers-game", "calculation"])
def test_no_code_needs_places_to_be_alike(key):
    """Where places are few each single code is reached, cell letters included."""
    for sample in many(key)[::5]:
        if sample.game.outcome(sample.position) is Outcome.PLAYING:
            reached = {moves[0].code for moves in plays(sample.table, LETTERS) if len(moves) == 1}
            assert {move.code for move in sample.table.moves} <= reached


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_presses_play_legal_moves_or_say_why_not(key, look):
    """No key raises; a grey one refuses with a sentence, any other one plays or asks."""
    for sample in many(key)[::40]:
        if sample.game.outcome(sample.position) is not Outcome.PLAYING:
            continue
        for each, pressed in outcomes(sample.table, look):
            assert isinstance(pressed, Refused) == (each.style is Style.DISABLED) or same(each)
            match pressed:
                case Play(moves):
                    position = sample.position
                    for move in moves:
                        position = sample.game.play(position, move)
                case Ask(question, rows):
                    assert question
                    assert rows[-1][-1].action == "board"
                case Refused(why):
                    assert why.reason is not Reason.NOT_A_CODE
                    assert refusal(why, sample.table, look)


def same(key):
    """Whether a key is the pile that was chosen already."""
    first, _, second = key.action.removeprefix("m.").partition("=")
    return first == second


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_labels_tell_moves_apart(key, look):
    """No two joins, places or controls of one board are alike; monospace ones are short."""
    for sample in many(key)[::7]:
        board = board_keys(sample.table, look, ALL_OPEN)
        places, joins = tuple(board.places.values()), board.joins
        told = [each.label for each in (*joins, *board.controls.values())]
        if look.spoken or key != "devils-grip":  # twins in the grid are told by where they stand
            told += [each.label for each in places]
        assert len(told) == len(set(told))
        if not look.spoken:
            assert max(wcswidth(each.label) for each in (*places, *joins)) <= 5
        if look.theme == "letters":
            assert all(each.label.isascii() for each in (*places, *joins))


@pytest.mark.parametrize("key", KEYS)
def test_pages_fit_the_platforms(key):
    """Tokens fit and are all different on one page; a page has at most 100 keys, 8 a row."""
    for number, sample in enumerate(many(key)[::25]):
        look = LOOKS[number % len(LOOKS)]
        table = sample.table
        pages = [keys(table, look, ALL_OPEN), menu_keys(look, ALL_OPEN)]
        pages += [page.rows for _, page in outcomes(table, look) if isinstance(page, Ask)]
        for rows in pages:
            actions = [each.action for row in rows for each in row]
            assert len(actions) == len(set(actions))
            assert len(actions) <= 100
            assert max(map(len, rows)) <= 8
            assert all(encode(OnGame(10**9, 10**6, action)) for action in actions)


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_says_one_move_plays_it(key):
    """The label's goal is where the card ends."""
    for sample in many(key)[::25]:
        table = sample.table
        for each in presses(keys(table, LETTERS, Controls())):
            pressed = press(table, each.action, LETTERS)
            if isinstance(pressed, Play) and ">" in each.label:
                goal = each.label.partition(">")[2].lower()
                move = pressed.moves[-1]
                top = table.pile(move.target).top
                onto = LETTERS.card(top).lower() if top is not None else ""
                assert goal in (move.target, onto)


def test_places_of_bakers_game_never_move():
    """Twelve places in three rows of four, and four controls."""
    for sample in many("bakers-game")[::9]:
        if sample.game.outcome(sample.position) is Outcome.PLAYING:
            rows = keys(sample.table, LETTERS, Controls())
            assert [len(row) for row in rows] == [4, 4, 4, 4]
            assert list(board_keys(sample.table, LETTERS, Controls()).places) == [*"12345678abcd"]


def test_rows_of_calculation():
    """A foundation, a waste and a control in each row; finish takes the place of the hint."""
    table = won("calculation")[1].table
    plain = keys(table, LETTERS, Controls(can_undo=True))
    assert [len(row) for row in plain] == [3, 3, 3, 3]
    assert [row[-1].action for row in plain] == ["p.s", "undo", "hint", "menu"]
    finishing = keys(table, LETTERS, Controls(can_finish=True))
    assert finishing[2][-1].action == "finish"


def test_rows_of_devils_grip():
    """Joins three a row, then the grid as it lies on the table, then the controls."""
    table = won("devils-grip")[0].table
    rows = keys(table, LETTERS, Controls(can_tidy=True, may_count_up=True))
    assert [len(row) for row in rows] == [3, 3, 3, 1, 8, 8, 8, 5]
    assert [key.action for key in rows[-1]] == ["m.d", "undo", "count", "tidy", "menu"]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_ended_games_offer_what_comes_next(look):
    """A won game can be shared, a lost one taken back; both begin again."""
    table = won("calculation")[-1].table

    def actions(outcome):
        rows = keys(table, look, Controls(can_undo=True, outcome=outcome))
        return [key.action for row in rows for key in row]

    assert actions(Outcome.WON) == ["new", "again", "share", "replay"]
    assert actions(Outcome.LOST) == ["undo", "review", "new", "again", "replay"]


def test_the_menu_shows_what_can_be_done():
    """Grey keys stay in their places; count up comes only where it is offered."""
    rows = menu_keys(LETTERS, Controls())
    styles = {key.action: key.style for row in rows for key in row}
    assert styles["redo"] is styles["finish"] is Style.DISABLED
    assert "count" not in styles
    assert list(styles)[-1] == "board"
    assert "count" in {key.action for row in menu_keys(LETTERS, ALL_OPEN) for key in row}


@pytest.mark.parametrize("key", KEYS)
def test_forged_actions_are_refused(key):
    """What no key carries plays nothing and raises nothing."""
    table = won(key)[0].table
    for action in "m. m.zz m.=== m.a1=a1 x.1.2.3 x. p. p.zz q. q.zz undo z.1 m m.aa".split():
        assert isinstance(press(table, action, LETTERS), Refused)
