"""The one interface every game has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from games.cards import Card, texts
from games.errors import BadDeal, IllegalMove, Refusal
from games.moves import Move
from games.table import Table

P = TypeVar("P")


class Outcome(StrEnum):
    """What the rules say of a position."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Deck:
    """A deal laid out: the dealing order and, in Calculation, the four starts."""

    cards: tuple[Card, ...]
    starters: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Cards on foundations as RULES.md counts them; ``leftover`` is None where there is none."""

    foundation: int
    leftover: int | None = None


class Game(ABC, Generic[P]):
    """Rules of one game over its positions ``P``: a frozen dataclass of tuples.

    Adding a game is one file in ``games/catalogue``. Only the abstract methods are needed; the
    rest are conveniences whose defaults say "this game has none".
    """

    key: str
    """Stored for ever; also how the command line calls the game."""
    rules_version: int = 1
    """Kept with each stored game; raised when old lines would read differently."""
    total: int = 52
    """The score of a won game."""
    hides: bool
    """Whether cards are dealt face down, so that seeing one means something."""
    turns_itself: bool = False
    """Whether ``next_card`` may be played for the player after each placement."""
    turn: Move | None = None
    """The move that turns the stock, where there is one."""
    leaves_over: bool = False
    """Whether lost games are ranked by what was left over."""
    microsoft_deals: bool = False
    """Whether numbers are Microsoft FreeCell's deals."""
    prepared_deals: bool = False
    """Whether deal texts such as ``easy1-…`` are kept for prepared deals."""

    @abstractmethod
    def ordered_pack(self, starters: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """The pack before the shuffle; raises BadDeal for starters the game can't use."""

    def check_starters(self, starters: tuple[Card, ...]) -> tuple[Card, ...]:
        """The starters in use (the game's own when none are given); raises BadDeal."""
        if starters:
            raise BadDeal("starters", texts(starters))
        return ()

    @abstractmethod
    def deal(self, deck: Deck) -> P:
        """Lay the deck out; raises BadDeal when it isn't this game's pack."""

    @abstractmethod
    def parse(self, code: str) -> Move:
        """The move of a code in canonical or accepted spelling; raises IllegalMove(NOT_A_CODE)."""

    @abstractmethod
    def legal_moves(self, position: P) -> tuple[Move, ...]:
        """All legal moves but swaps, sorted by code."""

    def swaps(self, position: P) -> tuple[Move, ...]:
        """All legal exchanges of two piles, sorted by code."""
        return ()

    @abstractmethod
    def play(self, position: P, move: Move) -> P:
        """The position after ``move``, refills included; raises IllegalMove with its reason."""

    def along(self, position: P, moves: Iterable[Move]) -> tuple[P, ...]:
        """Every position of a line, ``position`` first; raises IllegalMove."""
        positions = [position]
        for move in moves:
            positions.append(self.play(positions[-1], move))
        return tuple(positions)

    def refusal(self, position: P, move: Move) -> Refusal | None:
        """Why ``move`` can't be played, None when it can.

        A game may know better than ``play``, which is always about a single card.
        """
        try:
            self.play(position, move)
        except IllegalMove as error:
            return error.refusal
        return None

    @abstractmethod
    def outcome(self, position: P) -> Outcome:
        """Won, lost or still playing, as RULES.md ends the game."""

    @abstractmethod
    def score(self, position: P) -> Score:
        """The figures of a position."""

    @abstractmethod
    def table(self, position: P) -> Table:
        """All that a player may see."""

    @abstractmethod
    def describe(self, position: P) -> str:
        """The one-line ``position`` of FORMATS.md; hidden stock as a count."""

    def canonical(self, position: P) -> Hashable:
        """A key equal for positions that are the same up to places (cells, wastes, grid)."""
        return position

    def reveals(self, position: P, move: Move) -> bool:
        """Whether ``move`` shows a card that nobody could see before."""
        return False

    def next_card(self, position: P) -> Move | None:
        """The turn of the next stock card when nothing else can come first, else None."""
        return None

    def safe_move(self, position: P) -> Move | None:
        """The next move that never loses a win; each game argues why beside its code."""
        return None

    def tidy(self, position: P) -> tuple[Move, ...]:
        """Swaps that bring complete piles home, in order; empty when there is nothing to do."""
        return ()

    def tidies_itself(self, position: P) -> bool:
        """Whether only tidying is left to win."""
        return False

    def may_count_up(self, position: P) -> bool:
        """Whether the player may end the game here as lost with the score it has."""
        return False

    def finish(self, position: P) -> tuple[Move, ...]:
        """Safe moves (and the tidy-up) that win from here; empty when they don't reach a win."""
        line: list[Move] = []
        while self.outcome(position) is Outcome.PLAYING:
            move = self.safe_move(position)
            step: tuple[Move, ...] = (move,) if move is not None else ()
            if not step and self.tidies_itself(position):
                step = self.tidy(position)
            if not step:
                return ()
            for each in step:
                position = self.play(position, each)
            line.extend(step)
        return tuple(line) if self.outcome(position) is Outcome.WON else ()
