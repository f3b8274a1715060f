"""Cards and packs (FORMATS.md, "Cards")."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"

ACE, JACK, QUEEN, KING = 1, 11, 12, 13


class Suit(IntEnum):
    """The four suits in the order every pack and every foundation uses."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Card(NamedTuple):
    """A playing card: rank 1 (ace) … 13 (king) and a suit.

    Twins of a two-pack game are equal: nothing in the rules tells them apart.
    """

    rank: int
    suit: Suit

    @property
    def text(self) -> str:
        """The canonical text, rank then suit letter: ``TH`` for the ten of hearts."""
        return RANKS[self.rank - 1] + SUITS[self.suit]


def parse_card(text: str) -> Card:
    """Read a card's canonical text.

    Raises ValueError unless ``text`` is a rank of ``A23456789TJQK`` and a suit of ``CDHS``.
    What people type is richer: see ``games.notation.read_card``.
    """
    if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
        return Card(RANKS.index(text[0]) + 1, Suit(SUITS.index(text[1])))
    raise ValueError(f"not a card: {text[:20]!r}")


def pack(lowest: int = ACE, copies: int = 1) -> tuple[Card, ...]:
    """The ordered pack: rank by rank from ``lowest``, suits C D H S within, copies in a row."""
    ranks = range(lowest, KING + 1)
    return tuple(Card(rank, suit) for rank in ranks for suit in Suit for _ in range(copies))


def texts(cards: tuple[Card, ...]) -> str:
    """Cards as records and storage write them: canonical texts separated by spaces."""
    return " ".join(card.text for card in cards)
