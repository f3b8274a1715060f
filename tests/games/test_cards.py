"""Every card in every spelling, and the packs."""

from itertools import product

import pytest

from games.cards import pack, parse_card, texts
from games.notation import read_card

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
ALSO = {"A": ["a", "1", "Ａ", "１"], "T": ["t", "10", "Ｔ", "１０", "1０"], "K": ["k", "Ｋ"]}
SIGNS = {"C": "c♣♧Ｃｃ", "D": "d♦♢Ｄｄ", "H": "h♥♡Ｈｈ", "S": "s♠♤Ｓｓ"}


@pytest.mark.parametrize("suit", "CDHS")
def test_every_card_in_every_spelling(suit):
    """Either case, 10 and 1, signs with selectors, full width, suit first: all the same card."""
    suits = [suit, *SIGNS[suit], *(s + v for s in SIGNS[suit][1:3] for v in "\ufe0e\ufe0f")]
    for rank in RANKS:
        card = parse_card(rank + suit)
        for r, s in product([rank, rank.lower(), *ALSO.get(rank, [])], suits):
            assert read_card(r + s) == read_card(s + r) == read_card(f" {r}{s}\n") == card, (r, s)


@pytest.mark.parametrize(
    "text", ["A\x00C", "A C", "ACD", "joker", "♣", "AC" * 1000, "\u0301\u0316" * 1_000_000]
)
def test_what_only_looks_like_a_card(text):
    """None, and at once: marks in the wrong order would take minutes to sort."""
    assert read_card(text) is None


def test_packs_are_ordered_rank_by_rank():
    """The order before the shuffle: ranks from the lowest, suits C D H S, copies side by side."""
    assert texts(pack()) == " ".join(rank + suit for rank, suit in product(RANKS, "CDHS"))
    double = pack(lowest=2, copies=2)
    assert texts(double) == " ".join(
        card for rank, suit in product(RANKS[1:], "CDHS") for card in [rank + suit] * 2
    )
