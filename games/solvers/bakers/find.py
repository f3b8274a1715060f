"""From a position to a verdict and the steps of a win, within limits."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from games.catalogue.bakers_game import BakersPosition
from games.solvers.bakers.layout import Ints, Start, read
from games.solvers.bakers.search import EXHAUSTED, FULL, PAUSED, begin, look, replay
from games.solvers.bakers.store import BEST, BYTES, LOOKED, WON, Store, grown, new_store
from games.solvers.solver import Limits, Verdict

FIRST_SIZE = 1 << 13
SLICE = 20_000
"""States looked at between two glances at the clock: a few milliseconds."""
STEPS = 2048
"""Rows of a log; a choice and what follows it take less than 200, a whole line less than all."""

Step = tuple[int, int, int]
"""Kind, number of the card, count: see ``eager``."""


@dataclass(frozen=True, slots=True)
class Found:
    """A verdict; with a win its steps and their estimated cost in single moves."""

    verdict: Verdict
    nodes: int
    steps: tuple[Step, ...] = ()
    cost: int = 0


def weights(*values: int) -> Ints:
    """Weights in the order of ``search``."""
    return np.array(values, np.int64)


QUICK = weights(4, 8, 6, 3, 2, 0)
"""For the verdict: the first win found."""


def find(position: BakersPosition, limits: Limits, given: Ints = QUICK, best: int = 0) -> Found:
    """Search with the weights ``given``; with ``best`` only for wins cheaper than that.

    A search for something cheaper goes on until its limit; then its verdict only tells whether it
    found a win.
    """
    ends = time.perf_counter() + limits.seconds
    start, state = read(position)
    log = np.zeros((STEPS, 8), np.int64)
    store = new_store(min(FIRST_SIZE, most_states(limits)))
    if best:
        store.counters[BEST] = best
    begin(start, state.copy(), store, given, log)
    ending = PAUSED if store.counters[WON] < 0 else EXHAUSTED
    while ending in (PAUSED, FULL):
        left = limits.nodes - int(store.counters[LOOKED])
        if left <= 0 or time.perf_counter() >= ends:
            break
        if ending == FULL:
            if 2 * len(store.parents) > most_states(limits):
                break
            store = grown(store)
        ending = look(start, store, given, min(SLICE, left), log)
    nodes = int(store.counters[LOOKED])
    if store.counters[WON] >= 0:
        steps = steps_of(start, state, store, log)
        return Found(Verdict.WINNABLE, nodes, steps, int(store.counters[BEST]))
    return Found(Verdict.UNWINNABLE if ending == EXHAUSTED else Verdict.UNDECIDED, nodes)


def most_states(limits: Limits) -> int:
    """The largest power of two that fits twice, old and new, into the megabytes."""
    states: int = 1 << max(7, (limits.megabytes * 1_000_000 * 2 // 3 // BYTES).bit_length() - 1)
    return states


def steps_of(start: Start, state: Ints, store: Store, log: Ints) -> tuple[Step, ...]:
    """The steps of the win that a search found."""
    numbers, number = [], int(store.counters[WON])
    while number > 0:
        numbers.append(number)
        number = int(store.parents[number])
    path = np.array(numbers[::-1], np.int64)
    replay(start, state, store.choices[path], log)
    rows = log[1 : log[0, 0] + 1, :3].tolist()
    return tuple((kind, card.bit_length() - 1, count) for kind, card, count in rows)
