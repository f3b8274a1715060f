"""Every card on every card, against the rules written down a second time.

These tables are made of the words of RULES.md and ask nothing of the code they judge.
"""

from itertools import product

import pytest

from games.cards import Card, Suit, parse_card
from games.catalogue import find
from games.catalogue.bakers_game import BakersPosition
from games.catalogue.calculation import CalculationPosition
from games.catalogue.devils_grip import GripPosition
from games.errors import Reason
from tests.games.support import cards, plays, refused

BAKERS, CALCULATION, GRIP = map(find, ("bakers-game", "calculation", "devils-grip"))
RANKS = "A23456789TJQK"
TEXTS = [rank + suit for rank in RANKS for suit in "CDHS"]
GRIP_TEXTS = TEXTS[4:]
NEXT_LOWER = dict(zip(RANKS[1:], RANKS, strict=False))
ORDERS = ["A23456789TJQK", "2468TQA3579JK", "369Q258JA47TK", "48Q37J26TA59K"]
THREE_LOWER = dict(
    pair for row in ("258J", "369Q", "47TK") for pair in zip(row[1:], row, strict=False)
)


def bakers(columns=(), cells=(), homes=(0, 0, 0, 0)):
    """A position of these columns and cells; the rest is empty."""
    columns = (*columns, *[()] * (8 - len(columns)))
    return BakersPosition(homes, (*cells, *[None] * (4 - len(cells))), columns)


@pytest.mark.parametrize("moving", TEXTS)
def test_bakers_columns_and_cells(moving):
    """A card onto each card of a column, from a column and from a cell; and onto a cell."""
    card = parse_card(moving)
    for onto in TEXTS:
        fits = moving[1] == onto[1] and NEXT_LOWER.get(onto[0]) == moving[0]
        target = cards(onto)
        assert plays(BAKERS, bakers([(card,), target]), "12") == fits, onto
        assert plays(BAKERS, bakers([(), target], [card]), "a2") == fits, onto
        assert not plays(BAKERS, bakers([(card,)], target), "1a"), onto
        assert not plays(BAKERS, bakers([], [card, *target]), "ab"), onto


@pytest.mark.parametrize("moving", TEXTS)
def test_bakers_empty_places(moving):
    """Any card goes to an empty column or cell; from cell to cell none does."""
    card = parse_card(moving)

    assert plays(BAKERS, bakers([(card,)]), "12")
    assert plays(BAKERS, bakers([], [card]), "a2")
    assert plays(BAKERS, bakers([(card,)]), "1a")
    assert not plays(BAKERS, bakers([], [card]), "ab")


@pytest.mark.parametrize("moving", TEXTS)
def test_bakers_foundations(moving):
    """From ace to king by suit; what other suits have reached is no matter."""
    card = parse_card(moving)
    for own, others in product(range(14), (0, 5, 13)):
        homes = tuple(own if suit is card.suit else others for suit in Suit)
        fits = own == RANKS.index(moving[0])
        assert plays(BAKERS, bakers([(card,)], homes=homes), "1h") == fits
        assert plays(BAKERS, bakers([], [card], homes=homes), "ah") == fits


@pytest.mark.parametrize("moving", TEXTS)
def test_calculation_foundations(moving):
    """Every foundation at every height takes the next rank of its order, of any suit."""
    card = parse_card(moving)
    for number, height in product(range(4), range(1, 14)):
        order = ORDERS[number]
        heights = tuple(height if f == number else 13 for f in range(4))
        tops = tuple(
            Card(RANKS.index(ORDERS[f][h - 1]) + 1, Suit.CLUBS) for f, h in enumerate(heights)
        )
        fits = order[height : height + 1] == moving[0]
        in_hand = CalculationPosition(tops, heights, card, ((),) * 4, ())
        in_waste = CalculationPosition(tops, heights, None, ((), (card,), (), ()), ())

        assert plays(CALCULATION, in_hand, f"f{number + 1}") == fits
        assert plays(CALCULATION, in_waste, f"w2f{number + 1}") == fits
        assert not plays(CALCULATION, in_waste, f"w1f{number + 1}")


@pytest.mark.parametrize("moving", TEXTS)
def test_calculation_wastes(moving):
    """A turned card goes on any waste pile, whatever lies there."""
    tops, hand = cards("AC 2D 3H 4S"), parse_card(moving)
    for lying in ["", *TEXTS]:
        position = CalculationPosition(tops, (1,) * 4, hand, (cards(lying),) * 4, ())
        assert all(plays(CALCULATION, position, f"w{n}") for n in range(1, 5))


@pytest.mark.parametrize("moving", GRIP_TEXTS)
def test_devils_grip_joins(moving):
    """Three ranks higher in the same suit, from a place and from the waste; swaps always."""
    card = parse_card(moving)
    for onto in GRIP_TEXTS:
        fits = moving[1] == onto[1] and THREE_LOWER.get(moving[0]) == onto[0]
        grid = ((card,), cards(onto)) + ((),) * 22
        assert plays(GRIP, GripPosition(grid, (), ()), "a1a2") == fits, onto
        assert plays(GRIP, GripPosition(((), *grid[1:]), (card,), ()), "wa2") == fits, onto
        assert plays(GRIP, GripPosition(grid, (), ()), "a1=a2"), onto


