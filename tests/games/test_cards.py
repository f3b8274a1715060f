"""Cards, packs and the ways in which people write cards."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card, Suit, pack, parse_card, texts
from games.notation import read_card
from tests.games.samples import cards

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
ALSO = {"A": ["a", "1", "Ａ", "１"], "T": ["t", "10", "Ｔ", "１０", "1０"], "K": ["k", "Ｋ"]}
SIGNS = {"C": "c♣♧Ｃｃ", "D": "d♦♢Ｄｄ", "H": "h♥♡Ｈｈ", "S": "s♠♤Ｓｓ"}


def test_every_card_has_one_canonical_text():
    """All 52 texts are read back as the card that wrote them, and no two are the same."""
    found = {card.text: card for card in pack()}

    assert list(found) == [rank + suit for rank, suit in product(RANKS, "CDHS")]
    assert all(parse_card(text) == card for text, card in found.items())


@pytest.mark.parametrize("text", ["", "A", "AC ", " AC", "ac", "10C", "1C", "CA", "A♣", "TX", "0H"])
def test_the_canonical_text_is_read_strictly(text):
    """What storage and canonical code write has one form only."""
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_cards_as_people_write_them():
    """Either case, 10 and 1, suit signs with selectors, full width, suit first: one card."""
    for rank, suit in product(RANKS, "CDHS"):
        card = parse_card(rank + suit)
        ranks = [rank, rank.lower(), *ALSO.get(rank, [])]
        suits = [suit, *SIGNS[suit], *(s + v for s in SIGNS[suit][1:3] for v in "\ufe0e\ufe0f")]
        for r, s in product(ranks, suits):
            assert read_card(r + s) == card, (r, s)
            assert read_card(s + r) == card, (s, r)
            assert read_card(f" {r}{s}\n") == card


@pytest.mark.parametrize(
    "text",
    ["", " ", "A", "C", "AA", "CC", "A C", "0C", "11C", "13C", "00", "10", "AC2", "♣", "XC", "٣C",
     "ACD", "𝟚♣♣", "joker", "A\x00C", "AC" * 1000, "\u0301\u0316" * 50_000],
)  # fmt: skip
def test_what_is_no_card(text):
    """Anything else is None, at once and without an exception."""
    assert read_card(text) is None


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_none(text):
    """Reading never fails, and what is read is a card of the pack."""
    assert read_card(text) in {None, *pack()}


def test_packs_are_ordered_rank_by_rank():
    """The order before the shuffle: ranks from the lowest, suits C D H S, copies side by side."""
    assert texts(pack()[:6]) == "AC AD AH AS 2C 2D"
    assert texts(pack()[-2:]) == "KH KS"
    double = pack(lowest=2, copies=2)
    assert len(double) == 96
    assert texts(double[:5]) == "2C 2C 2D 2D 2H"


def test_twins_are_equal():
    """Nothing tells the two copies of a two-pack game apart."""
    assert Card(5, Suit.HEARTS) == cards("5H")[0]
    assert hash(Card(5, Suit.HEARTS)) == hash(cards("5H")[0])
