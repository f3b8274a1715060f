"""Cards and positions as numbers for the kernels.

A *family* is what one finished pile collects, a suit in a row: twelve of them. A card's *kind*
is 4 × family + height, 0 … 47; height 0 are the *bases* 2, 3 and 4. Every kind has two copies,
and which copy is which never matters. Places don't matter either until the last tidy-up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.cards import Card, Suit
from games.catalogue.devils_grip import HEIGHT, STEP, GripPosition

Array = NDArray[Any]

KINDS = 48
LOWEST = 2
PILES = 24
HALF = 48

PLACES, ORDER = 0, 2 * KINDS
"""A *deal* is what stays the same in a search, one array of int64.

``deal[ORDER + place]``: kinds of the waste from the bottom up, then of the stock as it will come,
to the end of the array. The waste keeps the stock's order for ever, so that a set of places tells
a waste. ``deal[PLACES + 2 * kind + copy]``: where in the order the copies of a kind lie, the lower
place first; -1 in the grid.
"""

GRID, LINKS, WASTE, TIMES, JOINED, WORDS, STATE = 0, 48, 96, 98, 195, 292, 295
"""A *state* at work is one array of ``STATE`` int64: kernels pass one array much faster than many.

``state[GRID + kind]``: copies of a kind that lie in the grid. ``state[LINKS + kind]``: copies that
have a card on them. So grid - links of a kind are open, and grid of a kind less the links of the
kind below are the bottom of a pile. ``state[WASTE + 0 or 1]``: the places of the order that lie in
the waste, 48 bits each. The rest is room to calculate in: ``TIMES`` and ``JOINED`` by place,
``WORDS`` the three words of the packed state.
"""


def kind_of(card: Card) -> int:
    """The kind of a card, 0 … 47."""
    return HEIGHT * (STEP * card.suit + (card.rank - LOWEST) % STEP) + (card.rank - LOWEST) // STEP


def card_of(kind: int) -> Card:
    """The card of a kind."""
    family, height = divmod(kind, HEIGHT)
    suit, row = divmod(family, STEP)
    return Card(LOWEST + row + STEP * height, Suit(suit))


CARDS = tuple(card_of(kind) for kind in range(KINDS))


def coded(position: GripPosition) -> Array:
    """The deal of a position, as the kernels see it."""
    order = [kind_of(card) for card in (*position.waste, *position.stock)]
    deal = np.full(ORDER + len(order), -1, np.int64)
    for place, kind in enumerate(order):
        at = PLACES + 2 * kind
        deal[at if deal[at] < 0 else at + 1] = place
        deal[ORDER + place] = kind
    return deal


def state_of(position: GripPosition) -> Array:
    """Grid and waste of a position, as the kernels see them."""
    state = np.zeros(STATE, np.int64)
    for pile in position.piles:
        for card in pile:
            state[GRID + kind_of(card)] += 1
        for card in pile[:-1]:
            state[LINKS + kind_of(card)] += 1
    low = min(len(position.waste), HALF)
    state[WASTE] = (1 << low) - 1
    state[WASTE + 1] = (1 << (len(position.waste) - low)) - 1
    return state
