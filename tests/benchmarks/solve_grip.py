"""Devil's Grip: least leftovers, verdicts and prepared deals."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable
from statistics import mean

from games.catalogue.devils_grip import DevilsGrip, GripPosition
from games.deals import lay_out
from games.game import Deck
from games.prepared import LEVELS, prepared_cards
from games.solvers import proved
from games.solvers.devils_grip import SOLVER
from games.solvers.solver import Limits, Verdict
from tests.benchmarks.timing import median, percentile
from tests.games.support import DATA, cards

SHUFFLED = 100
PREPARED = 1000

_GAME = DevilsGrip()


def run() -> Iterable[str]:
    """The figures of docs/PREPARED.md and the solver's targets, some minutes in all."""
    start = time.perf_counter()
    SOLVER.warm()
    yield f"grip: warm-up {time.perf_counter() - start:.2f} s"
    yield _pars()
    yield _verdicts()
    left = mean(map(_played_out, _shuffled()))
    yield f"grip: hints alone leave {left:.1f} on average over {SHUFFLED} shuffled deals"
    for level in LEVELS:
        yield _prepared(level)


def _shuffled() -> list[GripPosition]:
    return [_GAME.deal(lay_out(_GAME, str(number))) for number in range(1, SHUFFLED + 1)]


def _pars() -> str:
    times, found = [], []
    for position in _shuffled():
        start = time.perf_counter()
        found.append(SOLVER.par(position, Limits()) or 0)
        times.append(1000 * (time.perf_counter() - start))
    return (
        f"grip: par of {SHUFFLED} shuffled deals: mean {mean(found):.1f}, "
        f"median {median(times):.0f} ms, p95 {percentile(times, 0.95):.0f} ms"
    )


def _verdicts() -> str:
    times, met, wrong = [], Counter[Verdict](), 0
    for line in (DATA / "grip-verdicts.jsonl").read_text().splitlines():
        row = json.loads(line)
        position = _GAME.deal(Deck(cards(row["cards"])))
        start = time.perf_counter()
        verdict = proved(_GAME, position, SOLVER.solve(position, Limits(seconds=10))).verdict
        times.append(time.perf_counter() - start)
        met[verdict] += 1
        wrong += verdict not in (row["verdict"], Verdict.UNDECIDED)
    return (
        f"grip: {len(times)} known verdicts at 10 s: {wrong} wrong, "
        f"{met[Verdict.UNDECIDED]} undecided, median {median(times):.2f} s, "
        f"p95 {percentile(times, 0.95):.2f} s"
    )


def _prepared(level: str) -> str:
    times, left = [], []
    for number in range(PREPARED):
        start = time.perf_counter()
        deck = Deck(prepared_cards(f"{level}1-bench{number}"))
        times.append(1000 * (time.perf_counter() - start))
        left.append(_played_out(_GAME.deal(deck)))
    return (
        f"grip: {PREPARED} {level} deals: built in {median(times):.1f} ms "
        f"(p95 {percentile(times, 0.95):.1f}), hints alone win {left.count(0) / PREPARED:.1%} "
        f"and leave {mean(left):.1f}"
    )


def _played_out(position: GripPosition) -> int:
    """The leftover when nothing but hints is played."""
    while (move := SOLVER.hint(_GAME.table(position), Limits()).move) is not None:
        position = _GAME.play(position, move)
    return len(position.waste)
