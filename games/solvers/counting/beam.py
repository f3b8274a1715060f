"""The layered search: a ladder of widths, each with several weightings of the cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from games.solvers.counting import layers
from games.solvers.counting.layers import Layer, Stacks
from games.solvers.counting.pack import Pack, State, safe_foundation
from games.solvers.solver import Limits

Step = tuple[int, int]
"""A move by numbers: waste or -1 for the card in hand, foundation or 8 + waste."""

WEIGHTS = tuple(np.array(w, np.int64) for w in ((7, 1, 3), (7, 4, 3), (8, 1, 1)))
"""Factors of cards dug through, disorder and cards in the wastes."""
LADDER = (
    *((50, 0), (200, 0), (200, 1), (200, 2), (1000, 0), (1000, 1), (1000, 2)),
    *((4000, 0), (4000, 2), (16000, 0), (40000, 0)),
)
"""Widths with the number of their weights. Of 150 deals a width of 50 wins seven in ten, 200 nine
in ten."""
ROOM = 10
"""Positions of a layer before it is cut, for each one of the width."""
BYTES = 4600
"""Of all tables together, for each position of the width: a layer's 37 and a slot of at most
16 bytes for each of ``ROOM``, 16 for a pile and 5 · ``ROOM`` to trace lines in each of 52 layers.
"""
SLICE = 1000
"""Positions a kernel expands before the clock is read: some 10 ms."""
TARGETS = 16
FIRST_WASTE = 8


@dataclass(slots=True)
class Effort:
    """What a search may use and has used."""

    limits: Limits
    nodes: int = 0
    started: float = field(default_factory=time.perf_counter)

    @property
    def spent(self) -> bool:
        """Whether a limit is reached."""
        return (
            self.nodes >= self.limits.nodes
            or time.perf_counter() - self.started >= self.limits.seconds
        )


Attempt = Callable[[int], tuple[Step, ...] | None]
"""A try at a win by other means: its line, or None."""


@dataclass(slots=True)
class Search:
    """The outcome: a line, or none and whether that is proof (``complete``)."""

    steps: tuple[Step, ...] | None = None
    complete: bool = False


def climb(pack: Pack, state: State, effort: Effort, attempt: Attempt | None = None) -> Search:
    """Search ever wider until a win, a proof that there is none, or a limit.

    ``attempt`` may find a win before each rung of the ladder, counted from 0; after the last rung
    it is all that goes on, until a limit is reached.
    """
    widest = effort.limits.bytes // BYTES
    rung = 0
    while rung == 0 or not effort.spent:
        steps = attempt(rung) if attempt is not None else None
        if steps is not None:
            return Search(steps)
        if rung < len(LADDER) and LADDER[rung][0] <= widest and not effort.spent:
            width, number = LADDER[rung]
            search = beam(pack, state, width, WEIGHTS[number], effort)
            if search.steps is not None or search.complete:
                return search
        elif attempt is None:
            break
        rung += 1
    return Search()


def beam(pack: Pack, state: State, width: int, weights: Any, effort: Effort) -> Search:
    """One search of that width: complete when no layer had to be cut."""
    piles = len(state.wastes)
    stacks = _stacks(sum(map(len, state.wastes)) + (len(state.stock) + 2 * piles + 2) * width + 2)
    old, layer = (_layer(n, len(pack.orders), piles) for n in (width, width * ROOM))
    table = np.full(1 << (2 * width * ROOM - 1).bit_length(), -1, np.int32)
    chosen = np.empty(width, np.int64)
    unseen = np.bincount(np.array(state.stock, np.int64), minlength=pack.orders.shape[1])
    kit = (pack, stacks, layer, table, unseen, weights)
    whole = True
    traces: list[tuple[Any, Any, Any]] = []
    layers.add(*kit, *_start(stacks, state), 0, 0)
    start = int(stacks.used[0])
    for rank in (*state.stock, None):
        if not _unload(kit, effort):
            return Search()
        if layer.size[2]:
            traces.append(_trace(layer, None))
            return Search(_steps(pack, state, traces, int(layer.size[2]) - 1))
        if rank is None:
            break
        count = layers.best(layer, width, chosen)
        whole = whole and count == layer.size[0] and not layer.size[1]
        traces.append(_trace(layer, chosen[:count]))
        layers.keep(stacks, layer, chosen, count, old, start)
        start = int(stacks.used[0])
        table.fill(-1)
        layer.size[:] = 0
        unseen[rank] -= 1
        for first in range(0, count, SLICE):
            layers.place(pack, stacks, old, *kit[2:], rank, first, min(count, first + SLICE))
            if effort.spent:
                return Search()
    return Search(complete=whole and not layer.size[1])


def _unload(kit: tuple[Any, ...], effort: Effort) -> bool:
    """Close the layer under plays from the wastes; False when a limit was reached."""
    layer, done = kit[2], 0
    while done < layer.size[0] and not layer.size[2]:
        pack, stacks, _, table, unseen, weights = kit
        done = layers.unload(pack, stacks, layer, table, unseen, weights, done, SLICE)
        if effort.spent:
            return False
    effort.nodes += int(layer.size[0])
    return True


def _stacks(size: int) -> Stacks:
    return Stacks(
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.uint64),
        np.ones(1, np.int64),
    )


def _layer(size: int, foundations: int, piles: int) -> Layer:
    return Layer(
        np.zeros((size, foundations), np.int8),
        np.zeros((size, piles), np.int32),
        np.zeros(size, np.uint64),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.uint8),
        np.zeros(3, np.int64),
    )


def _start(stacks: Stacks, state: State) -> tuple[Any, Any]:
    """The position's heights and piles."""
    tops = np.zeros(len(state.wastes), np.int32)
    for w, waste in enumerate(state.wastes):
        for rank in waste:
            tops[w] = layers.laid(stacks, tops[w], rank)
    return np.array(state.heights, np.int8), tops


