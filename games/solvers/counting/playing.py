"""The fair player that games are played out with: kernels.

Arrays of a game: heights[f] · piles[w, n] ranks from the bottom up · depths[w] their cards ·
order[i] the cards still to come.

Its tables hold factors, all positive: the card goes to a waste with a chance in proportion to
``lay[0, f, heights[f], card, top] · lay[1, f, heights[f], card, second]`` multiplied over all
foundations, ``top`` and ``second`` being the waste's two uppermost ranks (the number of ranks for
none). A card that several foundations take goes to the one of the highest ``build[f, heights[f]]``.
Cards that fit go up at once.
"""

# ruff: noqa: PLR0913, PLR0917 - kernels take their arrays one by one

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.solvers.compiled import compiled


class Habits(NamedTuple):
    """The player's tables; float32."""

    lay: Any
    build: Any


@compiled
def roll(dice: Any) -> Any:
    """The next 64 random bits (xorshift64*); ``dice`` is a uint64 in an array, never 0."""
    x = dice[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    dice[0] = x
    return x * np.uint64(0x2545F4914F6CDD1D)


@compiled
def below(dice: Any, bound: int) -> Any:
    """A number from 0 to ``bound`` - 1, as good as uniform."""
    return np.int64(((roll(dice) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@compiled
def chance(dice: Any) -> float:
    """A number from 0 to below 1."""
    return np.float64(roll(dice) >> np.uint64(11)) * (1.0 / (1 << 53))


@compiled
def shuffle(dice: Any, order: Any) -> None:
    """Fisher–Yates."""
    for last in range(len(order) - 1, 0, -1):
        chosen = below(dice, last + 1)
        order[last], order[chosen] = order[chosen], order[last]


@compiled
def foundation_for(pack: Any, habits: Habits, heights: Any, rank: int) -> int:
    """The foundation that the habit builds the rank on, -1 when none takes it."""
    found = -1
    for f in range(len(heights)):
        if pack.places[f, rank] == heights[f] and (
            found < 0 or habits.build[f, heights[f]] > habits.build[found, heights[found]]
        ):
            found = f
    return found


@compiled
def unload(pack: Any, habits: Habits, heights: Any, piles: Any, depths: Any) -> None:
    """Play waste tops up as long as any fits."""
    moved = True
    while moved:
        moved = False
        for w in range(len(depths)):
            while depths[w] > 0:
                f = foundation_for(pack, habits, heights, piles[w, depths[w] - 1])
                if f < 0:
                    break
                heights[f] += 1
                depths[w] -= 1
                moved = True


@compiled
def leanings(habits: Habits, heights: Any, piles: Any, depths: Any, card: int, into: Any) -> float:
    """Each waste's factor for the card, into ``into``; their sum."""
    none = habits.lay.shape[4] - 1
    total = 0.0
    for w in range(len(depths)):
        top = piles[w, depths[w] - 1] if depths[w] > 0 else none
        second = piles[w, depths[w] - 2] if depths[w] > 1 else none
        weight = 1.0
        for f in range(len(heights)):
            weight *= habits.lay[0, f, heights[f], card, top]
            weight *= habits.lay[1, f, heights[f], card, second]
        into[w] = weight
        total += weight
    return total


@compiled
def waste_for(into: Any, total: float, dice: Any) -> int:
    """A waste by its factor."""
    point = chance(dice) * total
    for w in range(len(into) - 1):
        point -= into[w]
        if point < 0:
            return w
    return len(into) - 1


@compiled
def play_out(
    pack: Any, habits: Habits, heights: Any, piles: Any, depths: Any, order: Any, first: int,
    into: Any, dice: Any,
) -> int:  # fmt: skip
    """Play the cards from ``order[first]`` on; how many cards are up in the end."""
    for i in range(first, len(order)):
        card = order[i]
        f = foundation_for(pack, habits, heights, card)
        if f >= 0:
            heights[f] += 1
            unload(pack, habits, heights, piles, depths)
        else:
            total = leanings(habits, heights, piles, depths, card, into)
            w = waste_for(into, total, dice)
            piles[w, depths[w]] = card
            depths[w] += 1
    up = 0
    for f in range(len(heights)):
        up += heights[f]
    return up


@compiled
def wins_of(
    pack: Any, habits: Habits, heights: Any, piles: Any, depths: Any, order: Any, games: int,
    dice: Any,
) -> int:  # fmt: skip
    """How many of so many games of the same order are won."""
    into = np.zeros(len(depths))
    unload(pack, habits, heights, piles, depths)
    won = 0
    for _ in range(games):
        up = play_out(
            pack, habits, heights.copy(), piles.copy(), depths.copy(), order, 0, into, dice
        )
        won += up == pack.orders.size
    return won
