"""(e) Calculation: deals solved with the stock known, and games won by playing only the hints."""

from __future__ import annotations

import math
import multiprocessing
import os
import time
from collections.abc import Iterable

from games.catalogue.calculation import Calculation
from games.deals import lay_out
from games.game import Outcome
from games.solvers import solve
from games.solvers.calculation import SOLVER
from games.solvers.solver import Limits, Verdict, Why
from tests.benchmarks.timing import median, percentile

GAME = Calculation()
DEALS = 500
GAMES = 300
TIMED = 12
"""Games whose hints are timed, in this process alone."""
FIRST = 700_000
"""The first deal number: none of these deals was used to make the player."""
BEST_OTHER = "the best other program wins 1.8 % by its own choice rule"


def run(games: int = 0) -> Iterable[str]:
    """Three lines; the number of games played by hints is PATIENCE_BENCH_GAMES by default."""
    games = games or int(os.environ.get("PATIENCE_BENCH_GAMES", GAMES))
    SOLVER.warm()
    yield _solved(DEALS)
    yield _timed(TIMED)
    yield _played(games)


def _solved(count: int) -> str:
    won, times = 0, []
    for n in range(FIRST, FIRST + count):
        position = GAME.deal(lay_out(GAME, str(n)))
        start = time.perf_counter()
        won += solve(GAME, position, Limits(seconds=120, nodes=10**9)).verdict is Verdict.WINNABLE
        times.append(time.perf_counter() - start)
    return (
        f"calculation: stock known: {won} of {count} deals won, ms a deal "
        f"median {1000 * median(times):.1f}, p95 {1000 * percentile(times, 0.95):.0f}, "
        f"longest {1000 * max(times):.0f}"
    )


def _timed(count: int) -> str:
    times: list[float] = []
    for n in range(FIRST, FIRST + count):
        _won_by_hints(n, times)
    return (
        f"calculation: hints played out: {len(times)} timed, ms a hint "
        f"median {1000 * median(times):.1f}, p95 {1000 * percentile(times, 0.95):.0f}"
    )


def _played(count: int) -> str:
    with multiprocessing.get_context("spawn").Pool() as workers:
        won = sum(workers.map(_won_by_hints, range(FIRST, FIRST + count), 1))
    low, high = wilson(won, count)
    return (
        f"calculation: only hints: {won} of {count} won = {won / count:.1%} "
        f"(95 % interval {low:.1%}–{high:.1%}); {BEST_OTHER}"
    )


def _won_by_hints(deal: int, times: list[float] | None = None) -> bool:
    """Whether playing only the hints wins; adds the seconds of each hint with a choice."""
    position = GAME.deal(lay_out(GAME, str(deal)))
    while True:
        start = time.perf_counter()
        hint = SOLVER.hint(GAME.table(position), Limits())
        if times is not None and hint.why is Why.PLAYED_OUT:
            times.append(time.perf_counter() - start)
        if hint.move is None:
            return GAME.outcome(position) is Outcome.WON
        position = GAME.play(position, hint.move)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (middle - half) / scale, (middle + half) / scale
