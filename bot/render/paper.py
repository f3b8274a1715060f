"""What monospace boards are drawn with: signs, widths, rails and wrapped rows of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.look import TEXT_STYLE, Look
from games.cards import Card

WIDTH = 23
"""Columns of every board: eight cards of two signs with a blank between."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Everything that is not a card, one column each."""

    dash: str
    bar: str
    tee: str
    foot: str
    fits: str
    leads: str
    up: str
    empty: str
    until: str
    more: str


LETTERS = Signs("-", "|", "+", "+", ">", ">", "^", ".", "-", "?")
SUITS = Signs("─", "│", "┬", "┴", "›", "→", "↑", "·", "–", "…")


def signs_of(look: Look) -> Signs:
    """The signs of a theme; only ``letters`` keeps to ASCII."""
    return LETTERS if look.theme == "letters" else SUITS


def width(text: str) -> int:
    """Columns that ``text`` takes: the text-style mark after a suit takes none."""
    return len(text) - text.count(TEXT_STYLE)


def pad(text: str, columns: int) -> str:
    """``text`` with blanks up to ``columns``."""
    return text + " " * (columns - width(text))


def spread(left: str, right: str) -> str:
    """``left`` and ``right`` at the two ends of one line."""
    return pad(left, WIDTH - width(right)) + right


def card_or_dots(card: Card | None, look: Look) -> str:
    """A card, or the two dots of an empty place."""
    return look.card(card) if card is not None else signs_of(look).empty * 2


def row(cells: Iterable[str]) -> str:
    """Cells of two columns side by side."""
    return " ".join(pad(cell, 2) for cell in cells).rstrip()


def hanging(columns: Sequence[Sequence[str]]) -> list[str]:
    """Columns of cells that hang from one line; the lines from the top down."""
    depth = max(map(len, columns), default=0)
    return [
        row(column[line] if line < len(column) else "" for column in columns)
        for line in range(depth)
    ]


def wrapped(cells: Sequence[str], count: int) -> list[str]:
    """Cells in lines of ``count``; one empty line when there are none."""
    starts = range(0, max(len(cells), 1), count)
    return [" ".join(cells[start : start + count]) for start in starts]
