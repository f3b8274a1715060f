"""What a player may see of a position, and nothing else.

Renderers, buttons, text input and fair hints are given a ``Table``, never a position: a hidden
card can leak only through a type error.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.cards import Card
from games.moves import Move, Run


class PileKind(StrEnum):
    """What a pile is for; the words are the field's (RULES.md)."""

    COLUMN = "column"
    CELL = "cell"
    FOUNDATION = "foundation"
    STOCK = "stock"
    HAND = "hand"
    WASTE = "waste"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Pile:
    """One pile: its visible ``cards`` from the base to the open end.

    ``hidden`` counts face-down cards; ``covered`` counts played cards beneath the listed ones
    that no rule asks for any more (foundations list their top card only).
    """

    name: str
    kind: PileKind
    cards: tuple[Card, ...] = ()
    hidden: int = 0
    covered: int = 0

    @property
    def top(self) -> Card | None:
        """The open card, or None when no card is visible."""
        return self.cards[-1] if self.cards else None

    @property
    def size(self) -> int:
        """How many cards lie here, seen or not."""
        return len(self.cards) + self.hidden + self.covered


@dataclass(frozen=True, slots=True)
class Table:
    """The visible state of one game.

    ``moves`` are the legal moves without swaps, ``swaps`` the legal exchanges, ``runs`` the
    legal conveniences of two cards and more.
    """

    game: str
    piles: tuple[Pile, ...]
    moves: tuple[Move, ...]
    swaps: tuple[Move, ...] = ()
    runs: tuple[Run, ...] = ()

    def pile(self, name: str) -> Pile:
        """The pile of that name; raises KeyError when the game has none."""
        for pile in self.piles:
            if pile.name == name:
                return pile
        raise KeyError(name)

    def of(self, kind: PileKind) -> tuple[Pile, ...]:
        """All piles of one kind, in the table's order."""
        return tuple(pile for pile in self.piles if pile.kind is kind)
