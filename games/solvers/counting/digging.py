"""Complete searches with no order to look at: stock gone, or unseen cards that come as wanted."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from games.solvers.counting import pool as kernels
from games.solvers.counting.beam import FIRST_WASTE, Effort, Search, Step
from games.solvers.counting.pack import Pack, Sight
from games.solvers.counting.pool import DEPTHS, GONE, HAND, Pool

SMALLEST = 1 << 12
"""Slots of the first table; a full one makes room for a table of eight times the size."""
BYTES = 24
"""Of a slot: the position, where it came from, its place in the stack."""
SLICE = 4000
"""Positions looked at before the clock is read: some 10 ms."""


def dig(pack: Pack, sight: Sight, effort: Effort) -> Search:
    """Whether a win exists when the unseen cards come in the best of all orders.

    In a best order each unseen card comes just when a foundation is to take it: take a winning
    line of any order and turn each card, once the hand is empty, at the very moment it goes up.
    No waste ever holds it, so what lay above or below it there lies as before without it, and the
    line still wins. The card in hand alone must find a place before another card is turned.
    With nothing unseen this is the game itself. The line leaves out turns and marks an unseen
    card's move, like the hand's, by -1.
    """
    slots = SMALLEST
    while slots * BYTES <= effort.limits.bytes:
        pool = _pool(slots, sight)
        while pool.size[0] and not pool.size[2] and pool.size[1] < kernels.room(slots):
            if effort.spent:
                return Search()
            before = int(pool.size[1])
            kernels.look(pack, pool, min(SLICE, effort.limits.nodes - effort.nodes))
            effort.nodes += int(pool.size[1]) - before
        if pool.size[2]:
            return Search(_steps(pool))
        if not pool.size[0]:
            return Search(complete=True)
        slots *= 8
    return Search()


def _pool(slots: int, sight: Sight) -> Pool:
    wastes, hand = sight.wastes, sight.hand
    piles = np.full((len(wastes), max(1, *map(len, wastes))), -1, np.int64)
    for w, waste in enumerate(wastes):
        piles[w, : len(waste)] = waste
    pool = Pool(
        piles,
        np.array([-1 if hand is None else hand], np.int64),
        np.array(sight.unseen, np.int64),
        np.array(sight.heights, np.int64),
        np.zeros(slots, np.int64),
        np.zeros(slots, np.int64),
        np.zeros(slots, np.int64),
        np.zeros(3, np.int64),
    )
    depths = np.array([len(waste) for waste in wastes], np.int64)
    where = GONE if hand is None else 0
    kernels.push(pool, kernels.packed(pool.start, depths, where), 0)
    return pool


def _steps(pool: Pool) -> tuple[Step, ...]:
    """The line to the won position, read off the differences of the numbers on the way."""
    numbers = [int(pool.size[2])]
    while parent := kernels.parent_of(pool, numbers[-1]):
        numbers.append(parent)
    numbers.reverse()
    return tuple(_step(pool, *pair) for pair in pairwise(numbers))


def _step(pool: Pool, before: int, after: int) -> Step:
    foundations, piles = len(pool.start), len(pool.piles)
    was, now = (number >> HAND & 7 for number in (before, after))
    if was == 0 and now not in (0, GONE):
        return -1, FIRST_WASTE + now - 1
    f = next(f for f in range(foundations) if (before ^ after) >> 5 * f & 31)
    if was != now:
        return (was - 1 if was else -1), f
    lower = (w for w in range(piles) if (before ^ after) >> DEPTHS + 6 * w & 63)
    return next(lower, -1), f
