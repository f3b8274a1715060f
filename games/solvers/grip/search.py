"""The search by layers: narrow it is a beam, wide enough it is a proof."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from games.catalogue.devils_grip import GripPosition
from games.solvers.grip.coding import coded, state_of
from games.solvers.grip.expand import Around, Part, Rules, expand, settle_into
from games.solvers.grip.layers import Birth, Layer, trim

SLICE = 4000
"""States between two looks at the clock, about 20 ms."""
_WINS = np.array([200, 40, 0, 6, 10], np.int64)
_LEAST = np.array([200, 30, 50, 3, 4], np.int64)

STATE_BYTES = 4 * (24 + 2 + 4 + 2)
HISTORY_BYTES = 6


def winning(width: int) -> Rules:
    """Seek wins only: what can't be won any more is left out."""
    return Rules(winning=True, width=width, weights=_WINS)


def lowest(width: int) -> Rules:
    """Seek the least leftover."""
    return Rules(winning=False, width=width, weights=_LEAST)


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
    """Four layers, since a step draws three cards at most, and the history of all states."""

    def __init__(self, width: int, most: int) -> None:
        self._slots = tuple(_layer(_room(width)) for _ in range(4))
        self.parents, self.steps = np.empty(most, np.int32), np.empty(most, np.int16)

    def at(self, drawn: int) -> Layer:
        """The layer of so many cards drawn."""
        return self._slots[drawn % 4]

    def around(self, drawn: int, total: int) -> Around:
        """What ``expand`` needs at a layer."""
        joined, turned = self.at(drawn + 1), self.at(min(drawn + 3, total))
        return Around(self.at(drawn), joined, turned, self.parents, self.steps)

    def clear(self, drawn: int) -> None:
        """Make room for the layer four cards on."""
        self.at(drawn).size[0] = 0
        self.at(drawn).table[:] = 0


def _layer(room: int) -> Layer:
    return Layer(
        np.empty((room, 3), np.int64), np.empty(room, np.int16), np.empty(room, np.int32),
        np.empty(room, np.int16), np.zeros(_slots(room), np.int32), np.zeros(1, np.int64),
    )  # fmt: skip


def _room(width: int) -> int:
    return width + width // 2 + 64


def _slots(room: int) -> int:
    return 1 << (room + room // 2).bit_length()


def memory(width: int) -> int:
    """Bytes of the layers of a search of this width; the history comes on top."""
    room = _room(width)
    return STATE_BYTES * room + 16 * _slots(room)


def search(position: GripPosition, rules: Rules, bounds: Bounds) -> Found:
    """Look at the ``rules.width`` best states of each layer, or at all where there are no more.

    The position has no hole.
    """
    deal, drawn, total = coded(position), len(position.waste), len(position.waste + position.stock)
    most = min(bounds.nodes, (bounds.memory - memory(rules.width)) // HISTORY_BYTES)
    most = min(most, rules.width * (total - drawn))
    if most < 0:
        return Found(None, (), complete=False, nodes=0)
    layers = _Layers(rules.width, most + 1)
    settle_into(deal, rules, state_of(position), layers.at(drawn), Birth(drawn, -1, 0))
    seen, complete = 0, True
    for at in range(drawn, total):
        complete &= not trim(layers.at(at), rules.width)
        count = int(layers.at(at).size[0])
        if seen + count > most:
            return Found(None, (), complete=False, nodes=seen)
        for low in range(0, count, SLICE):
            if time.perf_counter() >= bounds.deadline:
                return Found(None, (), complete=False, nodes=seen + low)
            part = Part(at, low, min(count, low + SLICE), seen)
            complete &= not expand(deal, rules, layers.around(at, total), part)
        seen += count
        layers.clear(at)
    return _best(layers, layers.at(total), complete=complete, nodes=seen)


def _best(layers: _Layers, last: Layer, *, complete: bool, nodes: int) -> Found:
    """The best state of the last layer, whose marks are cards left, and the way there."""
    count = int(last.size[0])
    if count == 0:
        return Found(None, (), complete, nodes)
    best = int(np.argmin(last.marks[:count]))
    way, parent = [int(last.steps[best])], int(last.parents[best])
    while parent >= 0:
        way.append(int(layers.steps[parent]))
        parent = int(layers.parents[parent])
    return Found(int(last.marks[best]), tuple(reversed(way)), complete, nodes)
