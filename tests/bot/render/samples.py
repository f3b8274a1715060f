"""Positions that boards and buttons are tried on: a won game, and seeded walks of each taste."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from bot.look import THEMES, Look
from games.catalogue import GAMES
from games.deals import lay_out
from games.game import Game, Outcome
from games.moves import Move
from games.record import check, read_records
from games.table import Table

WON = Path(__file__).resolve().parents[2] / "data" / "won"
LOOKS = tuple(Look(theme, language) for theme, language in product(THEMES, ("en", "es")))

Taste = Callable[[Move], int]

WALKS = {"bakers-game": 9, "calculation": 2, "devils-grip": 4}
"""How many deals are walked in each taste; random walks in Baker's Game soon end."""

TASTES: dict[str, Taste] = {
    "any": lambda _: 1,
    "turning": lambda move: 30 if move.source == "s" else 1,
    "building": lambda move: 1 if move.source == "s" or move.target[0] in "wabcd" else 9,
    "heaping": lambda move: 90 if move.target == "w1" else 1,
}


@dataclass(frozen=True)
class Sample:
    """A position, and the move that led there from the table before (none at the start)."""

    game: Game[Any]
    position: Any
    before: Table | None = None
    move: Move | None = None

    @property
    def table(self) -> Table:
        """What the player sees."""
        return self.game.table(self.position)


@cache
def won(key: str) -> tuple[Sample, ...]:
    """Every position of a won game."""
    (record,) = read_records((WON / f"{key}.txt").read_text(encoding="utf-8"))
    checked = check(record)
    assert checked.fault is None
    assert checked.game is not None
    line = [checked.game.parse(code) for code in record.codes]
    return tuple(_followed(checked.game, checked.game.deal(checked.deck), line))


def _followed(game: Game[Any], position: Any, line: list[Move]) -> Iterator[Sample]:
    yield Sample(game, position)
    for move in line:
        before, position = game.table(position), game.play(position, move)
        yield Sample(game, position, before, move)


def walk(game: Game[Any], seed: int, taste: str, longest: int = 200) -> Iterator[Sample]:
    """Random legal moves without swaps from the deal ``seed``, weighed by ``taste``."""
    chance = random.Random(f"{game.key} {seed} {taste}")
    position = game.deal(lay_out(game, str(seed)))
    yield Sample(game, position)
    for _ in range(longest):
        table = game.table(position)
        if game.outcome(position) is not Outcome.PLAYING or not table.moves:
            return
        weights = [TASTES[taste](move) for move in table.moves]
        (move,) = chance.choices(table.moves, weights)
        position = game.play(position, move)
        yield Sample(game, position, table, move)


@cache
def walked(key: str, count: int) -> tuple[Sample, ...]:
    """All positions of ``count`` walks of every taste."""
    (game,) = [game for game in GAMES if game.key == key]
    deals = product(range(1, count + 1), TASTES)
    return tuple(each for seed, taste in deals for each in walk(game, seed, taste))


@cache
def many(key: str) -> tuple[Sample, ...]:
    """The won game and a few walks."""
    return (*won(key), *walked(key, WALKS[key]))


KEYS = tuple(game.key for game in GAMES)
