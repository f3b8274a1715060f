"""The small line about what just happened."""

import pytest

from bot.look import Look
from bot.render import describe_moves, place
from tests.bot.render.samples import KEYS, LOOKS, many, won

EN, ES = Look("letters"), Look("letters", "es")


def told(key, first, last, look=EN):
    """What is said of the moves ``first`` … ``last`` of the won game, counted from 1."""
    line = won(key)
    moves = tuple(sample.move for sample in line[first : last + 1])
    return describe_moves(line[first - 1].table, line[last].table, moves, look)


def test_bakers_moves():
    """Home, a cell, a column, a run, and what went home after a move or alone."""
    assert told("bakers-game", 1, 1) == "Ad home"
    assert told("bakers-game", 4, 4) == "4h to cell a"
    assert told("bakers-game", 7, 7) == "3c to column 7"
    assert told("bakers-game", 25, 27) == "7s-6s to column 3"
    assert told("bakers-game", 1, 3) == "3 cards home"
    assert told("bakers-game", 41, 45) == "6c to cell b; 4 cards home"
    assert told("bakers-game", 13, 20) == "8 moves"


def test_calculation_moves():
    """A turn, a placement from the hand or a waste, the next turn with it, and several."""
    assert told("calculation", 1, 1) == "turned 3s"
    assert told("calculation", 2, 2) == "3s to W1"
    assert told("calculation", 2, 3) == "3s to W1; turned Ac"
    assert told("calculation", 11, 11) == "3d to F4"
    assert told("calculation", 8, 11) == "3 cards to the foundations"
    assert told("calculation", 4, 9) == "3 moves; turned Qh"


def test_grip_moves():
    """A packet, joins of one card and of a run, the refill, swaps, and several."""
    assert told("devils-grip", 1, 1) == "turned Jc, Kc, 6s"
    assert told("devils-grip", 2, 2) == "6s joined 3s in c1"
    assert told("devils-grip", 5, 5) == "6h joined 3h in c2; Kd came up in c8"
    assert told("devils-grip", 7, 7) == "8c-Jc joined 5c in a6; 5s came up in a1"
    assert told("devils-grip", 5, 9) == "6h joined 3h in c2; then 4 more moves"
    assert told("devils-grip", 1, 2) == "3 cards turned; then 1 more move"
    assert told("devils-grip", 94, 94) == "swapped b8 and c8"
    assert told("devils-grip", 86, 94) == "9 swaps"


def test_moves_in_spanish():
    """The same lines, as they are said in Spanish, with signs and in words."""
    words, suits = Look("words", "es"), Look("suits", "es")
    assert told("bakers-game", 25, 27, words) == "7 a 6 de picas a la columna 3"
    assert told("bakers-game", 1, 1, words) == "as de diamantes a la base"
    assert told("calculation", 2, 3, ES) == "3s a W1; del mazo: Ac"
    assert told("devils-grip", 5, 5, ES) == "6h sobre 3h en c2; salió Kd en c8"
    assert told("bakers-game", 25, 27, suits) == "7♠\ufe0e–6♠\ufe0e a la columna 3"
    assert told("devils-grip", 94, 94, ES) == "b8 y c8 cambian de lugar"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_every_move_is_told(key, look):
    """Any single move gets a short line of its own, in every look."""
    for sample in many(key)[::2]:
        if sample.move is not None and sample.before is not None:
            line = describe_moves(sample.before, sample.table, (sample.move,), look)
            assert line
            assert "\n" not in line
            assert len(line) <= (110 if look.spoken else 52)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_long_stretches_are_told_briefly(key, look):
    """An undo that is redone, a finish or a long automatic stretch still fits one line."""
    line = won(key)
    for start in range(0, len(line) - 12, 7):
        moves = tuple(each.move for each in line[start + 1 : start + 12])
        text = describe_moves(line[start].table, line[start + 11].table, moves, look)
        assert text
        assert len(text) <= 150


def test_nothing_done_is_nothing_told():
    """No moves, no line."""
    table = won("calculation")[0].table
    assert describe_moves(table, table, (), EN) == ""


def test_places_are_said_in_both_languages():
    """Places as a sentence names them, without an article."""
    said = {
        ("3", "bakers-game"): ("column 3", "columna 3"),
        ("a", "bakers-game"): ("cell a", "celda a"),
        ("hc", "bakers-game"): ("foundation", "base"),
        ("h", "bakers-game"): ("foundation", "base"),
        ("f2", "calculation"): ("F2", "F2"),
        ("w1", "calculation"): ("W1", "W1"),
        ("t", "calculation"): ("hand", "mano"),
        ("s", "calculation"): ("stock", "mazo"),
        ("a5", "devils-grip"): ("a5", "a5"),
        ("w", "devils-grip"): ("waste", "descarte"),
        ("s", "devils-grip"): ("stock", "mazo"),
        ("x1", "golf"): ("x1", "x1"),
    }
    for (name, game), (english, spanish) in said.items():
        assert (place(name, game, EN), place(name, game, ES)) == (english, spanish)
