"""The steps of a search as single moves on a table.

The search leaves open where loose cards stand; here each gets its place, as late as can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.catalogue.bakers_game import BakersPosition
from games.solvers import FalseProof
from games.solvers.bakers.eager import TO_COLUMN, TO_HOME, TO_PARENT
from games.solvers.bakers.find import Step
from games.solvers.bakers.layout import index

HOMEWARD, ONTO_PARENT, TO_EMPTY, TO_CELL = range(4)
"""What a single move does with a card: up, onto its parent, to an empty column, to a cell."""

CardMove = tuple[int, int]
"""A card's number and what the move does with it."""


class Board:
    """Columns and cells by card numbers, and the moves made."""

    def __init__(self, position: BakersPosition) -> None:
        self.columns = [[index(card) for card in column] for column in position.columns]
        self.cells = {index(card) for card in position.cells if card is not None}
        self.free = len(position.cells) - len(self.cells)
        self.moves: list[CardMove] = []

    def empty(self) -> int:
        """How many columns are empty."""
        return sum(not column for column in self.columns)

    def is_loose(self, card: int) -> bool:
        """Whether a card lies in a cell or alone in a column."""
        return card in self.cells or [card] in self.columns

    def move(self, card: int, kind: int) -> None:
        """Move an open card."""
        self.moves.append((card, kind))
        if card in self.cells:
            self.cells.remove(card)
            self.free += 1
        else:
            next(column for column in self.columns if column and column[-1] == card).pop()
        if kind == TO_CELL:
            self.cells.add(card)
            self.free -= 1
        elif kind == TO_EMPTY:
            next(column for column in self.columns if not column).append(card)
        elif kind == ONTO_PARENT:
            next(column for column in self.columns if column and column[-1] == card + 1).append(
                card
            )

    def stand(self, card: int, kept: Sequence[int] = ()) -> None:
        """Bring a loose card from its cell to a column, not in the place of those ``kept``."""
        if card in self.cells:
            if not self.empty():
                self.clear_column(kept)
            self.move(card, TO_EMPTY)

    def clear_column(self, kept: Sequence[int]) -> None:
        """Put a card that is alone in a column into a free cell, but none of ``kept``."""
        alone = (column[0] for column in self.columns if len(column) == 1)
        self.move(next(card for card in alone if card not in kept), TO_CELL)

    def place(self, card: int, needed: Sequence[int] = ()) -> None:
        """Put a card on a free place; those ``needed`` must stand in columns afterwards."""
        for other in needed:
            if other != card:
                self.stand(other, needed)
        if card in needed and not self.empty():
            self.clear_column(needed)
        self.move(card, TO_EMPTY if card in needed or not self.free else TO_CELL)

    def carry(self, card: int, count: int, kind: int) -> None:
        """Move a run through free places, onto its parent or to an empty column."""
        kept = (card, card + 1) if kind == ONTO_PARENT else (card,)
        if kind == TO_EMPTY and not self.empty():
            self.clear_column(kept)
        while count > (self.free + 1) << (self.empty() - (kind == TO_EMPTY)):
            self.clear_column(kept)
        self.travel(card, count, kind, self.empty() - (kind == TO_EMPTY))

    def travel(self, card: int, count: int, kind: int, spare: int) -> None:
        """The same, using the free cells and ``spare`` empty columns."""
        if count <= self.free + 1:
            for other in range(card - count + 1, card):
                self.move(other, TO_CELL)
            self.move(card, kind)
            for other in range(card - 1, card - count, -1):
                self.move(other, ONTO_PARENT)
            return
        last = min(count - 1, (self.free + 1) << (spare - 1))
        self.travel(card - last, count - last, TO_EMPTY, spare - 1)
        self.travel(card, last, kind, spare - 1)
        self.travel(card - last, count - last, ONTO_PARENT, spare - 1)


def single_moves(position: BakersPosition, steps: Sequence[Step]) -> list[CardMove]:
    """The steps as moves of single cards; raises FalseProof where a place lacks."""
    try:
        return _single_moves(Board(position), steps)
    except StopIteration as error:
        raise FalseProof(f"steps without places: {steps}") from error


def _single_moves(board: Board, steps: Sequence[Step]) -> list[CardMove]:
    for number, (kind, card, count) in enumerate(steps):
        if kind == TO_HOME:
            board.move(card, HOMEWARD)
        elif kind == TO_PARENT:
            if board.is_loose(card + 1):
                board.stand(card + 1)
            board.carry(card, count, ONTO_PARENT)
        elif kind == TO_COLUMN and count > 1:
            board.carry(card, count, TO_EMPTY)
        elif board.free + board.empty() == 1:
            board.place(card, _needed(board, card, steps[number + 1 :]))
        else:
            board.place(card)
    return board.moves


def _needed(board: Board, placed: int, steps: Sequence[Step]) -> list[int]:
    """The loose cards that are built on before any place is free again."""
    places = {column[0] for column in board.columns if column} | board.cells | {placed}
    needed = []
    for kind, card, _ in steps:
        if kind == TO_PARENT and (card + 1 == placed or board.is_loose(card + 1)):
            needed.append(card + 1)
        if card in places:
            break
    return needed


def codes(position: BakersPosition, moves: Sequence[CardMove]) -> Iterator[str]:
    """Moves of single cards as codes of FORMATS.md, the first free place taken each time."""
    columns = [[index(card) for card in column] for column in position.columns]
    cells = [None if card is None else index(card) for card in position.cells]
    for card, kind in moves:
        if card in cells:
            source = "abcd"[cells.index(card)]
            cells[cells.index(card)] = None
        else:
            at = next(i for i, column in enumerate(columns) if column and column[-1] == card)
            source = str(at + 1)
            columns[at].pop()
        if kind == HOMEWARD:
            yield source + "h"
        elif kind == TO_CELL:
            cell = cells.index(None)
            cells[cell] = card
            yield source + "abcd"[cell]
        else:
            onto = [] if kind == TO_EMPTY else [card + 1]
            at = next(i for i, column in enumerate(columns) if column[-1:] == onto)
            columns[at].append(card)
            yield f"{source}{at + 1}"
