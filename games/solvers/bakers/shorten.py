"""Kernel: a line of single-card moves made shorter without another search.

Two moves of the same card, with none of that card between them, may often be one: the first left
out (it goes straight to the second's target, later) or the second (it goes there at once).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from games.catalogue.bakers_game import BakersPosition
from games.solvers.bakers.layout import Ints, index
from games.solvers.bakers.line import HOMEWARD, ONTO_PARENT, TO_CELL, CardMove
from games.solvers.compiled import compiled

IN_CELL, AT_BASE, UP = -1, -2, -3
"""Where a card lies that lies on no other."""
NO_MOVE = -1


class Line(NamedTuple):
    """Moves by number, and where they begin.

    ``below`` tells on what each card lies at first, ``empty`` how many columns and cells are.
    """

    below: Ints
    empty: Ints
    cards: Ints
    kinds: Ints


@compiled
def wins(line: Line) -> bool:
    """Whether the moves can be played in turn."""
    on, above, empty = line.below.copy(), np.zeros(65, np.int64), line.empty.copy()
    for card in range(64):
        if on[card] >= 0:
            above[on[card]] = 1
    for number in range(len(line.cards)):
        card, kind = line.cards[number], line.kinds[number]
        if kind == NO_MOVE:
            continue
        if above[card] > 0 or on[card] == UP or (kind == TO_CELL and on[card] == IN_CELL):
            return False
        leave(on, above, empty, card)
        if not arrive(on, above, empty, card, kind):
            return False
    return True


@compiled
def leave(on: Ints, above: Ints, empty: Ints, card: int) -> None:
    """Take a card from where it lies."""
    if on[card] == IN_CELL:
        empty[1] += 1
    elif on[card] == AT_BASE:
        empty[0] += 1
    else:
        above[on[card]] = 0


@compiled
def arrive(on: Ints, above: Ints, empty: Ints, card: int, kind: int) -> bool:
    """Put a card where a move takes it; whether the rules allow it."""
    if kind == HOMEWARD:
        on[card] = UP
        return card % 16 == 0 or on[card - 1] == UP
    if kind == ONTO_PARENT:
        on[card] = card + 1
        fits = above[card + 1] == 0 and (on[card + 1] >= 0 or on[card + 1] == AT_BASE)
        above[card + 1] = 1
        return bool(fits)
    cell = int(kind == TO_CELL)
    on[card] = IN_CELL if cell else AT_BASE
    empty[cell] -= 1
    return bool(empty[cell] >= 0)


@compiled
def merge_moves(line: Line) -> None:
    """Strike out moves (NO_MOVE) until none can be spared."""
    number, unchanged = 0, 0
    while unchanged < len(line.cards):
        if line.kinds[number] != NO_MOVE and merged(line, number):
            unchanged = 0
        unchanged += 1
        number = (number + 1) % len(line.cards)


@compiled
def merged(line: Line, number: int) -> bool:
    """Make one move of this move and the next of its card, if that still wins."""
    kinds = line.kinds
    for other in range(number + 1, len(line.cards)):
        if line.cards[other] == line.cards[number] and kinds[other] != NO_MOVE:
            first, second = kinds[number], kinds[other]
            kinds[number] = NO_MOVE
            if wins(line):
                return True
            kinds[number], kinds[other] = second, NO_MOVE
            if wins(line):
                return True
            kinds[number], kinds[other] = first, second
            return False
    return False


def shortened(position: BakersPosition, moves: Sequence[CardMove]) -> list[CardMove]:
    """The same win in as few of these moves as merging leaves, no position coming twice."""
    below = np.full(65, UP, np.int64)
    for card in position.cells:
        if card is not None:
            below[index(card)] = IN_CELL
    for column in position.columns:
        under = AT_BASE
        for card in column:
            below[index(card)] = under
            under = index(card)
    cards, kinds = (np.array(part, np.int64) for part in zip(*moves, strict=True))
    columns = sum(not column for column in position.columns)
    empty = np.array((columns, position.cells.count(None)), np.int64)
    merge_moves(Line(below, empty, cards, kinds))
    kept = kinds != NO_MOVE
    return _straight(below, list(zip(cards[kept].tolist(), kinds[kept].tolist(), strict=True)))


def _straight(below: Ints, moves: list[CardMove]) -> list[CardMove]:
    """The moves without those between two equal positions, whichever cells and columns."""
    where = below.tolist()
    seen, line = {tuple(where): 0}, []
    for card, kind in moves:
        where[card] = (UP, card + 1, AT_BASE, IN_CELL)[kind]
        line.append((card, kind))
        back = seen.setdefault(tuple(where), len(line))
        if back < len(line):
            del line[back:]
            seen = {key: at for key, at in seen.items() if at <= back}
    return line
