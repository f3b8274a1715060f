"""A position of Baker's Game as the bit masks that the search works on.

A card is the bit ``16 * suit + rank - 1``, so the card it may be built on is one bit higher and
suits never touch. A column is cut into *groups*: maximal stretches that build down by suit. Groups
move as wholes, and since cards are only ever built where they belong, no two groups of a column
become one and no new cut arises. A column with two groups or more is *buried*; what lies in a
column of one group, in a cell or alone *floats*.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.cards import Card
from games.catalogue.bakers_game import BakersPosition

Ints: TypeAlias = NDArray[np.int64]

COLUMNS, GROUPS = 8, 16
"""At most so many columns, and less than so many groups in each."""
KEY = 4
"""The first words of a state tell it apart from all others; the rest follow from them."""
ATTACHED, HOME, DEPTHS, SETTLED, COVERED, TOPS, BURIED, COST = range(8)
"""Words of a state.

``ATTACHED`` cards built on their parents (the buried beginnings of groups aside), ``HOME`` cards
up, ``DEPTHS`` groups left in each column (four bits each, 0 when it isn't buried), ``SETTLED``
loose cards known to stand in a column while no place is free, ``COVERED`` cards of buried columns
that aren't attached, ``TOPS`` first cards of their uppermost groups, ``BURIED`` how many columns
are, ``COST`` single moves so far, as estimated.
"""


class Start(NamedTuple):
    """What stays the same during a search; the tables are by column and groups left there.

    ``covered`` cards not free to move; ``top`` first card of the uppermost group; ``tail`` the
    others of that group; ``reach`` how many cards up to that first card; ``where`` for each card
    ``32 * column + place`` where it was at the start, -1 in a cell or up.
    """

    covered: Ints
    top: Ints
    tail: Ints
    reach: Ints
    where: Ints
    cards: int
    aces: int
    columns: int
    cells: int


def index(card: Card) -> int:
    """The number of a card's bit."""
    return 16 * card.suit + card.rank - 1


def ranks_of(position: BakersPosition) -> int:
    """How many ranks the pack has: 13, less in the small packs of the tests."""
    lying = sum(map(len, position.columns)) + sum(card is not None for card in position.cells)
    return (sum(position.homes) + lying) // len(position.homes)


def read(position: BakersPosition) -> tuple[Start, Ints]:
    """The tables of a position and its state, before any eager move.

    Raises ValueError for more columns or groups than there are bits for.
    """
    shape = (COLUMNS, GROUPS)
    covered, top, tail, reach = (np.zeros(shape, np.int64) for _ in range(4))
    where, state = np.full(64, -1, np.int64), np.zeros(8, np.int64)
    attached = depths = buried = settled = 0
    if len(position.columns) > COLUMNS:
        raise ValueError(f"more than {COLUMNS} columns")
    for column, cards in enumerate(position.columns):
        groups = _groups(cards)
        if len(groups) >= GROUPS:
            raise ValueError(f"{GROUPS} groups or more in a column")
        beneath = place = 0
        for left, group in enumerate(groups, 1):
            first, *others = group
            covered[column, left] = beneath | 1 << first
            top[column, left] = 1 << first
            tail[column, left] = sum(1 << other for other in others)
            reach[column, left] = place + 1
            for card in group:
                where[card] = 32 * column + place
                beneath |= 1 << card
                place += 1
        attached |= int(tail[column, len(groups)])
        if len(groups) > 1:
            buried += 1
            depths |= len(groups) << 4 * column
            state[COVERED] |= covered[column, len(groups)]
            state[TOPS] |= top[column, len(groups)]
        elif len(cards) == 1:
            settled |= 1 << groups[0][0]
    suits = range(len(position.homes))
    home = sum(((1 << position.homes[suit]) - 1) << 16 * suit for suit in suits)
    state[[ATTACHED, HOME, DEPTHS, BURIED]] = attached, home, depths, buried
    # With a place free, loose cards can change places as one likes.
    state[SETTLED] = settled if all(position.columns) and None not in position.cells else 0
    rank_bits = (1 << ranks_of(position)) - 1
    start = Start(
        covered,
        top,
        tail,
        reach,
        where,
        sum(rank_bits << 16 * suit for suit in suits),
        sum(1 << 16 * suit for suit in suits),
        len(position.columns),
        len(position.cells),
    )
    return start, state


def _groups(cards: tuple[Card, ...]) -> list[list[int]]:
    groups: list[list[int]] = []
    for card in cards:
        bit = index(card)
        if groups and groups[-1][-1] == bit + 1:
            groups[-1].append(bit)
        else:
            groups.append([bit])
    return groups
