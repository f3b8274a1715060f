"""Whole games played to learn from, and what they teach; kernels of ``train_calculation``.

Diary (``t`` numbers the games of one deal, ``n`` the cards laid on wastes in a game)
    count[t] cards laid · heights[t, n, f] then · tops[t, n, w, 0…1] the two uppermost ranks of each
    waste then, as in ``playing`` · card[t, n] · chosen[t, n] the waste it went to · odds[t, n, w]
    the chances of all wastes · built[t, f, height, 0…1] how often a card went there and the sum of
    its chances to.
"""

# ruff: noqa: PLR0913, PLR0917 - kernels take their arrays one by one

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.counting.playing import Habits, chance, leanings, shuffle, waste_for


class Diary(NamedTuple):
    """What was chosen, and from what."""

    count: Any
    heights: Any
    tops: Any
    card: Any
    chosen: Any
    odds: Any
    built: Any


@compiled
def build(
    pack: Any, habits: Habits, heights: Any, rank: int, diary: Diary, t: int, dice: Any
) -> bool:
    """Build the card if it fits, in proportion to ``habits.build``."""
    found, total = -1, 0.0
    for f in range(len(heights)):
        if pack.places[f, rank] == heights[f]:
            weight = habits.build[f, heights[f]]
            total += weight
            if found < 0 or chance(dice) * total < weight:
                found = f
    if found < 0:
        return False
    for f in range(len(heights)):
        if pack.places[f, rank] == heights[f]:
            diary.built[t, f, heights[f], 1] += habits.build[f, heights[f]] / total
    diary.built[t, found, heights[found], 0] += 1
    heights[found] += 1
    return True


@compiled
def note(diary: Diary, t: int, heights: Any, piles: Any, depths: Any, none: int) -> None:
    """Write down the position before a card is laid."""
    n = diary.count[t]
    for f in range(len(heights)):
        diary.heights[t, n, f] = heights[f]
    for w in range(len(depths)):
        for under in range(2):
            lies = depths[w] > under
            diary.tops[t, n, w, under] = piles[w, depths[w] - 1 - under] if lies else none


@compiled
def game(pack: Any, habits: Habits, stock: Any, diary: Diary, t: int, dice: Any) -> Any:
    """Play one game by chance and habit and note it; how many cards are up in the end."""
    heights = np.ones(len(pack.orders), np.int64)
    piles = np.zeros((diary.odds.shape[2], len(stock)), np.int64)
    depths = np.zeros(len(piles), np.int64)
    into = np.zeros(len(piles))
    diary.count[t] = 0
    diary.built[t] = 0
    for card in stock:
        if not build(pack, habits, heights, card, diary, t, dice):
            note(diary, t, heights, piles, depths, pack.orders.shape[1])
            total = leanings(habits, heights, piles, depths, card, into)
            w, n = waste_for(into, total, dice), diary.count[t]
            diary.card[t, n], diary.chosen[t, n] = card, w
            diary.odds[t, n] = into / total
            diary.count[t] += 1
            piles[w, depths[w]] = card
            depths[w] += 1
            continue
        moved = True
        while moved:
            moved = False
            for w in range(len(piles)):
                if depths[w] > 0 and build(
                    pack, habits, heights, piles[w, depths[w] - 1], diary, t, dice
                ):
                    depths[w] -= 1
                    moved = True
    return heights.sum()


@compiled
def learn(diary: Diary, t: int, gain: float, push_lay: Any, push_build: Any) -> None:
    """Add the gradient of a game's log chance, times ``gain``, for the logs of the factors."""
    for n in range(diary.count[t]):
        card = diary.card[t, n]
        for w in range(diary.odds.shape[2]):
            push = -gain * diary.odds[t, n, w]
            if w == diary.chosen[t, n]:
                push += gain
            for f in range(diary.heights.shape[2]):
                for under in range(2):
                    push_lay[
                        under, f, diary.heights[t, n, f], card, diary.tops[t, n, w, under]
                    ] += push
    push_build += gain * (diary.built[t, :, :, 0] - diary.built[t, :, :, 1])


@compiled
def lesson(
    pack: Any, habits: Habits, diary: Diary, stock: Any, deals: int, per_card: float,
    push_lay: Any, push_build: Any, dice: Any,
) -> int:  # fmt: skip
    """Play that many deals, each as often as the diary has room; add up gradients; games won.

    A game is worth 1 when won, and ``per_card`` times the share of cards up; what it teaches is
    weighed by how much better it ended than the mean of its deal.
    """
    worth = np.zeros(len(diary.count))
    won = 0
    for _ in range(deals):
        shuffle(dice, stock)
        for t in range(len(worth)):
            up = game(pack, habits, stock, diary, t, dice)
            worth[t] = per_card * up / pack.orders.size
            if up == pack.orders.size:
                won += 1
                worth[t] += 1
        mean = worth.mean()
        for t in range(len(worth)):
            if worth[t] != mean:
                learn(diary, t, worth[t] - mean, push_lay, push_build)
    return won