@pytest.mark.parametrize("moving", GRIP_TEXTS)
def test_devils_grip_empty_places(moving):
    """An empty place takes no pile, no waste card and no swap."""
    card = parse_card(moving)
    position = GripPosition(((card,),) + ((),) * 23, (card,), ())

    for code in ("a1a2", "wa2", "a1=a2", "a2=a3", "a2a1"):
        assert not plays(GRIP, position, code)


@pytest.mark.parametrize(
    ("position", "code", "reason"),
    [
        (bakers(), "12", Reason.NO_CARD),
        (bakers(), "ah", Reason.NO_CARD),
        (bakers([cards("7H"), cards("8C")]), "12", Reason.OTHER_SUIT),
        (bakers([cards("7H"), cards("9H")]), "12", Reason.WRONG_RANK),
        (bakers([cards("7H")]), "11", Reason.SAME_PLACE),
        (bakers([cards("7H")], cards("2C")), "1a", Reason.CELL_TAKEN),
        (bakers([], cards("2C")), "ab", Reason.CELL_TO_CELL),
        (bakers([cards("7H")]), "1h", Reason.FOUNDATION_WANTS),
        (bakers(), "1x", Reason.NOT_A_CODE),
    ],
)
def test_bakers_refusals_have_their_reasons(position, code, reason):
    """The most helpful reason for each."""
    assert refused(BAKERS, position, code).reason is reason


def test_a_refused_foundation_says_what_it_wants():
    """The next rank, or None when it is complete."""
    wanting = refused(BAKERS, bakers([cards("7H")], homes=(0, 0, 4, 0)), "1h")
    complete = refused(BAKERS, bakers([cards("7H")], homes=(0, 0, 13, 0)), "1h")

    assert (wanting.card, wanting.place, wanting.wants) == (parse_card("7H"), "hh", 5)
    assert complete.wants is None


def test_a_refused_column_says_what_lies_there():
    """The card, what it was to go on, and where."""
    refusal = refused(BAKERS, bakers([cards("7H"), cards("KD 8C")]), "12")

    assert (refusal.card, refusal.onto) == cards("7H 8C")
    assert (refusal.place, refusal.code) == ("2", "12")


def calculation(hand=None, wastes=((),) * 4, stock=()):
    """A position at the start of the foundations."""
    return CalculationPosition(cards("AC 2D 3H 4S"), (1,) * 4, hand, wastes, stock)


@pytest.mark.parametrize(
    ("position", "code", "reason"),
    [
        (calculation(), "d", Reason.STOCK_EMPTY),
        (calculation(parse_card("9C"), stock=cards("2C")), "d", Reason.HAND_FULL),
        (calculation(), "f1", Reason.HAND_EMPTY),
        (calculation(), "w1", Reason.HAND_EMPTY),
        (calculation(), "w1f1", Reason.NO_CARD),
        (calculation(parse_card("9C")), "f1", Reason.FOUNDATION_WANTS),
        (calculation(), "w1w2", Reason.NOT_A_CODE),
        (calculation(), "f1w1", Reason.NOT_A_CODE),
    ],
)
def test_calculation_refusals_have_their_reasons(position, code, reason):
    """The most helpful reason for each; wastes to wastes and back from foundations: no codes."""
    assert refused(CALCULATION, position, code).reason is reason


def grip(*pile_texts, waste="", stock=""):
    """A position with these first piles."""
    grid = tuple(cards(text) for text in pile_texts)
    return GripPosition(grid + ((),) * (24 - len(grid)), cards(waste), cards(stock))


@pytest.mark.parametrize(
    ("position", "code", "reason"),
    [
        (grip("8S", "5S"), "d", Reason.STOCK_EMPTY),
        (grip("", "5S"), "a1a2", Reason.NO_CARD),
        (grip("8S"), "wa1", Reason.NO_CARD),
        (grip("8S"), "a1a2", Reason.EMPTY_PLACE),
        (grip("8S", "5C"), "a1a2", Reason.OTHER_SUIT),
        (grip("8S", "6S"), "a1a2", Reason.WRONG_RANK),
        (grip("8S", "8S"), "a1a2", Reason.WRONG_RANK),
        (grip("8S", "JS"), "a1a2", Reason.TOP_OF_ROW),
        (grip("2S", "2S 5S 8S JS"), "a1a2", Reason.TOP_OF_ROW),
        (grip("8S"), "a1=b1", Reason.SWAP_EMPTY),
        (grip("8S"), "a1=a1", Reason.SAME_PLACE),
        (grip("8S"), "a1a1", Reason.SAME_PLACE),
        (grip("8S"), "a1s", Reason.NOT_A_CODE),
        (grip("8S"), "a1w", Reason.NOT_A_CODE),
    ],
)
def test_devils_grip_refusals_have_their_reasons(position, code, reason):
    """The most helpful reason for each."""
    assert refused(GRIP, position, code).reason is reason