def _trace(layer: Layer, chosen: Any) -> tuple[Any, Any, Any]:
    """Parents and moves of all positions of a layer, and which ones were kept."""
    size = int(layer.size[0])
    kept = None if chosen is None else chosen.astype(np.int32)
    return layer.parent[:size].copy(), layer.move[:size].copy(), kept


def _steps(
    pack: Pack, state: State, traces: list[tuple[Any, Any, Any]], n: int
) -> tuple[Step, ...]:
    """The line to position ``n`` of the last layer, safe moves put back in."""
    hand = len(state.wastes) * TARGETS
    moves: list[int] = []
    depth = len(traces) - 1
    while depth > 0 or n > 0:
        parents, played, _ = traces[depth]
        move, n = int(played[n]), int(parents[n])
        if move >= hand:
            depth -= 1
            n = int(traces[depth][2][n])
        moves.append(move)
    moves.reverse()
    return _replayed(pack, state, moves)


def _replayed(pack: Pack, state: State, moves: list[int]) -> tuple[Step, ...]:
    heights = np.array(state.heights, np.int8)
    wastes = [list(waste) for waste in state.wastes]
    stock = list(reversed(state.stock))
    steps: list[Step] = []

    def settle() -> None:
        again = True
        while again:
            again = False
            for w, waste in enumerate(wastes):
                f = safe_foundation(pack.places, heights, waste[-1]) if waste else -1
                if f >= 0:
                    again = True
                    waste.pop()
                    heights[f] += 1
                    steps.append((w, f))

    settle()
    for move in moves:
        source, target = divmod(move, TARGETS)
        by_hand = source == len(wastes)
        rank = stock.pop() if by_hand else wastes[source].pop()
        if target < FIRST_WASTE:
            heights[target] += 1
        else:
            wastes[target - FIRST_WASTE].append(rank)
        steps.append((-1 if by_hand else source, target))
        settle()
    return tuple(steps)
