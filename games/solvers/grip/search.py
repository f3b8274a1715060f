"""The search by layers: narrow it is a beam, wide enough it is a proof."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from games.solvers.grip.coding import Coded
from games.solvers.grip.expand import expand, settle_into
from games.solvers.grip.layers import trim
from games.solvers.grip.state import Array

SLICE = 4000
"""States between two looks at the clock, about 20 ms."""
WINS = np.array([200, 40, 0, 6, 10], np.int64)
LEAST = np.array([200, 10, 40, 2, 8], np.int64)
"""Weights of ``expand.mark``: constant, a held and a stuck waste card, waiting, open joins."""

STATE_BYTES = 4 * (24 + 2 + 4 + 2)
HISTORY_BYTES = 6


@dataclass(frozen=True, slots=True)
class Bounds:
    """Where a search ends: states looked at, time of the clock, bytes of its tables."""

    nodes: int
    deadline: float
    memory: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to.

    ``left``: the fewest cards left in the waste, None when no state got through. ``steps`` lead
    there (see ``expand``). ``complete``: every state was looked at. ``nodes``: how many were.
    """

    left: int | None
    steps: tuple[int, ...]
    complete: bool
    nodes: int


class _Layers:
    """The arrays of ``layers`` and the history of every state looked at."""

    def __init__(self, width: int, most: int) -> None:
        room = _room(width)
        self.arrays = (
            np.empty((4, room, 3), np.int64),
            np.empty((4, room), np.int16),
            np.empty((4, room), np.int32),
            np.empty((4, room), np.int16),
        )
        self.sizes = np.zeros(4, np.int64)
        self.table = np.zeros((4, _slots(room)), np.int32)
        self.past = np.empty(most, np.int32), np.empty(most, np.int16)

    def slot(self, drawn: int) -> tuple[Array, ...]:
        """The arrays of one layer: words, marks, parents, steps."""
        return tuple(array[drawn % 4] for array in self.arrays)

    def clear(self, drawn: int) -> None:
        """Make room for the layer four cards on."""
        self.sizes[drawn % 4] = 0
        self.table[drawn % 4] = 0


def _room(width: int) -> int:
    return width + width // 2 + 64


def _slots(room: int) -> int:
    return 1 << (room + room // 2).bit_length()


def memory(width: int) -> int:
    """Bytes of the layers of a search of this width; the history comes on top."""
    room = _room(width)
    return STATE_BYTES * room + 16 * _slots(room)


def search(start: Coded, width: int, bounds: Bounds, weights: Array, *, winning: bool) -> Found:
    """Look at the ``width`` best states of each layer, or at all where there are no more.

    ``winning``: states that can't be won any more are left out; else the least leftover counts.
    """
    total = len(start.order)
    most = min(bounds.nodes, (bounds.memory - memory(width)) // HISTORY_BYTES)
    most = min(most, width * (total - start.turned))
    if most < 0:
        return Found(None, (), complete=False, nodes=0)
    layers = _Layers(width, most + 1)
    settle_into(
        start.order, start.places, start.turned, int(winning), weights, width, start.grid(),
        start.links.copy(), start.waste(), -1, 0, *layers.slot(start.turned), layers.sizes,
        layers.table[start.turned % 4], np.zeros(3, np.int64), np.zeros((2, 97), np.int64),
    )  # fmt: skip
    seen, complete = 0, True
    for drawn in range(start.turned, total):
        count = int(layers.sizes[drawn % 4])
        if count > width:
            complete = False
        count = trim(width, *layers.slot(drawn), count, layers.table[drawn % 4])
        if seen + count > most:
            return Found(None, (), complete=False, nodes=seen)
        for low in range(0, count, SLICE):
            if time.perf_counter() >= bounds.deadline:
                return Found(None, (), complete=False, nodes=seen + low)
            cut = expand(
                start.order, start.places, drawn, low, min(count, low + SLICE), int(winning),
                weights, width, seen, *layers.arrays, layers.sizes, layers.table, *layers.past,
            )  # fmt: skip
            complete = complete and not cut
        seen += count
        layers.clear(drawn)
    return _best(layers, total, complete=complete, nodes=seen)


def _best(layers: _Layers, total: int, *, complete: bool, nodes: int) -> Found:
    """The best state of the last layer, whose marks are cards left, and the way there."""
    count = int(layers.sizes[total % 4])
    if count == 0:
        return Found(None, (), complete, nodes)
    _, marks, parents, steps = layers.slot(total)
    best = int(np.argmin(marks[:count]))
    way, parent = [int(steps[best])], int(parents[best])
    while parent >= 0:
        way.append(int(layers.past[1][parent]))
        parent = int(layers.past[0][parent])
    return Found(int(marks[best]), tuple(reversed(way)), complete, nodes)
