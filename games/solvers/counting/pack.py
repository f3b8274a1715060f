"""The pack as arrays: which rank each foundation wants at which height."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from games.solvers.compiled import compiled


class Pack(NamedTuple):
    """Foundations as permutations of the ranks.

    ``orders[f, height]`` is the rank that foundation ``f`` wants; ``places[f, rank]`` the height
    at which it wants it. Both int64, foundations × ranks.
    """

    orders: Any
    places: Any


@dataclass(frozen=True, slots=True)
class State:
    """A position by ranks: wastes bottom first; the card in hand, if any, comes first in stock."""

    heights: tuple[int, ...]
    wastes: tuple[tuple[int, ...], ...]
    stock: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What a player sees of a position, by ranks; ``unseen`` counts the stock's cards by rank."""

    heights: tuple[int, ...]
    wastes: tuple[tuple[int, ...], ...]
    hand: int | None
    unseen: tuple[int, ...]


def make_pack(ranks: int, foundations: int) -> Pack:
    """Foundations in steps of 1, 2, …; raises ValueError when a step shares a factor with ranks."""
    counted = np.arange(1, ranks + 1, dtype=np.int64)
    orders = np.array([(step * counted - 1) % ranks for step in range(1, foundations + 1)])
    if any(len(set(order)) < ranks for order in orders.tolist()):
        raise ValueError(f"{foundations} foundations of {ranks} ranks")
    places = np.argsort(orders, axis=1).astype(np.int64)
    return Pack(orders, places)


CALCULATION = make_pack(13, 4)


@compiled
def lacking(places: Any, heights: Any, rank: int) -> int:
    """How many foundations have yet to take a rank."""
    count = 0
    for f in range(len(heights)):
        if places[f, rank] >= heights[f]:
            count += 1
    return count


@compiled
def safe_foundation(places: Any, heights: Any, rank: int) -> int:
    """The foundation that takes a rank now and alone lacks it, else -1.

    Its card goes there sooner or later, and now is never worse: ``Calculation.safe_move`` argues
    it; test_small_packs_agree_with_trying_every_line has a search without this rule.
    """
    found = -1
    for f in range(len(heights)):
        if places[f, rank] >= heights[f]:
            if found >= 0 or places[f, rank] > heights[f]:
                return -1
            found = f
    return found


def remaining(pack: Pack, heights: Sequence[int]) -> list[int]:
    """How many foundations have yet to take each rank, by rank."""
    return [int(n) for n in (pack.places >= np.array(heights)[:, None]).sum(axis=0)]
