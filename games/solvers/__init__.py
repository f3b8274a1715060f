"""Solvers, one module a game, and the door to them: no line leaves without being replayed."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence
from functools import cache
from typing import Any

from games.deals import is_prepared, lay_out
from games.errors import IllegalMove
from games.game import Game, Outcome
from games.prepared import prepared_line
from games.solvers.solver import Limits, Solution, Solver, Verdict
from games.table import Table

__all__ = [
    "FalseProof",
    "Limits",
    "Solution",
    "Solver",
    "Verdict",
    "find",
    "proved",
    "ready",
    "solve",
    "solve_deal",
    "tables_before",
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


@cache
def ready(key: str) -> Solver[Any] | None:
    """The solver of a game's key with its kernels compiled, which is done once in a process."""
    solver = find(key)
    if solver is not None:
        solver.warm()
    return solver


def solve(game: Game[Any], position: Any, limits: Limits) -> Solution:
    """The verdict on a position, its line replayed; raises FalseProof."""
    solver = find(game.key)
    if solver is None:
        return Solution(Verdict.UNDECIDED)
    return proved(game, position, solver.solve(position, limits))


def solve_deal(game: Game[Any], deal: str | None, position: Any, limits: Limits) -> Solution:
    """The verdict on a position of a named deal; raises FalseProof.

    A prepared deal brings its line along: on it nothing has to be searched for.
    """
    if deal is not None and is_prepared(game, deal):
        line = prepared_line(deal)
        for played, at in enumerate(game.along(game.deal(lay_out(game, deal)), line)):
            if at == position:
                return proved(game, position, Solution(Verdict.WINNABLE, line[played:]))
    return solve(game, position, limits)


def tables_before(game: Game[Any], positions: Sequence[Any]) -> tuple[Table, ...]:
    """The tables of a line but its last, since a card last went up: what ``Solver.hint`` takes.

    Empty in games that hide cards: there no move but a swap can be taken back.
    """
    if game.hides:
        return ()
    score, tables = game.score(positions[-1]), list[Table]()
    for position in reversed(positions[:-1]):
        if game.score(position) != score:
            break
        tables.append(game.table(position))
    return tuple(reversed(tables))


def proved(game: Game[Any], position: Any, solution: Solution) -> Solution:
    """The solution as it is, once its line is seen to win; raises FalseProof."""
    if (solution.moves is not None) != (solution.verdict is Verdict.WINNABLE):
        raise FalseProof(f"{game.key}: {solution.verdict} with moves {solution.moves}")
    if solution.moves is None:
        return solution
    try:
        end = game.along(position, solution.moves)[-1]
    except IllegalMove as error:
        raise FalseProof(f"{game.key}: {error} from {game.describe(position)}") from error
    if game.outcome(end) is not Outcome.WON:
        raise FalseProof(f"{game.key}: the line ends in {game.describe(end)}")
    return solution
