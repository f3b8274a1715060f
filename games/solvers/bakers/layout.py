"""A position of Baker's Game as the bit masks that the search works on.

A card is the bit ``16 * suit + rank - 1``, so the card it may be built on is one bit higher and
suits never touch. A column is cut into *groups*: maximal stretches that build down by suit. Groups
move as wholes, and since cards are only ever built where they belong, no two groups of a column
become one and no new cut arises. A column with two groups or more is *buried*; what lies in a
column of one group, in a cell or alone *floats*.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.cards import Card, pack
from games.catalogue.bakers_game import BakersPosition
from games.solvers.compiled import compiled
from games.table import PileKind, Table

Ints: TypeAlias = NDArray[np.int64]

COLUMNS, GROUPS = 8, 16
"""At most so many columns, and less than so many groups in each."""
WORDS, KEY = 8, 4
"""Words of a state; the first ones tell it apart from all others, the rest follow from them."""
ATTACHED, HOME, DEPTHS, SETTLED, COVERED, TOPS, BURIED, COST = range(8)
"""The words.

``ATTACHED`` cards built on their parents (the buried beginnings of groups aside), ``HOME`` cards
up, ``DEPTHS`` groups left in each column (four bits each, 0 when it isn't buried), ``SETTLED``
loose cards known to stand in a column while no place is free, ``COVERED`` cards of buried columns
that aren't attached, ``TOPS`` first cards of their uppermost groups, ``BURIED`` how many columns
are, ``COST`` single moves so far, as estimated.
"""


LOGGED, LOG = WORDS, WORDS + 1
"""After its words a state carries a log of steps: their number, then three words for each."""
STEPS = 2048
"""Room in a log; a choice and what follows it take less than 200, a whole line less than all."""

GROUP_COVERED, GROUP_TOP, GROUP_TAIL, GROUP_REACH, WHERE, SIZES = range(6)
"""Tables that stay the same during a search, the first four by column and groups left there.

``GROUP_COVERED`` cards not free to move; ``GROUP_TOP`` first card of the uppermost group;
``GROUP_TAIL`` the others of that group; ``GROUP_REACH`` how many cards up to that first card;
``WHERE``, by suit and rank: ``32 * column + place`` of a card at the start, -1 in a cell or up;
``SIZES`` the figures below. All in one array: kernels pass it on quickly.
"""
ALL_CARDS, ACES, COLUMN_COUNT, CELL_COUNT = range(4)


def plain(count: int) -> list[int]:
    """The numbers from 0 on as numpy's: numba compiles a kernel anew for each Python constant."""
    return list(np.arange(count))


def index(card: Card) -> int:
    """The number of a card's bit."""
    return _INDEX[card]


_INDEX = {card: 16 * int(card.suit) + card.rank - 1 for card in pack()}


def ranks_of(position: BakersPosition) -> int:
    """How many ranks the pack has: 13, less in the small packs of the tests."""
    lying = sum(map(len, position.columns)) + sum(card is not None for card in position.cells)
    return (sum(position.homes) + lying) // len(position.homes)


def read(position: BakersPosition) -> tuple[Ints, Ints]:
    """The tables of a position and its state, before any eager move.

    Raises ValueError for more columns or groups than there are bits for.
    """
    if len(position.columns) > COLUMNS:
        raise ValueError(f"more than {COLUMNS} columns")
    numbers = np.array([_INDEX[card] for cards in position.columns for card in cards], np.int64)
    lengths = np.array([len(cards) for cards in position.columns], np.int64)
    homes = np.array(position.homes, np.int64)
    start = np.zeros((6, COLUMNS, GROUPS), np.int64)
    start[WHERE] = -1
    state = np.zeros(LOG + 3 * STEPS, np.int64)
    if not fill(start, state, numbers, lengths, homes):
        raise ValueError(f"{GROUPS} groups or more in a column")
    rank_bits = (1 << ranks_of(position)) - 1
    suits = range(len(homes))
    start[SIZES, 0, :4] = (
        sum(rank_bits << 16 * suit for suit in suits),
        sum(1 << 16 * suit for suit in suits),
        len(lengths),
        len(position.cells),
    )
    # With a place free, loose cards can change places as one likes.
    if None in position.cells or not all(position.columns):
        state[SETTLED] = 0
    return start, state


@compiled
def fill(start: Ints, state: Ints, numbers: Ints, lengths: Ints, homes: Ints) -> bool:
    """Fill in tables and state from the columns' cards; False when a column has too many groups."""
    for suit in range(len(homes)):
        state[HOME] |= ((1 << homes[suit]) - 1) << (16 * suit)
    at = 0
    for column in range(len(lengths)):
        left = beneath = 0
        for place in range(lengths[column]):
            card = numbers[at]
            bit = 1 << card
            if place > 0 and numbers[at - 1] == card + 1:
                start[GROUP_TAIL, column, left] |= bit
            else:
                left += 1
                if left == GROUPS:
                    return False
                start[GROUP_COVERED, column, left] = beneath | bit
                start[GROUP_TOP, column, left] = bit
                start[GROUP_REACH, column, left] = place + 1
            start[WHERE, card // 16, card % 16] = 32 * column + place
            beneath |= bit
            at += 1
        state[ATTACHED] |= start[GROUP_TAIL, column, left]
        if left > 1:
            state[BURIED] += 1
            state[DEPTHS] |= left << (4 * column)
            state[COVERED] |= start[GROUP_COVERED, column, left]
            state[TOPS] |= start[GROUP_TOP, column, left]
        elif lengths[column] == 1:
            state[SETTLED] |= beneath
    return True


def read_table(table: Table) -> BakersPosition:
    """The position that a table shows: all of it."""
    homes = table.of(PileKind.FOUNDATION)
    return BakersPosition(
        tuple(0 if pile.top is None else pile.top.rank for pile in homes),
        tuple(pile.top for pile in table.of(PileKind.CELL)),
        tuple(pile.cards for pile in table.of(PileKind.COLUMN)),
    )
