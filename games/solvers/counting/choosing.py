"""The fair choice: all candidates tried on the same shuffles of the unseen cards."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from games.solvers.counting import forest as kernels
from games.solvers.counting.beam import FIRST_WASTE, Step
from games.solvers.counting.forest import Board, Forest
from games.solvers.counting.pack import Pack, Sight
from games.solvers.counting.playing import Habits

TURN = -2
"""As the source of a move: nothing but the turn of the next card."""
BATCH = 250
"""Samples between two looks at who is behind."""
SURE = 3.2
"""Standard errors, of the paired difference, behind the best at which a candidate is given up."""
ROOM = 64
"""Cards a waste has room for."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate with the games it won out of those it played."""

    step: Step
    games: int
    wins: int


def read_habits(file: Path) -> Habits:
    """The player's tables from the logarithms that ``tests.tools.train_calculation`` wrote."""
    with np.load(file) as logs:
        return Habits(*(np.exp(logs[name].astype(np.float32)) for name in Habits._fields))


HABITS = read_habits(Path(__file__).with_name("habits.npz"))


def seed_of(sight: Sight) -> int:
    """A number for the dice from what is seen, the same whatever the order of the wastes."""
    text = repr((sight.heights, sorted(sight.wastes), sight.hand, sight.unseen))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") | 1


def candidates(pack: Pack, sight: Sight) -> list[Step]:
    """Every different move: equal wastes count once; with nothing in hand, the turn."""
    if sight.hand is None:
        return [(TURN, 0)]
    steps: list[Step] = []
    seen: set[tuple[int, ...]] = set()
    for w, waste in enumerate(sight.wastes):
        if waste not in seen:
            steps.append((-1, FIRST_WASTE + w))
            if waste:
                steps += [(w, f) for f in _takers(pack, sight, waste[-1])]
        seen.add(waste)
    return steps + [(-1, f) for f in _takers(pack, sight, sight.hand)]


def _takers(pack: Pack, sight: Sight, rank: int) -> list[int]:
    return [f for f, height in enumerate(sight.heights) if pack.places[f, rank] == height]


def choose(pack: Pack, habits: Habits, sight: Sight, samples: int) -> list[Choice]:
    """All candidates, the best first; for an empty hand the turn alone.

    Who is clearly behind stops early, and with one left the rest is not played; the number of
    samples alone ends it, never a clock. The order of the wastes changes nothing.
    """
    places = sorted(range(len(sight.wastes)), key=sight.wastes.__getitem__)
    sight = replace(sight, wastes=tuple(sight.wastes[w] for w in places))
    steps = candidates(pack, sight)
    board, alive = board_of(sight.heights, sight.wastes), np.ones(len(steps), np.bool_)
    forest = _forest(len(steps), len(steps) * samples, len(sight.wastes) + len(sight.heights))
    order = np.repeat(np.arange(len(sight.unseen)), sight.unseen)
    dice = np.array([seed_of(sight)], np.uint64)
    ups = np.zeros((len(steps), samples), np.int8)
    games = np.zeros(len(steps), np.int64)
    for first in range(0, samples, BATCH):
        end = min(samples, first + BATCH)
        kernels.explore(pack, habits, forest, board, _numbers(sight, steps),
                        -1 if sight.hand is None else sight.hand,
                        order, ups, alive, first, end, dice)  # fmt: skip
        games[alive] = end
        _give_up(ups[:, :end] == pack.orders.size, alive)
        if alive.sum() == 1 and len(steps) > 1:
            break
    wins = (ups == pack.orders.size).sum(axis=1)
    ranking = sorted(
        range(len(steps)), key=lambda c: (-games[c], not alive[c], -wins[c], -ups[c].sum(), c)
    )
    return [Choice(_back(steps[c], places), int(games[c]), int(wins[c])) for c in ranking]


def _numbers(sight: Sight, steps: list[Step]) -> Any:
    """Steps as the kernels take them."""
    piles = len(sight.wastes)
    return np.array(
        [(source, t - FIRST_WASTE if t >= FIRST_WASTE else piles + t) for source, t in steps],
        np.int64,
    )


def _back(step: Step, places: list[int]) -> Step:
    """A step with the wastes where they are."""
    source, target = step
    return (
        places[source] if source >= 0 else source,
        FIRST_WASTE + places[target - FIRST_WASTE] if target >= FIRST_WASTE else target,
    )


def _give_up(won: Any, alive: Any) -> None:
    """Drop candidates that are clearly behind the best, by paired differences."""
    totals = np.where(alive, won.sum(axis=1), -1)
    leader = int(totals.argmax())
    for c in np.flatnonzero(alive):
        ahead = int((won[leader] & ~won[c]).sum())
        behind = int((won[c] & ~won[leader]).sum())
        if ahead - behind > SURE * (ahead + behind + 1) ** 0.5:
            alive[c] = False


def _forest(roots: int, games: int, choices: int) -> Forest:
    room = roots + games
    slots = 1 << (2 * room - 1).bit_length()
    return Forest(
        np.full(slots, -1, np.int64),
        np.zeros(slots, np.int64),
        np.zeros((room, choices), np.int32),
        np.zeros((room, choices), np.int32),
        np.zeros((room, choices), np.float32),
        np.full(1, roots, np.int64),
    )


def board_of(heights: tuple[int, ...], wastes: tuple[tuple[int, ...], ...]) -> Board:
    """A position as the kernels take it."""
    piles = np.zeros((len(wastes), ROOM), np.int64)
    for w, waste in enumerate(wastes):
        piles[w, : len(waste)] = waste
    depths = np.array([len(waste) for waste in wastes], np.int64)
    return Board(np.array(heights, np.int64), piles, depths)
