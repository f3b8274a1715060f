"""Runs in Baker's Game: several cards that travel together as legal single moves.

With ``c`` free cells and ``e`` free columns besides the target, (c + 1) · 2^e cards can travel:
c + 1 through the cells, and each free column can hold a run built so on the way, which doubles
what can follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.cards import Card
from games.moves import Move, Run

Column = tuple[Card, ...]
Moves = Mapping[str, Move]
COLUMNS = "12345678"
CELLS = "abcd"


def run_limit(columns: tuple[Column, ...], cells: tuple[Card | None, ...], target: str) -> int:
    """How many cards of a run can travel onto the column named ``target`` at once."""
    free_columns = sum(
        not column for name, column in zip(COLUMNS, columns, strict=True) if name != target
    )
    return int((cells.count(None) + 1) * 2**free_columns)


def run_length(column: Column) -> int:
    """How many cards at the open end build down by suit."""
    length = min(1, len(column))
    while length < len(column):
        below, above = column[-length - 1], column[-length]
        if below.suit != above.suit or below.rank != above.rank + 1:
            break
        length += 1
    return length


def runs(
    columns: tuple[Column, ...], cells: tuple[Card | None, ...], moves: Moves
) -> tuple[Run, ...]:
    """Every run of two cards and more that may go to another column, with its single moves."""
    return tuple(
        Run(source, target, count, tuple(moves[code] for code in codes))
        for source, column in zip(COLUMNS, columns, strict=True)
        if (longest := run_length(column)) > 1
        for target, count in _travels(columns, cells, source, longest)
        for codes in (_single_moves(columns, cells, source, target, count),)
    )


def _travels(
    columns: tuple[Column, ...], cells: tuple[Card | None, ...], source: str, longest: int
) -> Iterator[tuple[str, int]]:
    """Where runs of the source column may go, and how many cards of them."""
    end = columns[COLUMNS.index(source)][-1]
    for target, column in zip(COLUMNS, columns, strict=True):
        if target == source:
            continue
        limit = min(longest, run_limit(columns, cells, target))
        if not column:
            yield from ((target, count) for count in range(2, limit + 1))
        elif column[-1].suit == end.suit and 2 <= column[-1].rank - end.rank <= limit:
            yield target, column[-1].rank - end.rank


def _single_moves(
    columns: tuple[Column, ...],
    cells: tuple[Card | None, ...],
    source: str,
    target: str,
    count: int,
) -> tuple[str, ...]:
    free_cells = tuple(name for name, card in zip(CELLS, cells, strict=True) if card is None)
    named = zip(COLUMNS, columns, strict=True)
    spare = tuple(name for name, column in named if not column and name != target)
    return tuple(_travel(source, target, count, free_cells, spare))


def _travel(
    source: str, target: str, count: int, free_cells: tuple[str, ...], spare: tuple[str, ...]
) -> Iterator[str]:
    """Single moves for ``count`` cards: through cells, the upper part parked on a spare column."""
    if count <= len(free_cells) + 1:
        parked = free_cells[: count - 1]
        yield from (source + cell for cell in parked)
        yield source + target
        yield from (cell + target for cell in reversed(parked))
        return
    column, rest = spare[-1], spare[:-1]
    # What the remaining columns can bring to the target goes last; the rest waits on this one.
    moved_last = min(count - 1, (len(free_cells) + 1) * 2 ** len(rest))
    upper = count - moved_last
    yield from _travel(source, column, upper, free_cells, rest)
    yield from _travel(source, target, moved_last, free_cells, rest)
    yield from _travel(column, target, upper, free_cells, rest)
