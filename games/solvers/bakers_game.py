"""The Baker's Game solver: everything lies open, so one complete search answers all questions."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import lru_cache

from games.catalogue.bakers_game import BakersGame, BakersPosition
from games.deals import lay_out
from games.game import Outcome
from games.moves import Move
from games.solvers import proved
from games.solvers.bakers.find import CHEAPER, QUICK, Found, find
from games.solvers.bakers.layout import read_table
from games.solvers.bakers.line import CardMove, codes, single_moves
from games.solvers.bakers.shorten import shortened
from games.solvers.bakers.store import fill_slots, new_store
from games.solvers.solver import (
    Assessment,
    Grade,
    Hint,
    Limits,
    Prospect,
    Solution,
    Solver,
    Verdict,
    Why,
    by_nodes,
)
from games.table import Table

EASY, MEDIUM = 40, 155
"""Up to so many nodes a deal is easy, or medium: a third of the 766 winnable ones of Microsoft
1…1000 each (`python -m tests.benchmarks solve_bakers` prints the thirds)."""
REMEMBERED = 256
"""Lines kept for the next hint: a few kilobytes each."""
FEWEST, MOST = 3000, 10_000
"""Nodes of each search for a shorter line, twice those of the first one between: about two
microseconds each."""

_GAME = BakersGame()


class BakersSolver(Solver[BakersPosition]):
    """A complete best-first search, then others of fixed size for a shorter line."""

    key = "bakers-game"

    def warm(self) -> None:
        """Compile every kernel: searching, growing the tables, replaying, shortening."""
        self.solve(_GAME.deal(lay_out(_GAME, "1")), Limits(seconds=math.inf))
        fill_slots(new_store(8))

    def solve(self, position: BakersPosition, limits: Limits) -> Solution:
        """Whether a win exists; the line is shortened by searches of fixed size.

        Nodes are the states looked at for the verdict.
        """
        found = find(position, limits)
        if found.verdict is not Verdict.WINNABLE:
            return Solution(found.verdict, None, found.nodes)
        nodes = min(MOST, max(FEWEST, 2 * found.nodes))
        fewer = Limits(nodes=min(nodes, limits.nodes), megabytes=limits.megabytes)
        line = _short(position, found)
        for enough, given in CHEAPER:
            if len(line) > enough and (other := find(position, fewer, given)).steps:
                line = min(line, _short(position, other), key=len)
        moves = tuple(_GAME.parse(code) for code in codes(position, line))
        return Solution(Verdict.WINNABLE, moves, found.nodes)

    def hint(self, table: Table, limits: Limits, before: Sequence[Table] = ()) -> Hint:
        """A card that goes up, or the next move of a winning line.

        The line begins at the first table and goes on as long as the player follows it; it begins
        anew where the player left it. A line never comes to a position twice, and a card that
        went up stays there: so hints never lead round in circles.
        """
        position = read_table(table)
        if _GAME.outcome(position) is not Outcome.PLAYING:
            return Hint(None, Why.OVER)
        safe = _GAME.safe_move(position)
        if safe is not None:
            if find(position, limits).verdict is Verdict.UNWINNABLE:
                return Hint(None, Why.NO_WIN)  # nobody should be led on in a lost game
            return Hint(safe, Why.SAFE, card=table.pile(safe.source).top)
        ends = time.perf_counter() + limits.seconds
        reached, ahead = position, tuple[Move, ...]()
        for here in (*map(read_table, before), position):
            if ahead and _GAME.play(reached, ahead[0]) == here:
                reached, ahead = here, ahead[1:]
                continue
            left = ends - time.perf_counter()
            if left <= 0:
                return Hint(None, Why.UNDECIDED)
            solution = _remembered(here, limits)
            if solution.verdict is Verdict.UNWINNABLE:
                return Hint(None, Why.NO_WIN)
            reached, ahead = here, solution.moves or ()
        if not ahead:
            return Hint(None, Why.UNDECIDED)
        return Hint(ahead[0], Why.WINS, left=len(ahead))

    def check(self, table: Table, limits: Limits) -> Assessment:
        """The verdict: nothing is hidden."""
        return Assessment(Prospect(find(read_table(table), limits, QUICK).verdict.value))

    def grade(self, position: BakersPosition, limits: Limits) -> Grade:
        """Difficulty by the nodes that the first win took."""
        found = find(position, limits)
        return by_nodes(found.verdict, found.nodes, EASY, MEDIUM)


SOLVER = BakersSolver()


def _short(position: BakersPosition, found: Found) -> list[CardMove]:
    """The moves of a win, the needless ones among them left out."""
    steps = found.steps
    return shortened(position, single_moves(position, steps)) if steps else []


class _UndecidedError(Exception):
    """Keeps an undecided answer from being remembered: another time there may be more of it."""


def _remembered(position: BakersPosition, limits: Limits) -> Solution:
    try:
        return _decided(position, limits)
    except _UndecidedError:
        return Solution(Verdict.UNDECIDED)


@lru_cache(REMEMBERED)
def _decided(position: BakersPosition, limits: Limits) -> Solution:
    solution = proved(_GAME, position, SOLVER.solve(position, limits))
    if solution.verdict is Verdict.UNDECIDED:
        raise _UndecidedError
    return solution
