"""Calculation: the worked example, orders, ends, safe moves."""

import random
from dataclasses import replace

import pytest

from games.cards import KING, Card, Suit, parse_card
from games.catalogue import find
from games.catalogue.calculation import ORDERS, CalculationPosition, wanted
from games.deals import lay_out
from games.game import Outcome
from games.table import PileKind
from tests.games.support import cards, piles, plays, winnable

GAME = find("calculation")
START = GAME.deal(lay_out(GAME, "617"))


def position_of(heights, hand="", wastes=("", "", "", ""), stock=""):
    """A position with foundations of these heights."""
    tops = tuple(Card(ORDERS[f][height - 1], Suit.CLUBS) for f, height in enumerate(heights))
    in_hand = parse_card(hand) if hand else None
    return CalculationPosition(tops, heights, in_hand, piles(*wastes), cards(stock))


def test_the_orders():
    """As RULES.md lists them, ending at the king."""
    assert [[wanted(f, height) for height in range(1, 13)] for f in range(4)] == [
        [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        [4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13],
        [6, 9, 12, 2, 5, 8, 11, 1, 4, 7, 10, 13],
        [8, 12, 3, 7, 11, 2, 6, 10, 1, 5, 9, 13],
    ]
    assert [wanted(f, KING) for f in range(4)] == [None] * 4
    assert [order[0] for order in ORDERS] == [1, 2, 3, 4]


def test_the_worked_example():
    """A♠ comes round onto Q♦ on the second foundation; the first, also at Q, wants its king."""
    position = position_of((12, 6, 1, 1), hand="AS")

    assert [card.rank for card in position.tops[:2]] == [12, 12]
    assert plays(GAME, position, "f2")
    assert not plays(GAME, position, "f1")
    assert GAME.play(position, GAME.parse("f2")).tops[1] == parse_card("AS")


def test_a_card_beneath_another_is_out_of_reach():
    """Only the top of a waste pile goes up."""
    buried = position_of((1, 1, 1, 1), wastes=("2C 9D", "", "", ""))

    assert GAME.legal_moves(buried) == ()
    assert plays(GAME, replace(buried, wastes=piles("9D 2C", "", "", "")), "w1f1")


def test_a_turned_card_comes_before_the_next():
    """While one waits, wastes may still give and the stock may not."""
    position = position_of((1, 1, 1, 1), hand="9C", wastes=("2C", "", "", ""), stock="KD")

    assert [move.code for move in GAME.legal_moves(position)] == ["w1", "w1f1", "w2", "w3", "w4"]
    assert GAME.next_card(position) is None
    placed = GAME.play(position, GAME.parse("w2"))
    assert GAME.next_card(placed) == GAME.parse("d")
    assert GAME.next_card(replace(placed, stock=())) is None


def test_the_player_chooses_among_foundations():
    """Several may take a card."""
    position = position_of((5, 2, 1, 1), hand="6C")

    assert {m.code for m in GAME.legal_moves(position) if m.code[0] == "f"} == {"f1", "f2", "f3"}


def test_the_start():
    """Four starts up, 48 cards to come, nothing waiting."""
    assert GAME.describe(START) == "F:A 2 3 4 | T:- | 1: | 2: | 3: | 4: | S:48"
    assert GAME.score(START).foundation == 4
    assert [move.code for move in GAME.legal_moves(START)] == ["d"]


def test_the_end():
    """Won with four kings up; lost when the stock is gone and no waste top fits."""
    assert GAME.outcome(position_of((13,) * 4)) is Outcome.WON
    assert GAME.outcome(position_of((1,) * 4, wastes=("9C",) * 4)) is Outcome.LOST
    assert GAME.outcome(position_of((1,) * 4, wastes=("2C", "9C", "", ""))) is Outcome.PLAYING
    assert GAME.outcome(position_of((1,) * 4, hand="9C")) is Outcome.PLAYING
    assert GAME.outcome(position_of((1,) * 4, stock="9C")) is Outcome.PLAYING


def test_the_piles_of_the_table():
    """Names in their order; foundations list their top card, the stock none."""
    table = GAME.table(position_of((3, 1, 1, 1), hand="9C", wastes=("KD", "", "", ""), stock="2D"))

    assert [p.name for p in table.piles] == "f1 f2 f3 f4 t s w1 w2 w3 w4".split()
    assert (table.pile("f1").cards, table.pile("f1").covered) == (cards("3C"), 2)
    assert table.pile("t").top == parse_card("9C")
    assert (table.pile("s").cards, table.pile("s").hidden) == ((), 1)
    assert [p.size for p in table.of(PileKind.WASTE)] == [1, 0, 0, 0]


def test_the_order_of_wastes_does_not_matter():
    """The order of foundations does."""
    one = position_of((3, 1, 2, 1), wastes=("2C 9D", "KD", "", ""))

    assert GAME.canonical(one) == GAME.canonical(replace(one, wastes=one.wastes[::-1]))
    assert GAME.canonical(one) != GAME.canonical(
        position_of((3, 2, 1, 1), wastes=("2C", "", "", ""))
    )


@pytest.mark.parametrize(
    ("heights", "safe"),
    [
        ((1, 1, 1, 1), None),  # three more foundations still want a six
        ((6, 3, 1, 1), None),  # two do
        ((6, 3, 1, 8), "f3"),  # the third alone
    ],
)
def test_the_last_missing_copy_of_a_rank_is_safe(heights, safe):
    """Not before three foundations have passed the rank."""
    position = position_of(heights, hand="6S")

    assert GAME.safe_move(position) == (safe and GAME.parse(safe))


def ending(rng):
    """A hard ending: most of the cards that are left lie in the wastes already."""
    heights = tuple(rng.randint(8, 11) for _ in range(4))
    ranks = [rank for f in range(4) for rank in ORDERS[f][heights[f] :]]
    suits = {rank: list(Suit) for rank in ranks}
    left = [Card(rank, suits[rank].pop()) for rank in ranks]
    rng.shuffle(left)
    tops = position_of(heights).tops
    wastes = tuple(tuple(left[n:-4:4]) for n in range(4))
    return CalculationPosition(tops, heights, None, wastes, tuple(left[-4:]))


def test_safe_moves_never_lose_a_win():
    """Against complete search, in endings that can be won and wherever they lead."""
    rng, met = random.Random(8), 0
    while met < 80:
        position = ending(rng)
        while winnable(GAME, position):
            safe = GAME.safe_move(position)
            if safe is not None:
                assert winnable(GAME, GAME.play(position, safe))
                met += 1
            choices = GAME.legal_moves(position)
            if not choices:
                break
            position = GAME.play(position, rng.choice(choices))
