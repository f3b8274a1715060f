"""Kernels of the layered search: a layer holds positions after the same number of cards placed.

Arrays, all made in ``beam``:

Stacks (persistent piles: position ``n`` of the arrays is one pile's top card)
    card[n] rank · below[n] the pile without it · key[n] hash of the pile · used[0] how many.
    Number 0 is the empty pile.
Layer (``n`` positions)
    heights[n, f] · tops[n, w] number of the pile in Stacks · key[n] hash of the position, the
    order of its piles left out · cost[n] the guess of how far from a win · parent[n] where it came
    from: a position of the layer before when ``move[n]`` places the new card, else one of this
    layer · move[n] as in ``beam``.
    size[0] how many · size[1] how many were refused for want of room · size[2] a won position
    plus 1, or 0.
"""

# ruff: noqa: PLR0913, PLR0917 - kernels take their arrays one by one

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.counting.finish import HOPELESS, cost_of
from games.solvers.counting.pack import safe_foundation


class Stacks(NamedTuple):
    """Piles that share their lower parts."""

    card: Any
    below: Any
    key: Any
    used: Any


class Layer(NamedTuple):
    """Positions after the same number of cards."""

    heights: Any
    tops: Any
    key: Any
    cost: Any
    parent: Any
    move: Any
    size: Any


@compiled
def mixed(value: Any) -> Any:
    """A 64-bit value stirred (the finaliser of splitmix64)."""
    value = np.uint64(value) + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@compiled
def laid(stacks: Stacks, pile: int, rank: int) -> Any:
    """The pile with one more card on it; -1 when the arena is full."""
    n = stacks.used[0]
    if n == len(stacks.card):
        return -1
    stacks.card[n] = rank
    stacks.below[n] = pile
    stacks.key[n] = mixed(stacks.key[pile] * np.uint64(31) + np.uint64(rank + 1))
    stacks.used[0] = n + 1
    return n


@compiled
def settle(pack: Any, stacks: Stacks, heights: Any, tops: Any) -> None:
    """Play every waste top that is the last missing copy of its rank."""
    again = True
    while again:
        again = False
        for w in range(len(tops)):
            if tops[w] > 0:
                f = safe_foundation(pack.places, heights, stacks.card[tops[w]])
                if f >= 0:
                    heights[f] += 1
                    tops[w] = stacks.below[tops[w]]
                    again = True


@compiled
def position_key(stacks: Stacks, heights: Any, tops: Any) -> Any:
    """Equal for positions that differ in the order of their piles only (and once in 2⁶⁴)."""
    key = np.uint64(0)
    for f in range(len(heights)):
        key = key * np.uint64(64) + np.uint64(heights[f])
    key = mixed(key)
    for w in range(len(tops)):
        key += mixed(stacks.key[tops[w]])
    return key


@compiled
def add(
    pack: Any, stacks: Stacks, layer: Layer, table: Any, unseen: Any, weights: Any,
    heights: Any, tops: Any, parent: int, move: int,
) -> None:  # fmt: skip
    """Put a position into the layer unless it is there, is hopeless or finds no room."""
    settle(pack, stacks, heights, tops)
    key = position_key(stacks, heights, tops)
    mask = len(table) - 1
    slot = np.int64(key & np.uint64(mask))
    while table[slot] >= 0:
        if layer.key[table[slot]] == key:
            return
        slot = (slot + 1) & mask
    n = layer.size[0]
    if n == len(layer.key):
        layer.size[1] += 1
        return
    cost = cost_of(pack, stacks, heights, tops, unseen, weights)
    if cost == HOPELESS:
        return
    table[slot] = n
    for f in range(len(heights)):
        layer.heights[n, f] = heights[f]
    for w in range(len(tops)):
        layer.tops[n, w] = tops[w]
    layer.key[n] = key
    layer.cost[n] = cost
    layer.parent[n] = parent
    layer.move[n] = move
    layer.size[0] = n + 1
    height = 0
    for f in range(len(heights)):
        height += heights[f]
    if height == pack.orders.size:
        layer.size[2] = n + 1


@compiled
def copy(layer: Layer, n: int, heights: Any, tops: Any) -> None:
    """A layer's position, to be changed."""
    for f in range(len(heights)):
        heights[f] = layer.heights[n, f]
    for w in range(len(tops)):
        tops[w] = layer.tops[n, w]


