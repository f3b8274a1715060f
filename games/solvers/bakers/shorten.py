"""Kernel: a line of single-card moves made shorter without another search.

Two moves of the same card, with none of that card between them, may often be one: the first left
out (it goes straight to the second's target, later) or the second (it goes there at once).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from games.catalogue.bakers_game import BakersPosition
from games.solvers.bakers.layout import Ints, index
from games.solvers.bakers.line import HOMEWARD, ONTO_PARENT, TO_CELL, TO_EMPTY, CardMove
from games.solvers.compiled import compiled

IN_CELL, AT_BASE, UP = -1, -2, -3
"""Where a card lies that lies on no other."""
NO_MOVE = -1


@compiled
def wins(below: Ints, columns: int, cells: int, cards: Ints, kinds: Ints) -> bool:
    """Whether the moves can be played in turn; ``below`` tells on what each card lies, -4 no card.

    ``columns`` and ``cells`` are how many are empty.
    """
    on, above = below.copy(), np.zeros(65, np.bool_)
    for card in range(64):
        if on[card] >= 0:
            above[on[card]] = True
    for number in range(len(cards)):
        card, kind = cards[number], kinds[number]
        if kind == NO_MOVE:
            continue
        source = on[card]
        if above[card] or source == UP:
            return False
        if source == IN_CELL:
            cells += 1
        elif source == AT_BASE:
            columns += 1
        else:
            above[source] = False
        if kind == TO_CELL:
            cells -= 1
            if cells < 0 or source == IN_CELL:
                return False
            on[card] = IN_CELL
        elif kind == TO_EMPTY:
            columns -= 1
            if columns < 0:
                return False
            on[card] = AT_BASE
        elif kind == ONTO_PARENT:
            if above[card + 1] or on[card + 1] == IN_CELL or on[card + 1] == UP:
                return False
            above[card + 1] = True
            on[card] = card + 1
        else:
            if card % 16 and on[card - 1] != UP:
                return False
            on[card] = UP
    return True


@compiled
def merge_moves(below: Ints, columns: int, cells: int, cards: Ints, kinds: Ints) -> None:
    """Strike out moves (NO_MOVE) until none can be spared."""
    last = -1
    number = 0
    while number != last:
        if last < 0:
            last = 0
        if kinds[number] != NO_MOVE and merged(below, columns, cells, cards, kinds, number):
            last = number
        number += 1
        if number == len(cards):
            number = 0


@compiled
def merged(
    below: Ints, columns: int, cells: int, cards: Ints, kinds: Ints, number: int
) -> bool:
    """Make one move of this move and the next of its card, if that still wins."""
    for other in range(number + 1, len(cards)):
        if cards[other] == cards[number] and kinds[other] != NO_MOVE:
            first, second = kinds[number], kinds[other]
            kinds[number] = NO_MOVE
            if wins(below, columns, cells, cards, kinds):
                return True
            kinds[number], kinds[other] = second, NO_MOVE
            if wins(below, columns, cells, cards, kinds):
                return True
            kinds[number], kinds[other] = first, second
            return False
    return False


def shortened(position: BakersPosition, moves: Sequence[CardMove]) -> list[CardMove]:
    """The same win in as few of these moves as merging leaves."""
    below = np.full(65, -4, np.int64)
    for suit, top in enumerate(position.homes):
        below[16 * suit : 16 * suit + top] = UP
    for card in position.cells:
        if card is not None:
            below[index(card)] = IN_CELL
    for column in position.columns:
        under = AT_BASE
        for card in column:
            below[index(card)] = under
            under = index(card)
    cards, kinds = (np.array(part, np.int64) for part in zip(*moves, strict=True))
    empty = sum(not column for column in position.columns)
    merge_moves(below, empty, position.cells.count(None), cards, kinds)
    return [
        (card, kind)
        for card, kind in zip(cards.tolist(), kinds.tolist(), strict=True)
        if kind != NO_MOVE
    ]
