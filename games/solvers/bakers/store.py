"""Kernels: the states that a search has found, each kept whole.

The whole key of a state is stored and compared: two states with one hash are still two, and a
complete search can't lose a branch to a collision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.solvers.bakers.layout import ATTACHED, COST, DEPTHS, HOME, KEY, SETTLED, Ints
from games.solvers.compiled import compiled

CHOICE, PARENT, PRICE, NEXT, FIELDS = KEY, KEY + 3, KEY + 4, KEY + 5, KEY + 6
"""Fields of a stored state after its key: the choice that led to it, the state that it was made
in, its cost (-1 when a cheaper way made it void), the next state of its level."""
BYTES = 8 * FIELDS + 2 * 4
"""Memory for each state, two slots of the hash table among it."""
COUNT, LOOKED, LOWEST, WON, BEST, AT, LEVEL = range(7)
"""Counters: states stored, states looked at, the lowest level in use, the winning state or -1
and its cost, the state that is looked at (-1 before the first); from ``LEVEL`` on the first state
of each level or -1."""
LEVELS = 4096


class Store(NamedTuple):
    """States found, by number; a hash table of their numbers (-1 empty); the counters."""

    states: Ints
    slots: NDArray[np.int32]
    counters: Ints


def new_store(size: int) -> Store:
    """Room for ``size`` states, a power of two."""
    counters = np.full(LEVEL + LEVELS, -1, np.int64)
    counters[[COUNT, LOOKED, LOWEST, BEST]] = 0, 0, LEVELS, 2**31
    states = np.empty((size, FIELDS), np.int64)
    return Store(states, np.full(2 * size, -1, np.int32), counters)


def grown(store: Store) -> Store:
    """The same store with room for twice as many states."""
    larger = new_store(2 * len(store.states))
    larger.states[: len(store.states)] = store.states
    larger.counters[:] = store.counters
    fill_slots(larger)
    return larger


@compiled
def hash_of(key: Ints) -> int:
    """A hash of a state's key."""
    mixed = (key[ATTACHED] ^ (key[HOME] << 3)) * -7046029254386353131
    mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    mixed = (mixed ^ key[DEPTHS] ^ (key[SETTLED] << 7)) * -4658895280553007687
    return int(mixed ^ ((mixed >> 32) & 0xFFFFFFFF))


@compiled
def slot_of(store: Store, key: Ints) -> int:
    """The slot where a key is, or where it would go."""
    last = len(store.slots) - 1
    slot = hash_of(key) & last
    while True:
        other = store.slots[slot]
        if other < 0:
            return slot
        same = True
        for word in range(KEY):
            if store.states[other, word] != key[word]:
                same = False
        if same:
            return slot
        slot = (slot + 1) & last


@compiled
def fill_slots(store: Store) -> None:
    """Enter every stored state in an empty hash table, the later of equal ones."""
    for number in range(store.counters[COUNT]):
        store.slots[slot_of(store, store.states[number])] = number


@compiled
def is_news(store: Store, slot: int, state: Ints) -> bool:
    """Whether a state, found in its slot, is new or known at a higher cost only."""
    other = store.slots[slot]
    return bool(other < 0 or store.states[other, PRICE] > state[COST])


@compiled
def keep(store: Store, slot: int, state: Ints, choice: Ints, level: int) -> None:
    """Store news in their slot. A dearer way to the same state becomes void."""
    counters = store.counters
    if store.slots[slot] >= 0:
        store.states[store.slots[slot], PRICE] = -1
    number = counters[COUNT]
    counters[COUNT] += 1
    store.slots[slot] = number
    kept = store.states[number]
    for word in range(KEY):
        kept[word] = state[word]
    for part in range(3):
        kept[CHOICE + part] = choice[part]
    kept[PARENT] = counters[AT]
    kept[PRICE] = state[COST]
    kept[NEXT] = counters[LEVEL + level]
    counters[LEVEL + level] = number
    counters[LOWEST] = min(counters[LOWEST], level)


@compiled
def next_number(store: Store) -> int:
    """Take the first state of the lowest level that isn't void; -1 when there is none."""
    counters = store.counters
    level = counters[LOWEST]
    while level < LEVELS:
        number = counters[LEVEL + level]
        if number < 0:
            level += 1
            continue
        counters[LEVEL + level] = store.states[number, NEXT]
        if store.states[number, PRICE] >= 0:
            counters[LOWEST] = level
            return int(number)
    counters[LOWEST] = LEVELS
    return -1
