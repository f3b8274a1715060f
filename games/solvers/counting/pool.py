"""Complete search where unseen cards come whenever they are wanted; kernels.

A position is one number: five bits a foundation's height, six a waste's depth, then three for the
card in hand: 0 waits, 1 + w lies on waste w, ``GONE`` is on a foundation (or there is none). Its
wastes are the first so many cards of ``piles[w]``.

Arrays, all made in ``digging``:
    piles[w, n] ranks from the bottom up · hand[0] its rank or -1 · unseen[rank] copies to come ·
    start heights at first · table the positions met, 0 for a free slot · came[slot] the position
    it came from · stack those to look at · size[0] how many of them, size[1] positions met,
    size[2] a won position or 0. Every number has ``MARK`` set, so none is 0.
"""

# ruff: noqa: C901, PLR0913, PLR0917 - kernels take their arrays one by one

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.counting.pack import lacking, safe_foundation

GONE = 7
MARK = 1 << 50
HAND = 47
DEPTHS = 20


class Pool(NamedTuple):
    """What lies where, and the positions met."""

    piles: Any
    hand: Any
    unseen: Any
    start: Any
    table: Any
    came: Any
    stack: Any
    size: Any


@compiled
def packed(heights: Any, depths: Any, hand: int) -> int:
    """The number of a position."""
    number = MARK + (hand << HAND)
    for f in range(len(heights)):
        number += heights[f] << (5 * f)
    for w in range(len(depths)):
        number += depths[w] << (DEPTHS + 6 * w)
    return number


@compiled
def unpacked(number: int, heights: Any, depths: Any) -> int:
    """Fill heights and depths; where the card in hand is."""
    for f in range(len(heights)):
        heights[f] = (number >> (5 * f)) & 31
    for w in range(len(depths)):
        depths[w] = (number >> (DEPTHS + 6 * w)) & 63
    return (number >> HAND) & 7


@compiled
def room(slots: int) -> int:
    """Positions that a table of so many slots may hold before a look could fill it."""
    return slots * 3 // 4 - 40


@compiled
def slot_of(pool: Pool, number: int) -> Any:
    """The slot of a position, or the free one where it belongs."""
    mask = len(pool.table) - 1
    slot = ((number * 0x9E3779B97F4A7C1) >> 20) & mask
    while pool.table[slot] not in (0, number):
        slot = (slot + 1) & mask
    return slot


@compiled
def push(pool: Pool, number: int, parent: int) -> None:
    """Put a position on the stack unless it was met before."""
    slot = slot_of(pool, number)
    if pool.table[slot] == number:
        return
    pool.table[slot] = number
    pool.came[slot] = parent
    pool.stack[pool.size[0]] = number
    pool.size[0] += 1
    pool.size[1] += 1


@compiled
def open_rank(pool: Pool, depths: Any, hand: int, w: int) -> Any:
    """The rank on top of a waste, -1 when it is empty; ``w`` past the wastes is the hand."""
    if w == len(depths):
        return pool.hand[0] if hand == 0 else -1
    if hand == 1 + w:
        return pool.hand[0]
    return pool.piles[w, depths[w] - 1] if depths[w] > 0 else -1


@compiled
def taken(pool: Pool, depths: Any, hand: int, number: int, w: int, f: int) -> None:
    """Push the position after the top of ``w`` (the hand when past the wastes) goes to ``f``."""
    after = number + (1 << (5 * f))
    if w == len(depths) or hand == 1 + w:
        after += (GONE - hand) << HAND
    else:
        after -= 1 << (DEPTHS + 6 * w)
    push(pool, after, number)


@compiled
def still_unseen(pack: Any, pool: Pool, heights: Any, depths: Any, hand: int, rank: int) -> Any:
    """Copies of a rank still to come: those at first less those that left no other pile."""
    came = lacking(pack.places, pool.start, rank) - lacking(pack.places, heights, rank)
    if hand == GONE and pool.hand[0] == rank:
        came -= 1
    for w in range(len(depths)):
        n = depths[w]
        while n < pool.piles.shape[1] and pool.piles[w, n] >= 0:
            if pool.piles[w, n] == rank:
                came -= 1
            n += 1
    return pool.unseen[rank] - came


@compiled
def forced(pack: Any, pool: Pool, heights: Any, depths: Any, hand: int, number: int) -> bool:
    """Push the one position after a safe move, if there is one (see ``safe_foundation``).

    An unseen last copy that is wanted is as safe as one that lies open: it may come now, and lies
    in nobody's way (test_the_best_order_is_the_best_of_all_orders).
    """
    for w in range(len(depths) + 1):
        rank = open_rank(pool, depths, hand, w)
        if rank >= 0:
            f = safe_foundation(pack.places, heights, rank)
            if f >= 0:
                taken(pool, depths, hand, number, w, f)
                return True
    if hand == 0:
        return False
    for f in range(len(heights)):
        if heights[f] < pack.orders.shape[1]:
            rank = pack.orders[f, heights[f]]
            if (
                lacking(pack.places, heights, rank) == 1
                and still_unseen(pack, pool, heights, depths, hand, rank) > 0
            ):
                push(pool, number + (1 << (5 * f)), number)
                return True
    return False


@compiled
def expand(pack: Any, pool: Pool, heights: Any, depths: Any, hand: int, number: int) -> None:
    """Push all positions one move on.

    An unseen card is used only where no open card of its rank can be: in a line that leaves the
    open one for later, let the two change roles. What lies under it comes free sooner, and the
    unseen one may come at any time (test_the_best_order_is_the_best_of_all_orders compares).
    """
    if hand == 0:
        for w in range(len(depths)):
            push(pool, number + ((1 + w) << HAND), number)
    else:
        for f in range(len(heights)):
            if heights[f] == pack.orders.shape[1]:
                continue
            rank = pack.orders[f, heights[f]]
            lies_open = False
            for w in range(len(depths)):
                lies_open = lies_open or open_rank(pool, depths, hand, w) == rank
            if not lies_open and still_unseen(pack, pool, heights, depths, hand, rank) > 0:
                push(pool, number + (1 << (5 * f)), number)
    for w in range(len(depths) + 1):
        rank = open_rank(pool, depths, hand, w)
        if rank >= 0:
            for f in range(len(heights)):
                if pack.places[f, rank] == heights[f]:
                    taken(pool, depths, hand, number, w, f)


@compiled
def look(pack: Any, pool: Pool, most: int) -> None:
    """Look at ``most`` positions, the latest first; stops at a win and when the table fills."""
    heights, depths = pool.start.copy(), np.zeros(len(pool.piles), np.int64)
    most_met = room(len(pool.table))
    for _ in range(most):
        if pool.size[0] == 0 or pool.size[1] >= most_met:
            return
        pool.size[0] -= 1
        number = pool.stack[pool.size[0]]
        hand = unpacked(number, heights, depths)
        if heights.sum() == pack.orders.size:
            pool.size[2] = number
            return
        if not forced(pack, pool, heights, depths, hand, number):
            expand(pack, pool, heights, depths, hand, number)


@compiled
def parent_of(pool: Pool, number: int) -> Any:
    """The position that a met position came from; 0 for the first one."""
    return pool.came[slot_of(pool, number)]
