"""The Baker's Game solver."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.bakers_game import BakersGame, BakersPosition
from games.solvers.bakers.find import find
from games.solvers.bakers.line import codes, single_moves
from games.solvers.solver import Assessment, Grade, Hint, Limits, Prospect, Solution, Solver, Why
from games.table import Table

_GAME = BakersGame()


class BakersSolver(Solver[BakersPosition]):
    """A complete search."""

    key = "bakers-game"

    def warm(self) -> None:
        """x"""

    def solve(self, position: BakersPosition, limits: Limits) -> Solution:
        """x"""
        found = find(position, limits)
        if not found.steps:
            return Solution(found.verdict, None, found.nodes)
        line = single_moves(position, found.steps)
        return Solution(found.verdict, tuple(map(_GAME.parse, codes(position, line))), found.nodes)

    def hint(self, table: Table, limits: Limits, before: Sequence[Table] = ()) -> Hint:
        """x"""
        return Hint(None, Why.UNDECIDED)

    def check(self, table: Table, limits: Limits) -> Assessment:
        """x"""
        return Assessment(Prospect.UNDECIDED)

    def grade(self, position: BakersPosition, limits: Limits) -> Grade:
        """x"""
        return Grade(self.solve(position, limits))


SOLVER = BakersSolver()
