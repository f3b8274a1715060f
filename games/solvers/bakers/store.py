"""Kernels: the states that a search has found, each kept whole.

The whole key of a state is stored and compared: two states with one hash are still two, and a
complete search can't lose a branch to a collision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.solvers.bakers.layout import (
    ATTACHED,
    COST,
    DEPTHS,
    HOME,
    KEY,
    SETTLED,
    Ints,
)
from games.solvers.compiled import compiled

Shorts = NDArray[np.int32]
LEVELS = 4096
COUNT, LOOKED, LOWEST, WON, BEST = range(5)
"""Counters: states stored, states looked at, the lowest level in use, the winning state or -1
and its cost."""
BYTES = 8 * (KEY + 3) + 3 * 4 + 2 * 4
"""Memory for each state, two slots of the hash table among it."""


class Store(NamedTuple):
    """States by number: ``keys``, and of each the parent, the choice that led to it, its cost (-1 when a cheaper way made it void), the next of its level.

    ``slots`` is the hash table of numbers (-1 empty), ``heads`` the first state of each level.
    """

    keys: Ints
    choices: Ints
    parents: Shorts
    costs: Shorts
    links: Shorts
    slots: Shorts
    heads: Shorts
    counters: Ints


def new_store(size: int) -> Store:
    """Room for ``size`` states, a power of two."""
    keys, choices = np.empty((size, KEY), np.int64), np.empty((size, 3), np.int64)
    parents, costs, links = (np.empty(size, np.int32) for _ in range(3))
    slots, heads = np.full(2 * size, -1, np.int32), np.full(LEVELS, -1, np.int32)
    counters = np.array((0, 0, LEVELS, -1, 2**31 - 1), np.int64)
    return Store(keys, choices, parents, costs, links, slots, heads, counters)


def grown(store: Store) -> Store:
    """The same store with room for twice as many states."""
    count = int(store.counters[COUNT])
    larger = new_store(2 * len(store.parents))
    for old, new in zip(store[:5], larger[:5], strict=True):
        new[:count] = old[:count]
    larger.heads[:] = store.heads
    larger.counters[:] = store.counters
    fill_slots(larger)
    return larger


@compiled
def hash_of(key: Ints) -> int:
    """A hash of a state's key."""
    mixed = (key[ATTACHED] ^ (key[HOME] << 3)) * -7046029254386353131
    mixed ^= (mixed >> 29) & 0x7FFFFFFFF
    mixed = (mixed ^ key[DEPTHS] ^ (key[SETTLED] << 7)) * -4658895280553007687
    return mixed ^ ((mixed >> 32) & 0xFFFFFFFF)


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
            if store.keys[other, word] != key[word]:
                same = False
        if same:
            return slot
        slot = (slot + 1) & last


@compiled
def fill_slots(store: Store) -> None:
    """Enter every stored state in an empty hash table, the later of equal ones."""
    for number in range(store.counters[COUNT]):
        store.slots[slot_of(store, store.keys[number])] = number


@compiled
def is_news(store: Store, slot: int, state: Ints) -> bool:
    """Whether a state, found in its slot, is new or known at a higher cost only."""
    return store.slots[slot] < 0 or store.costs[store.slots[slot]] > state[COST]


@compiled
def keep(
    store: Store, slot: int, state: Ints, parent: int, choices: Ints, choice: int, level: int
) -> int:
    """Store news in their slot; their number. A dearer way to the same state becomes void."""
    if store.slots[slot] >= 0:
        store.costs[store.slots[slot]] = -1
    number = store.counters[COUNT]
    store.counters[COUNT] += 1
    store.slots[slot] = number
    for word in range(KEY):
        store.keys[number, word] = state[word]
    store.parents[number] = parent
    for part in range(3):
        store.choices[number, part] = choices[choice, part]
    store.costs[number] = state[COST]
    store.links[number] = store.heads[level]
    store.heads[level] = number
    store.counters[LOWEST] = min(store.counters[LOWEST], level)
    return int(number)


@compiled
def next_number(store: Store) -> int:
    """Take the first state of the lowest level that isn't void; -1 when there is none."""
    level = store.counters[LOWEST]
    while level < LEVELS:
        number = store.heads[level]
        if number < 0:
            level += 1
            continue
        store.heads[level] = store.links[number]
        if store.costs[number] >= 0:
            store.counters[LOWEST] = level
            return int(number)
    store.counters[LOWEST] = LEVELS
    return -1