@compiled
def place(
    pack: Any, stacks: Stacks, old: Layer, layer: Layer, table: Any, unseen: Any, weights: Any,
    rank: int, first: int, end: int,
) -> None:  # fmt: skip
    """Place a card in every way in the old positions ``first`` … ``end`` - 1."""
    piles = old.tops.shape[1]
    heights, tops = old.heights[0].copy(), old.tops[0].copy()
    for n in range(first, end):
        safe = safe_foundation(pack.places, old.heights[n], rank)
        for f in range(len(pack.orders)):
            if pack.places[f, rank] == old.heights[n, f] and (safe < 0 or safe == f):
                copy(old, n, heights, tops)
                heights[f] += 1
                add(pack, stacks, layer, table, unseen, weights,
                    heights, tops, n, piles * 16 + f)  # fmt: skip
        if safe >= 0:
            continue
        bare = False
        for w in range(piles):
            if old.tops[n, w] == 0:
                if bare:
                    continue
                bare = True
            copy(old, n, heights, tops)
            tops[w] = laid(stacks, tops[w], rank)
            if tops[w] < 0:
                layer.size[1] += 1
                continue
            add(pack, stacks, layer, table, unseen, weights,
                heights, tops, n, piles * 16 + 8 + w)  # fmt: skip


@compiled
def unload(
    pack: Any, stacks: Stacks, layer: Layer, table: Any, unseen: Any, weights: Any,
    first: int, most: int,
) -> int:  # fmt: skip
    """Play waste tops onto foundations from position ``first`` on; the first one not looked at."""
    heights, tops = layer.heights[0].copy(), layer.tops[0].copy()
    n = first
    while n < layer.size[0] and n < first + most and layer.size[2] == 0:
        for w in range(layer.tops.shape[1]):
            top = layer.tops[n, w]
            if top == 0:
                continue
            for f in range(len(pack.orders)):
                if pack.places[f, stacks.card[top]] == layer.heights[n, f]:
                    copy(layer, n, heights, tops)
                    heights[f] += 1
                    tops[w] = stacks.below[top]
                    add(pack, stacks, layer, table, unseen, weights, heights, tops, n, w * 16 + f)
        n += 1
    return n


@compiled
def best(layer: Layer, width: int, chosen: Any) -> Any:
    """The ``width`` positions of least cost into ``chosen``, earlier ones first; how many."""
    size = layer.size[0]
    if size <= width:
        for n in range(size):
            chosen[n] = n
        return size
    highest = 0
    for n in range(size):
        highest = max(highest, layer.cost[n])
    counts = np.zeros(highest + 2, np.int64)
    for n in range(size):
        counts[layer.cost[n]] += 1
    border, room = 0, width
    while counts[border] <= room:
        room -= counts[border]
        border += 1
    kept = 0
    for n in range(size):
        if layer.cost[n] < border or (layer.cost[n] == border and room > 0):
            if layer.cost[n] == border:
                room -= 1
            chosen[kept] = n
            kept += 1
    return kept


@compiled
def keep(stacks: Stacks, layer: Layer, chosen: Any, count: int, old: Layer, start: int) -> None:
    """Copy the chosen positions into ``old`` and drop the piles from ``start`` on nobody uses.

    A layer's new piles are one card on an older one, so none of them lies under another.
    """
    fresh = np.zeros(stacks.used[0] - start, np.int32)
    used = start
    for i in range(count):
        for w in range(layer.tops.shape[1]):
            top = layer.tops[chosen[i], w]
            if top >= start:
                fresh[top - start] = 1
    for n in range(len(fresh)):
        if fresh[n] == 1:
            stacks.card[used] = stacks.card[start + n]
            stacks.below[used] = stacks.below[start + n]
            stacks.key[used] = stacks.key[start + n]
            fresh[n] = used
            used += 1
    stacks.used[0] = used
    for i in range(count):
        old.heights[i] = layer.heights[chosen[i]]
        for w in range(layer.tops.shape[1]):
            top = layer.tops[chosen[i], w]
            old.tops[i, w] = fresh[top - start] if top >= start else top
    old.size[0] = count
