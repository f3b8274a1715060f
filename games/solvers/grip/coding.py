"""Cards and positions as numbers for the kernels.

A *family* is what one finished pile collects, a suit in a row: twelve of them. A card's *kind*
is 4 × family + height, 0 … 47; height 0 are the *bases* 2, 3 and 4. Every kind has two copies,
and which copy is which never matters. Places don't matter either until the last tidy-up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.cards import Card, Suit
from games.catalogue.devils_grip import HEIGHT, STEP, GripPosition

Array = NDArray[Any]

KINDS = 48
LOWEST = 2
PILES = 24
MOST = 97
"""One more than all cards."""
HALF = 48
"""A waste is a set of places in the order, two words of 48 bits each."""


class Deal(NamedTuple):
    """What stays the same in a search.

    ``order`` (n,): kinds of the waste from the bottom up, then of the stock as it will come. The
    waste keeps the stock's order for ever, so that a set of places tells a waste.
    ``places`` (48, 2): where in ``order`` the copies of a kind lie, -1 in the grid.
    """

    order: Array
    places: Array


class State(NamedTuple):
    """One state at work.

    ``grid`` (48,): copies of a kind that lie in the grid. ``links`` (48,): copies that have a card
    on them. So ``grid[k] - links[k]`` copies are open, and ``grid[k] - links[k - 1]`` are the
    bottom of a pile. ``waste`` (2,): the places of ``order`` that lie in the waste, as bits.
    The rest is room to calculate in: ``times`` (97,), ``joined`` (97,), ``words`` (3,).
    """

    grid: Array
    links: Array
    waste: Array
    times: Array
    joined: Array
    words: Array


def kind_of(card: Card) -> int:
    """The kind of a card, 0 … 47."""
    return HEIGHT * (STEP * card.suit + (card.rank - LOWEST) % STEP) + (card.rank - LOWEST) // STEP


def card_of(kind: int) -> Card:
    """The card of a kind."""
    family, height = divmod(kind, HEIGHT)
    suit, row = divmod(family, STEP)
    return Card(LOWEST + row + STEP * height, Suit(suit))


CARDS = tuple(card_of(kind) for kind in range(KINDS))


def coded(position: GripPosition) -> Deal:
    """The waste and the stock of a position as the kernels see them."""
    order = [kind_of(card) for card in (*position.waste, *position.stock)]
    places = np.full((KINDS, 2), -1, np.int16)
    for place, kind in enumerate(order):
        places[kind, 0 if places[kind, 0] < 0 else 1] = place
    return Deal(np.array(order, np.int8), places)


def state_of(position: GripPosition) -> State:
    """The grid and the waste of a position as the kernels see them."""
    grid, links = np.zeros(KINDS, np.int8), np.zeros(KINDS, np.int8)
    for pile in position.piles:
        for card in pile:
            grid[kind_of(card)] += 1
        for card in pile[:-1]:
            links[kind_of(card)] += 1
    held = len(position.waste)
    low = min(held, HALF)
    waste = np.array([(1 << low) - 1, (1 << (held - low)) - 1], np.int64)
    times, joined, words = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64), np.zeros(3, np.int64)
    return State(grid, links, waste, times, joined, words)
