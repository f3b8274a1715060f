"""Devil's Grip: who can win, what to play next, what the least leftover is."""

from __future__ import annotations

import time
from collections.abc import Sequence

from games.catalogue.devils_grip import DevilsGrip, GripPosition
from games.game import Deck, Outcome
from games.solvers.grip import fair
from games.solvers.grip.judge import judge
from games.solvers.grip.retrace import moves_of
from games.solvers.grip.search import Bounds, Found, lowest, search, winning
from games.solvers.solver import (
    Assessment,
    Grade,
    Hint,
    Limits,
    Solution,
    Solver,
    Verdict,
    by_nodes,
)
from games.table import Table

LADDER = (100, 1_000, 10_000, 60_000, 250_000)
"""Widths of one search after another, until one wins or has looked at everything."""
BEAM = 300
"""Width of a quick look for a win."""
PAR = 250
"""Width of the search for the least leftover: twice as wide takes twice as long."""
EASY, MEDIUM = 7_500, 80_000
"""Most nodes of easy and medium deals: those that the first and the second rung win."""

_GAME = DevilsGrip()


def _bounds(limits: Limits, spent: int, deadline: float) -> Bounds:
    return Bounds(limits.nodes - spent, deadline, limits.bytes)


def _climb(position: GripPosition, limits: Limits, ladder: tuple[int, ...]) -> Solution:
    if _GAME.outcome(position) is Outcome.WON:
        return Solution(Verdict.WINNABLE, ())
    if limits.nothing:
        return Solution(Verdict.UNDECIDED)
    if not all(position.piles):
        # A hole is never filled, and a win needs a base at the bottom of each of 24 piles
        # (test_lost_games_are_unwinnable).
        return Solution(Verdict.UNWINNABLE)
    deadline, spent = time.perf_counter() + limits.seconds, 0
    for width in ladder:
        found = search(position, winning(width), _bounds(limits, spent, deadline))
        spent += found.nodes
        if found.left == 0:
            return Solution(Verdict.WINNABLE, moves_of(position, found.steps), spent)
        if found.complete:
            return Solution(Verdict.UNWINNABLE, None, spent)
    return Solution(Verdict.UNDECIDED, None, spent)


def least(position: GripPosition, limits: Limits, width: int = PAR) -> Found:
    """The least leftover that a beam of this width finds, and the steps that lead there."""
    deadline = time.perf_counter() + limits.seconds
    return search(position, lowest(width), _bounds(limits, 0, deadline))


class GripSolver(Solver[GripPosition]):
    """Searches by layers of drawn cards; fair hints by rule."""

    key = _GAME.key

    def warm(self) -> None:
        """One narrow search of each kind runs every kernel, the tracing of its line included."""
        position = _GAME.deal(Deck(_GAME.ordered_pack()))
        for rules in (winning(1), lowest(1)):
            found = search(position, rules, _bounds(Limits(), 0, float("inf")))
            moves_of(position, found.steps)

    def solve(self, position: GripPosition, limits: Limits) -> Solution:
        """Narrow searches first; the widths grow until one wins or has left nothing out."""
        return _climb(position, limits, LADDER)

    def seek(self, position: GripPosition, limits: Limits) -> Solution:
        """One narrow search: a win, or nearly always nothing found out."""
        return _climb(position, limits, (BEAM,))

    def hint(self, table: Table, limits: Limits, before: Sequence[Table] = ()) -> Hint:
        """By rules over the table alone, whatever the limits."""
        return fair.hint(table)

    def check(self, table: Table, limits: Limits) -> Assessment:
        """Proofs that hold for every order of the unseen cards, or every order solved."""
        deadline = time.perf_counter() + limits.seconds

        def verdict(position: GripPosition) -> Verdict:
            left = Limits(deadline - time.perf_counter(), limits.nodes, limits.megabytes)
            return self.solve(position, left).verdict

        return Assessment(judge(table, verdict))

    def grade(self, position: GripPosition, limits: Limits) -> Grade:
        """By the nodes that the search needed; prepared deals are known by their text."""
        solution = self.solve(position, limits)
        return by_nodes(solution.verdict, solution.nodes, EASY, MEDIUM)

    def par(self, position: GripPosition, limits: Limits) -> int | None:
        """The least leftover that a beam finds; nothing proves that none is less."""
        return None if limits.nothing else least(position, limits).left


SOLVER: Solver[GripPosition] = GripSolver()
