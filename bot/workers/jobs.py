"""The questions that are put to solver processes; each is a value with its own limits."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from games.catalogue import find as find_game
from games.deals import lay_out
from games.game import Deck, Outcome
from games.moves import Move, counted
from games.solvers import Limits, Verdict, find, solve_deal
from games.solvers.solver import Assessment, Hint, Prospect, Why
from games.table import Table

SOON, PATIENTLY = Limits(seconds=5), Limits(seconds=10)
WINNABLE = "winnable"
"""The wish for a deal that is proved winnable, whatever its difficulty."""


@dataclass(frozen=True, slots=True)
class FairHint:
    """The next move by what the table shows; ``before`` as ``Solver.hint`` takes it."""

    table: Table
    before: tuple[Table, ...] = ()
    limits: Limits = SOON

    def run(self) -> Hint:
        """The hint; undecided in a game that has no solver."""
        solver = find(self.table.game)
        if solver is None:
            return Hint(None, Why.UNDECIDED)
        return solver.hint(self.table, self.limits, self.before)


@dataclass(frozen=True, slots=True)
class OracleHint:
    """The next move of a winning line by someone who sees every card."""

    game: str
    deal: str
    position: Any
    limits: Limits = SOON

    def run(self) -> Hint:
        """The first move of the line found, or why there is none."""
        game = find_game(self.game)
        if game.outcome(self.position) is not Outcome.PLAYING:
            return Hint(None, Why.OVER)
        solution = solve_deal(game, self.deal, self.position, self.limits)
        if solution.moves:
            return Hint(solution.moves[0], Why.WINS, left=counted(solution.moves))
        lost = solution.verdict is Verdict.UNWINNABLE
        return Hint(None, Why.NO_WIN if lost else Why.UNDECIDED)


@dataclass(frozen=True, slots=True)
class Check:
    """What can be said of a game by what the table shows."""

    table: Table
    limits: Limits = PATIENTLY

    def run(self) -> Assessment:
        """The assessment; undecided in a game that has no solver."""
        solver = find(self.table.game)
        if solver is None:
            return Assessment(Prospect.UNDECIDED)
        return solver.check(self.table, self.limits)


SHARES = 6
"""A search of a review may take one in so many parts of the time that is left."""


@dataclass(frozen=True, slots=True)
class Review:
    """Where a win was lost.

    ``last`` counts the moves to the last position known to be winnable, ``first`` those to the
    first one proved unwinnable; None where there is none. Once lost, a win never comes back, so
    what lies between the two is undecided. ``par`` is the least leftover found for the deal with
    every card known, where games leave something over.
    """

    last: int | None
    first: int | None
    par: int | None = None


@dataclass(frozen=True, slots=True)
class ReviewGame:
    """The search for the move that lost a win."""

    game: str
    deal: str
    deck: Deck
    moves: tuple[Move, ...]
    limits: Limits = PATIENTLY

    def run(self) -> Review:
        """Where the win was lost, and the deal's par."""
        game = find_game(self.game)
        solver = find(self.game)
        par = solver.par(game.deal(self.deck), self.limits) if solver is not None else None
        return replace(self._lost_between(), par=par)

    def _lost_between(self) -> Review:
        """Halve the line twice: for the last winnable position, then for the first lost one.

        Once lost, a win never comes back, so a verdict on one position speaks for others too.
        """
        game = find_game(self.game)
        positions = game.along(game.deal(self.deck), self.moves)
        ends = time.monotonic() + self.limits.seconds

        @cache
        def verdict(at: int) -> Verdict:
            left = max(0.0, ends - time.monotonic())
            return self._verdict(positions[at], left / SHARES)

        if verdict(0) is Verdict.UNWINNABLE:
            return Review(None, 0)
        low, high = 0, len(positions)
        while high - low > 1:
            middle = (low + high) // 2
            if verdict(middle) is Verdict.WINNABLE:
                low = middle
            else:
                high = middle
        last = low if verdict(low) is Verdict.WINNABLE else None
        # The end is the easiest to decide; where it isn't lost or undecided, no more is said.
        first = len(positions) - 1
        if verdict(first) is not Verdict.UNWINNABLE:
            return Review(last, None)
        while first - low > 1:
            middle = (low + first) // 2
            if verdict(middle) is Verdict.UNWINNABLE:
                first = middle
            else:
                low = middle
        return Review(last, first)

    def _verdict(self, position: Any, seconds: float) -> Verdict:
        game = find_game(self.game)
        outcome = game.outcome(position)
        if outcome is Outcome.LOST:
            return Verdict.UNWINNABLE
        if outcome is Outcome.WON:
            return Verdict.WINNABLE
        limits = replace(self.limits, seconds=seconds)
        return solve_deal(game, self.deal, position, limits).verdict


@dataclass(frozen=True, slots=True)
class FindDeal:
    """The first of ``deals`` that is proved winnable and as hard as wished."""

    game: str
    wish: str
    deals: tuple[str, ...]
    limits: Limits = PATIENTLY

    def run(self) -> str | None:
        """Its text; None when there is none, or none was found in time."""
        solver, game = find(self.game), find_game(self.game)
        if solver is None:
            return None
        ends = time.monotonic() + self.limits.seconds
        for deal in self.deals:
            left = ends - time.monotonic()
            if left <= 0:
                return None
            position = game.deal(lay_out(game, deal))
            grade = solver.grade(position, replace(self.limits, seconds=left))
            if grade.verdict is Verdict.WINNABLE and self.wish in (
                WINNABLE,
                grade.difficulty,
            ):
                return deal
        return None
