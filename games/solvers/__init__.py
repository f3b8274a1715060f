"""Solvers, one module a game, and the door to them: no line leaves without being replayed."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from games.errors import IllegalMove
from games.game import Game, Outcome
from games.solvers.solver import Limits, Solution, Solver, Verdict

__all__ = [
    "FalseProof",
    "Limits",
    "Solution",
    "Solver",
    "Verdict",
    "find",
    "proved",
    "solve",
]


class FalseProof(AssertionError):
    """A solver's line that the rules refuse: a fault of the solver, never shown to anyone."""


def find(key: str) -> Solver[Any] | None:
    """The solver of a game's key; None when the game has none.

    Solvers are imported when they are asked for: numba takes its time.
    """
    name = f"games.solvers.{key.replace('-', '_')}"
    if importlib.util.find_spec(name) is None:
        return None
    solver: Solver[Any] = importlib.import_module(name).SOLVER
    return solver


def solve(game: Game[Any], position: Any, limits: Limits) -> Solution:
    """The verdict on a position, its line replayed; raises FalseProof."""
    solver = find(game.key)
    if solver is None:
        return Solution(Verdict.UNDECIDED)
    return proved(game, position, solver.solve(position, limits))


def proved(game: Game[Any], position: Any, solution: Solution) -> Solution:
    """The solution as it is, once its line is seen to win; raises FalseProof."""
    if (solution.moves is not None) != (solution.verdict is Verdict.WINNABLE):
        raise FalseProof(f"{game.key}: {solution.verdict} with moves {solution.moves}")
    if solution.moves is None:
        return solution
    try:
        for move in solution.moves:
            position = game.play(position, move)
    except IllegalMove as error:
        raise FalseProof(f"{game.key}: {error} in {game.describe(position)}") from error
    if game.outcome(position) is not Outcome.WON:
        raise FalseProof(f"{game.key}: the line ends in {game.describe(position)}")
    return solution
