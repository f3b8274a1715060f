"""From a position to a verdict and the steps of a win, within limits."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from games.catalogue.bakers_game import BakersPosition
from games.solvers.bakers.layout import ALL_CARDS, HOME, LOG, LOGGED, SIZES, Ints, read
from games.solvers.bakers.search import EXHAUSTED, FULL, PAUSED, begin, look, replay
from games.solvers.bakers.store import BYTES, LOOKED, WON, Store, grown, new_store
from games.solvers.solver import Limits, Verdict

FIRST_SIZE = 1 << 13
SLICE = 20_000
"""States looked at between two glances at the clock: a few milliseconds."""

Step = tuple[int, int, int]
"""Kind, number of the card, count: see ``eager``."""


@dataclass(frozen=True, slots=True)
class Found:
    """A verdict, and what is needed to tell the steps of a win."""

    verdict: Verdict
    nodes: int
    start: Ints | None = None
    state: Ints | None = None
    store: Store | None = None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the win; none when there is nothing to do, or no win."""
        if self.start is None or self.state is None or self.store is None:
            return ()
        state = self.state.copy()
        replay(self.start, state, self.store)
        rows = state[LOG : LOG + 3 * state[LOGGED]].reshape(-1, 3).tolist()
        return tuple((kind, card.bit_length() - 1, count) for kind, card, count in rows)


def weights(*values: int) -> Ints:
    """Weights in the order of ``search``."""
    return np.array(values, np.int64)


QUICK = weights(4, 8, 6, 3, 2, 0)
"""For the verdict: the first win found."""

CHEAPER = (
    (80, weights(4, 8, 6, 3, 2, 2)),
    (80, weights(16, 4, 4, 4, 2, 4)),
    (110, weights(4, 8, 6, 3, 2, 1)),
)
"""For a short line, each better than the others at some deals: tried while the shortest line has
more moves than that. Measured by ``tests.benchmarks.solve_bakers``."""


def find(position: BakersPosition, limits: Limits, given: Ints = QUICK) -> Found:
    """Search with the weights ``given``.

    With the weights of ``CHEAPER`` the search goes on until its limit for the cheapest win. Any
    verdict but undecided is true whatever the weights.
    """
    ends = time.perf_counter() + limits.seconds
    start, state = read(position)
    if limits.nothing and state[HOME] != start[SIZES, 0, ALL_CARDS]:
        return Found(Verdict.UNDECIDED, 0)
    work = state.copy()
    store = new_store(min(FIRST_SIZE, most_states(limits)))
    begin(start, store, work, given)
    ending = PAUSED if store.counters[WON] < 0 else EXHAUSTED
    while ending in (PAUSED, FULL):
        left = limits.nodes - int(store.counters[LOOKED])
        if left <= 0 or time.perf_counter() >= ends:
            break
        if ending == FULL:
            if 2 * len(store.states) > most_states(limits):
                break
            store = grown(store)
        ending = look(start, store, work, given, min(SLICE, left))
    nodes = int(store.counters[LOOKED])
    if store.counters[WON] >= 0:
        return Found(Verdict.WINNABLE, nodes, start, state, store)
    return Found(Verdict.UNWINNABLE if ending == EXHAUSTED else Verdict.UNDECIDED, nodes)


def most_states(limits: Limits) -> int:
    """The largest power of two that fits twice, old and new, into the megabytes."""
    states: int = 1 << max(7, (limits.bytes * 2 // 3 // BYTES).bit_length() - 1)
    return states
