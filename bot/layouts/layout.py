"""What a game's buttons are made of: keys by place, and what a press on a place means."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from bot.layouts.controls import Controls
from bot.layouts.keys import Key, KeyRows, Play, Pressed, Refused
from bot.look import Look
from games.errors import Reason, Refusal
from games.moves import Move, Run
from games.table import Pile, Table


@dataclass(frozen=True, slots=True)
class BoardKeys:
    """The keys of a board before any platform sets them in rows.

    ``places`` go by pile name in the game's order and ``controls`` by command word; ``joins`` is
    a list whose length changes with the position.
    """

    places: dict[str, Key]
    controls: dict[str, Key]
    joins: tuple[Key, ...] = field(default=())


class View:
    """A Table with its piles by name and its moves by source and by target, sorted by code."""

    def __init__(self, table: Table) -> None:
        """Look everything up once."""
        self.table = table
        self.piles: dict[str, Pile] = {pile.name: pile for pile in table.piles}
        self.leaving: dict[str, list[Move]] = {}
        self.coming: dict[str, list[Move]] = {}
        for move in table.moves:
            self.leaving.setdefault(move.source, []).append(move)
            self.coming.setdefault(move.target, []).append(move)


Decision = Move | Run | tuple[Move, ...] | Refusal
"""What a press on a place comes to: a move, a run, a question between moves, or a refusal."""


class Layout(ABC):
    """The buttons of one game."""

    @abstractmethod
    def board(self, table: Table, look: Look, controls: Controls) -> BoardKeys:
        """Every key of the board; a label says the whole move."""

    @abstractmethod
    def rows(self, board: BoardKeys, look: Look) -> KeyRows:
        """The keys as Telegram, line mode and the terminal show them."""

    @abstractmethod
    def press(self, table: Table, place: str, look: Look) -> Pressed:
        """What a press on a place does."""

    def choose(self, table: Table, place: str, look: Look) -> Pressed:
        """What the first of two presses asks; without such a page it is a plain press."""
        return self.press(table, place, look)

    def explain(self, table: Table, code: str) -> Refusal:
        """Why a code that a key of this layout may carry is no legal move."""
        return Refusal(Reason.NOT_A_CODE, code)

    def play(self, table: Table, code: str) -> Pressed:
        """The move of a code, swaps included, or why it can't be played."""
        for move in (*table.moves, *table.swaps):
            if move.code == code:
                return Play((move,))
        return Refused(self.explain(table, code))
