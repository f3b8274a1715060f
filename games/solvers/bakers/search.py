"""Kernels: best-first search over settled states."""

from __future__ import annotations

import numpy as np

from games.solvers.bakers.branch import branches
from games.solvers.bakers.choices import MOST_CHOICES, choose
from games.solvers.bakers.eager import count_bits, floating, settle
from games.solvers.bakers.layout import (
    ALL_CARDS,
    BURIED,
    COLUMN_COUNT,
    COST,
    COVERED,
    DEPTHS,
    GROUP_COVERED,
    GROUP_REACH,
    GROUP_TOP,
    HOME,
    KEY,
    LOGGED,
    SIZES,
    STEPS,
    TOPS,
    WHERE,
    WORDS,
    Ints,
)
from games.solvers.bakers.store import (
    AT,
    BEST,
    CHOICE,
    COUNT,
    LEVELS,
    LOOKED,
    PARENT,
    PRICE,
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


@compiled
def level_of(start: Ints, state: Ints, weights: Ints) -> int:
    """How far from a win a state looks: the lower, the sooner it is looked at."""
    loose, bases = floating(start, state)
    columns = state[BURIED] + count_bits(bases)
    cuts = (state[DEPTHS] & 0x0F0F0F0F) + ((state[DEPTHS] >> 4) & 0x0F0F0F0F)
    cuts += cuts >> 16
    level = (
        weights[CARDS] * count_bits(start[SIZES, 0, ALL_CARDS] ^ state[HOME])
        + weights[PLACES] * (columns + count_bits(loose))
        + weights[RUNS] * columns
        + weights[ABOVE] * cards_above(start, state)
        + weights[CUTS] * ((cuts + (cuts >> 8)) & 0xFF)
        + weights[PAST] * state[COST]
    )
    return int(min(level, LEVELS - 1))


@compiled
def cards_above(start: Ints, state: Ints) -> int:
    """How many cards of buried columns lie above the next card of each suit."""
    above = 0
    for suit in range(4):
        rank = count_bits(state[HOME] & (0x1FFF << (16 * suit)))
        where = start[WHERE, suit, rank]
        if where >= 0:
            column = where >> 5
            left = (state[DEPTHS] >> (4 * column)) & 15
            if left > 0:
                above += max(0, start[GROUP_REACH, column, left] - 1 - (where & 31))
    return above


@compiled
def begin(start: Ints, store: Store, state: Ints, weights: Ints) -> None:
    """Settle and store the first state."""
    settle(start, state)
    take_note(start, store, state, np.zeros(3, np.int64), weights)


@compiled
def take_note(start: Ints, store: Store, state: Ints, choice: Ints, weights: Ints) -> None:
    """Store the state after a choice, unless it is known or can't lead to a cheaper win."""
    left = count_bits(start[SIZES, 0, ALL_CARDS] ^ state[HOME])
    if weights[PAST] == 0:
        state[COST] = 0
    # Every card left takes a move yet.
    elif state[COST] + left >= store.counters[BEST]:
        return
    slot = slot_of(store, state)
    if is_news(store, slot, state):
        keep(store, slot, state, choice, level_of(start, state, weights))
        if left == 0:
            store.counters[WON] = store.counters[COUNT] - 1
            store.counters[BEST] = state[COST]


@compiled
def look(start: Ints, store: Store, after: Ints, weights: Ints, nodes: int) -> int:
    """Look at up to ``nodes`` states, the most hopeful first; how it ended.

    ``after`` is a state to work on.
    """
    state = np.zeros(WORDS, np.int64)
    choices = np.empty((MOST_CHOICES, 3), np.int64)
    for _ in range(nodes):
        if len(store.states) - store.counters[COUNT] < MOST_CHOICES:
            return FULL
        store.counters[AT] = next_number(store)
        if store.counters[AT] < 0:
            return EXHAUSTED
        store.counters[LOOKED] += 1
        fetch(start, store, state)
        branches(start, state, choices)
        for choice in range(1, choices[0, 0] + 1):
            for word in range(WORDS):
                after[word] = state[word]
            after[LOGGED] = 0
            choose(start, after, choices[choice])
            settle(start, after)
            take_note(start, store, after, choices[choice], weights)
            if store.counters[WON] >= 0 and weights[PAST] == 0:
                return GOAL
    return PAUSED


@compiled
def fetch(start: Ints, store: Store, state: Ints) -> None:
    """The state looked at, with the words that follow from its key."""
    kept = store.states[store.counters[AT]]
    for word in range(KEY):
        state[word] = kept[word]
    state[COST] = kept[PRICE]
    state[COVERED] = 0
    state[TOPS] = 0
    state[BURIED] = 0
    for column in range(start[SIZES, 0, COLUMN_COUNT]):
        left = (state[DEPTHS] >> (4 * column)) & 15
        if left > 0:
            state[COVERED] |= start[GROUP_COVERED, column, left]
            state[TOPS] |= start[GROUP_TOP, column, left]
            state[BURIED] += 1


@compiled
def replay(start: Ints, state: Ints, store: Store) -> None:
    """Log all steps from the first, not yet settled state to the win."""
    path = np.empty(STEPS, np.int64)
    length, number = 0, store.counters[WON]
    while number > 0:
        path[length] = number
        length += 1
        number = store.states[number, PARENT]
    settle(start, state)
    for back in range(length - 1, -1, -1):
        choose(start, state, store.states[path[back], CHOICE : CHOICE + 3])
        settle(start, state)
