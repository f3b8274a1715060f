"""Cards and positions as numbers for the kernels.

A *family* is what one finished pile collects, a suit in a row: twelve of them. A card's *kind*
is 4 × family + height, 0 … 47; height 0 are the *bases* 2, 3 and 4. Every kind has two copies,
and which copy is which never matters. Places don't matter either until the last tidy-up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.cards import Card, Suit
from games.catalogue.devils_grip import HEIGHT, STEP, GripPosition

KINDS = 48
HALF = 48
LOWEST = 2

Kinds = NDArray[np.int8]
Places = NDArray[np.int16]


def kind_of(card: Card) -> int:
    """The kind of a card, 0 … 47."""
    return HEIGHT * (STEP * card.suit + (card.rank - LOWEST) % STEP) + (card.rank - LOWEST) // STEP


def card_of(kind: int) -> Card:
    """The card of a kind."""
    family, height = divmod(kind, HEIGHT)
    suit, row = divmod(family, STEP)
    return Card(LOWEST + row + STEP * height, Suit(suit))


CARDS = tuple(card_of(kind) for kind in range(KINDS))


@dataclass(frozen=True, slots=True)
class Coded:
    """A position without holes.

    ``order``: kinds of the waste from the bottom up, then of the stock as it will come. The waste
    keeps the stock's order for ever, so that a set of places in ``order`` tells a waste.
    ``places``: shape (48, 2), where in ``order`` the copies of a kind lie, -1 for the grid.
    ``links``: how many copies of a kind have a card on them. ``turned``: cards of the waste.
    """

    order: Kinds
    places: Places
    links: Kinds
    turned: int

    def grid(self) -> Kinds:
        """How many copies of each kind lie in the grid."""
        copies: Kinds = (self.places < 0).sum(axis=1).astype(np.int8)
        return copies

    def waste(self) -> NDArray[np.int64]:
        """The places of the waste as two times 48 bits."""
        low = min(self.turned, HALF)
        return np.array([(1 << low) - 1, (1 << (self.turned - low)) - 1], np.int64)


def coded(position: GripPosition) -> Coded:
    """The position as the kernels see it."""
    order = [kind_of(card) for card in (*position.waste, *position.stock)]
    places = np.full((KINDS, 2), -1, np.int16)
    for place, kind in enumerate(order):
        places[kind, 0 if places[kind, 0] < 0 else 1] = place
    links = np.zeros(KINDS, np.int8)
    for pile in position.piles:
        for card in pile[:-1]:
            links[kind_of(card)] += 1
    return Coded(np.array(order, np.int8), places, links, len(position.waste))
