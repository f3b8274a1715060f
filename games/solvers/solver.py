"""What every solver answers, and in which words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from games.cards import Card
from games.moves import Move
from games.table import Table

P = TypeVar("P")


class Verdict(StrEnum):
    """Whether a position can be won when every card is known.

    ``UNWINNABLE`` is said only after a complete search; ``UNDECIDED`` is never shown as lost.
    """

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go: wall seconds, nodes, megabytes of its own tables.

    A search that reaches any of them answers undecided. Zero or less of anything is reached at
    once.
    """

    seconds: float = 10.0
    nodes: int = 20_000_000
    megabytes: int = 200

    @property
    def bytes(self) -> int:
        """``megabytes`` in bytes."""
        return self.megabytes * 2**20

    @property
    def nothing(self) -> bool:
        """Whether there is no room to search at all."""
        return self.seconds <= 0 or self.nodes <= 0 or self.megabytes <= 0


@dataclass(frozen=True, slots=True)
class Solution:
    """A verdict with its proof.

    ``moves`` are single legal moves, the tidy-up included, that win from the position: there if
    and only if the verdict is winnable, empty in a won position. ``nodes`` counts positions looked
    at; what one is differs by game.
    """

    verdict: Verdict
    moves: tuple[Move, ...] | None = None
    nodes: int = 0


class Why(StrEnum):
    """The reason of a hint; ``bot/render/hints.py`` makes the sentence."""

    SAFE = "safe"
    """The move never loses a win (``Game.safe_move``)."""
    WINS = "wins"
    """First move of a proved winning line; ``left`` moves to go with it."""
    PLAYED_OUT = "played_out"
    """Won ``wins`` of ``games`` games played out with the unseen cards shuffled."""
    ONLY = "only"
    """Every other move comes to the same, or loses nothing by coming after this turn."""
    SUFFICES = "suffices"
    """Devil's Grip: the open piles are enough for every copy of the card still to come."""
    CONTESTED = "contested"
    """Devil's Grip: a join that another card may want too, the best of those there are."""
    TURN = "turn"
    """Devil's Grip: nothing better than turning the next packet."""
    TIDY = "tidy"
    """Complete piles go to their rows."""
    COUNT = "count"
    """Nothing lowers the score any more: count up."""
    NO_WIN = "no_win"
    """No move: a complete search found no win from here."""
    UNDECIDED = "undecided"
    """No move: the search ended at its limit."""
    OVER = "over"
    """No move: the game is over."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A move with its reason, as data; the figures are those that ``why`` speaks of.

    ``second`` is the next best move with its own ``second_wins`` of the same ``games``.
    """

    move: Move | None
    why: Why
    left: int = 0
    games: int = 0
    wins: int = 0
    second: Move | None = None
    second_wins: int = 0
    card: Card | None = None


class Prospect(StrEnum):
    """The answer of ``check``, for a table with hidden cards too.

    ``UNWINNABLE``: no order of the unseen cards can be won. ``WINNABLE``: every order can.
    ``OPEN``: it depends on them. ``UNDECIDED``: not found out within the limits.
    """

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    OPEN = "open"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Assessment:
    """What can be said of a table: with ``games`` > 0 the fair player won ``wins`` of them."""

    prospect: Prospect
    games: int = 0
    wins: int = 0


class Difficulty(StrEnum):
    """How hard a winnable deal is, from measured effort; the borders stand beside each solver."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Grade:
    """A deal's verdict and, when it is winnable, its difficulty."""

    verdict: Verdict
    difficulty: Difficulty | None = None


def by_nodes(verdict: Verdict, nodes: int, easy: int, medium: int) -> Grade:
    """The grade by the nodes a search took: up to ``easy``, up to ``medium``, or more."""
    if verdict is not Verdict.WINNABLE:
        return Grade(verdict)
    if nodes <= easy:
        return Grade(verdict, Difficulty.EASY)
    return Grade(verdict, Difficulty.MEDIUM if nodes <= medium else Difficulty.HARD)


class Solver(ABC, Generic[P]):
    """One game's search. Methods are pure: the same arguments give the same answer.

    Only the wall-clock limit can make two answers differ, and then one of them is undecided.
    """

    key: str
    """The game's key."""

    @abstractmethod
    def warm(self) -> None:
        """Compile every kernel with the argument types used in play, however long that takes."""

    @abstractmethod
    def solve(self, position: P, limits: Limits) -> Solution:
        """Whether ``position`` can be won with every card known, hidden ones included."""

    @abstractmethod
    def hint(self, table: Table, limits: Limits, before: Sequence[Table] = ()) -> Hint:
        """A fair hint: swapping cards that the table doesn't show never changes it.

        ``before`` are the tables of the kept line that led here since a card last went up, oldest
        first: where moves can be taken back, a hint goes on with the line it began. Playing
        nothing but hints never comes to the same position twice.
        """

    @abstractmethod
    def check(self, table: Table, limits: Limits) -> Assessment:
        """What can be said of the game by someone who sees the table only."""

    @abstractmethod
    def grade(self, position: P, limits: Limits) -> Grade:
        """Verdict and difficulty of a fresh deal."""

    def seek(self, position: P, limits: Limits) -> Solution:
        """A win if one is found at little cost, else undecided; where deals are nearly all lost."""
        return self.solve(position, limits)

    def par(self, position: P, limits: Limits) -> int | None:
        """The least leftover found with the stock known; None in games without one."""
        return None
