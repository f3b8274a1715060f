"""Where each button of a keypad stands on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.replies import Rows

WIDEST = 26
"""Columns of a button in a row of several, unless a label is longer: more would only part them."""
_BESIDE = 3
"""Columns that a button needs beside its label: its sign, and a blank on either side of that."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Button ``number`` from 0, in reading order: its row, its first column, its columns."""

    number: int
    y: int
    x: int
    width: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a click there is one on the button."""
        return y == self.y and self.x <= x < self.x + self.width


def spots(rows: Rows, columns: int) -> tuple[Spot, ...]:
    """The buttons of ``rows`` on ``columns`` columns; in rows of equally many all are as wide.

    A blank stands between two; a button that is alone in its row may be as wide as the row.
    """
    return tuple(_placed(rows, columns))


def _placed(rows: Rows, columns: int) -> Iterator[Spot]:
    number = 0
    longest: dict[int, int] = {}
    for row in rows:
        longest[len(row)] = max(longest.get(len(row), 0), *(len(button.label) for button in row), 0)
    for y, row in enumerate(rows):
        step = columns // len(row) if row else columns
        if len(row) > 1:
            step = min(step, max(WIDEST, longest[len(row)] + _BESIDE))
        for at in range(len(row)):
            yield Spot(number, y, at * step, max(1, step - 1))
            number += 1


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
