"""Kernels: best-first search over settled states."""

from __future__ import annotations

import numpy as np

from games.solvers.bakers.branch import branches, choose
from games.solvers.bakers.eager import count_bits, floating, settle
from games.solvers.bakers.layout import (
    BURIED,
    COST,
    COVERED,
    DEPTHS,
    HOME,
    KEY,
    TOPS,
    Ints,
    Start,
)
from games.solvers.bakers.store import (
    BEST,
    COUNT,
    LEVELS,
    LOOKED,
    WON,
    Store,
    is_news,
    keep,
    next_number,
    slot_of,
)
from games.solvers.compiled import compiled

EXHAUSTED, GOAL, PAUSED, FULL = range(4)
"""How a slice ends: nothing left, a win found, its nodes used up, the store full."""
CARDS, PLACES, RUNS, ABOVE, CUTS, PAST = range(6)
"""Weights: cards not up, places taken, columns taken, cards above the next ones wanted, groups
still buried, single moves so far. With ``PAST`` above 0 states are looked at anew when a cheaper
way to them is found, and the search goes on after a win, for a cheaper one."""
MOST_CHOICES = 2048


@compiled
def level_of(start: Start, state: Ints, weights: Ints) -> int:
    """How far from a win a state looks: the lower, the sooner it is looked at."""
    loose, bases = floating(start, state)
    columns = state[BURIED] + count_bits(bases)
    cuts = (state[DEPTHS] & 0x0F0F0F0F) + ((state[DEPTHS] >> 4) & 0x0F0F0F0F)
    cuts += cuts >> 16
    level = (
        weights[CARDS] * count_bits(start.cards ^ state[HOME])
        + weights[PLACES] * (columns + count_bits(loose))
        + weights[RUNS] * columns
        + weights[ABOVE] * cards_above(start, state)
        + weights[CUTS] * ((cuts + (cuts >> 8)) & 0xFF)
        + weights[PAST] * state[COST]
    )
    return int(min(level, LEVELS - 1))


@compiled
def cards_above(start: Start, state: Ints) -> int:
    """How many cards of buried columns lie above the next card of each suit."""
    above = 0
    for suit in range(4):
        card = 16 * suit + count_bits(state[HOME] & (0x1FFF << (16 * suit)))
        where = start.where[card]
        if where >= 0:
            column = where >> 5
            left = (state[DEPTHS] >> (4 * column)) & 15
            if left > 0:
                above += max(0, start.reach[column, left] - 1 - (where & 31))
    return above


@compiled
def derive(start: Start, state: Ints) -> None:
    """Fill in the words that follow from a state's key."""
    state[COVERED] = 0
    state[TOPS] = 0
    state[BURIED] = 0
    for column in range(start.columns):
        left = (state[DEPTHS] >> (4 * column)) & 15
        if left > 0:
            state[COVERED] |= start.covered[column, left]
            state[TOPS] |= start.top[column, left]
            state[BURIED] += 1


@compiled
def begin(start: Start, state: Ints, store: Store, weights: Ints, log: Ints) -> None:
    """Settle and store the first state."""
    log[0, 0] = 0
    settle(start, state, log)
    keep(store, slot_of(store, state), state, -1, log, 0, level_of(start, state, weights))
    if state[HOME] == start.cards:
        store.counters[WON] = 0
        store.counters[BEST] = state[COST]


@compiled
def look(start: Start, store: Store, weights: Ints, nodes: int, log: Ints) -> int:
    """Look at up to ``nodes`` states, the most hopeful first; how it ended."""
    state, after = np.zeros(8, np.int64), np.zeros(8, np.int64)
    choices = np.empty((MOST_CHOICES, 3), np.int64)
    cheaper = weights[PAST] > 0
    for _ in range(nodes):
        if len(store.parents) - store.counters[COUNT] < MOST_CHOICES:
            return FULL
        number = next_number(store)
        if number < 0:
            return EXHAUSTED
        store.counters[LOOKED] += 1
        for word in range(KEY):
            state[word] = store.keys[number, word]
        state[COST] = store.costs[number]
        derive(start, state)
        for choice in range(branches(start, state, choices)):
            for word in range(8):
                after[word] = state[word]
            log[0, 0] = 0
            choose(start, after, choices, choice, log)
            settle(start, after, log)
            left = count_bits(start.cards ^ after[HOME])
            if not cheaper:
                after[COST] = 0
            # Every card left takes a move yet: no cheaper win that way.
            elif after[COST] + left >= store.counters[BEST]:
                continue
            slot = slot_of(store, after)
            if not is_news(store, slot, after):
                continue
            level = level_of(start, after, weights)
            kept = keep(store, slot, after, number, choices, choice, level)
            if left == 0:
                store.counters[WON] = kept
                store.counters[BEST] = after[COST]
                if not cheaper:
                    return GOAL
    return PAUSED


@compiled
def replay(start: Start, state: Ints, choices: Ints, log: Ints) -> None:
    """Write all steps from the first, not yet settled state through the given choices."""
    log[0, 0] = 0
    settle(start, state, log)
    for choice in range(len(choices)):
        choose(start, state, choices, choice, log)
        settle(start, state, log)
