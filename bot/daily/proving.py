"""Proving that a deal can be won, in a solver process."""

from __future__ import annotations

from dataclasses import dataclass

from games.catalogue import find as find_game
from games.deals import is_prepared, lay_out
from games.moves import counted
from games.solvers import Limits, Verdict, find, solve_deal
from games.solvers.solver import Difficulty

THOROUGHLY = Limits(seconds=20, nodes=1_000_000)
"""Nodes end a search long before the clock does, so that every machine decides alike."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A win that the rules have replayed: its codes, their number as par, how hard it is."""

    line: tuple[str, ...]
    par: int
    difficulty: str


@dataclass(frozen=True, slots=True)
class Prove:
    """The question whether a deal can be won, and by which line."""

    game: str
    deal: str
    limits: Limits = THOROUGHLY

    def run(self) -> Proof | None:
        """The proof; None for a deal that can't be won or isn't decided within the limits."""
        game, solver = find_game(self.game), find(self.game)
        position = game.deal(lay_out(game, self.deal))
        solution = solve_deal(game, self.deal, position, self.limits)
        if solver is None or solution.moves is None:
            return None
        codes = tuple(move.code for move in solution.moves)
        if is_prepared(game, self.deal):
            difficulty = Difficulty(self.deal.partition("1-")[0])
        else:
            grade = solver.grade(position, self.limits)
            if grade.verdict is not Verdict.WINNABLE or grade.difficulty is None:
                return None
            difficulty = grade.difficulty
        return Proof(codes, counted(solution.moves), difficulty.value)
