"""Where each button of a keypad stands on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.adapters.terminal import ink
from bot.adapters.terminal.accelerators import IN_ROW
from bot.replies import Button, Rows

WIDEST = 26
"""Columns of a button in a row of several, unless a label is longer: more would only part them."""
_BETWEEN = 3
"""Columns between buttons that are as wide as their labels, where there is room."""
_SIGN = 2
"""Columns of a button's sign before its label, and of the blank after it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Button ``number`` from 0, in reading order: its line, its first column, its columns."""

    number: int
    y: int
    x: int
    width: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a click there is one on the button."""
        return y == self.y and self.x <= x < self.x + self.width


def spots(rows: Rows, columns: int) -> tuple[Spot, ...]:
    """The buttons of ``rows`` on ``columns`` columns, each label whole unless it is wider itself.

    In rows of equally many all are as wide, with a blank between two. A row whose labels don't
    fit so gives each what it needs; where that is too much it goes on in further lines.
    """
    return tuple(_placed(rows, columns))


def lines(rows: Rows, columns: int) -> int:
    """The lines that ``rows`` take on so many columns."""
    placed = spots(rows, columns)
    return placed[-1].y + 1 if placed else 0


def _placed(rows: Rows, columns: int) -> Iterator[Spot]:
    alike: dict[int, int] = {}
    for row in rows:
        alike[len(row)] = max(0, alike.get(len(row), 0), *_needed(row))
    number = y = 0
    for row in filter(None, rows):
        for line in _broken(_needed(row), alike[len(row)], columns):
            for x, width in line:
                yield Spot(number, y, x, width)
                number += 1
            y += 1


def _needed(row: tuple[Button, ...]) -> list[int]:
    """The columns of each button with its sign."""
    sign = _SIGN if len(row) <= IN_ROW else 0
    return [ink.plain(button.label).cell_length + sign for button in row]


def _broken(needed: list[int], alike: int, columns: int) -> list[list[tuple[int, int]]]:
    """First column and width of the buttons of a row, line by line."""
    count = len(needed)
    if count == 1:
        return [[(0, columns)]]
    if alike < columns // count:
        step = min(columns // count, max(WIDEST, alike + 1))
        return [[(at * step, step - 1) for at in range(count)]]
    between = min(_BETWEEN, (columns - sum(needed)) // (count - 1))
    if between > 0:
        return [[(sum(needed[:at]) + at * between, needed[at]) for at in range(count)]]
    most = max(1, min(count, columns // (max(needed) + 1)))
    in_line = -(-count // -(-count // most))  # as evenly as can be
    step = columns // in_line
    width = step - 1 if in_line > 1 else columns
    return [
        [(at * step, width) for at in range(min(in_line, count - start))]
        for start in range(0, count, in_line)
    ]


def walked(placed: tuple[Spot, ...], at: int, down: int, right: int) -> int:
    """The button that the arrow keys lead to from ``at``: the nearest one below, or beside."""
    here = placed[at]
    last = placed[-1].y
    y = max(0, min(here.y + down, last))
    row = [spot for spot in placed if spot.y == y]
    if down:
        middle = here.x + here.width / 2
        return min(row, key=lambda spot: abs(spot.x + spot.width / 2 - middle)).number
    return max(row[0].number, min(at + right, row[-1].number))
