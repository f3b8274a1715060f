"""How far a position is from a win: a relaxed finish that may dig in the piles.

Stock cards are taken to come whenever they are wanted. Arrays as in ``layers``; ``unseen[rank]``
counts the stock's cards.
"""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0917 - kernels take their arrays one by one

from __future__ import annotations

from typing import Any

import numpy as np

from games.solvers.compiled import compiled

HOPELESS = -1
"""The cost of a position that can't be won."""


@compiled
def cost_of(pack: Any, stacks: Any, heights: Any, tops: Any, unseen: Any, weights: Any) -> Any:
    """Weighted: cards dug through, cards above one needed sooner, cards in the wastes.

    Foundations take what lies open; when none can go on, the wanted card under the fewest others
    is dug out and what lay on it is free from then on. ``weights`` are the three factors. When
    that takes no digging there is hope; else ``_hopeless`` is asked.
    """
    dug = _digging(pack, stacks, heights, tops, unseen)
    if dug > 0 and _hopeless(pack, stacks, heights, tops, unseen):
        return HOPELESS
    disorder, count = _disorder(pack, stacks, heights, tops)
    return weights[0] * dug + weights[1] * disorder + weights[2] * count


@compiled
def _digging(pack: Any, stacks: Any, heights: Any, tops: Any, unseen: Any) -> int:
    up = heights.copy()
    pile = tops.copy()
    free = unseen.copy()
    ranks = pack.orders.shape[1]
    dug = 0
    while True:
        moved = True
        while moved:
            moved = False
            for f in range(len(up)):
                while up[f] < ranks:
                    rank = pack.orders[f, up[f]]
                    found = False
                    for w in range(len(pile)):
                        if pile[w] > 0 and stacks.card[pile[w]] == rank:
                            pile[w] = stacks.below[pile[w]]
                            found = True
                            break
                    if not found and free[rank] > 0:
                        free[rank] -= 1
                        found = True
                    if not found:
                        break
                    up[f] += 1
                    moved = True
        least, which, target = 1000, -1, 0
        for w in range(len(pile)):
            node, above = pile[w], 0
            while node > 0 and above < least:
                for f in range(len(up)):
                    if up[f] < ranks and pack.orders[f, up[f]] == stacks.card[node]:
                        least, which, target = above, w, node
                        break
                node = stacks.below[node]
                above += 1
        if which < 0:
            return dug
        dug += least
        node = pile[which]
        while node != target:
            free[stacks.card[node]] += 1
            node = stacks.below[node]
        pile[which] = target


@compiled
def _disorder(pack: Any, stacks: Any, heights: Any, tops: Any) -> tuple[int, int]:
    """Cards that lie above one needed sooner, and all cards, in the wastes."""
    ranks = pack.orders.shape[1]
    need = np.empty(ranks, np.int64)
    for rank in range(ranks):
        need[rank] = ranks
        for f in range(len(heights)):
            ahead = pack.places[f, rank] - heights[f]
            if 0 <= ahead < need[rank]:
                need[rank] = ahead
    disorder, count = 0, 0
    for w in range(len(tops)):
        node = tops[w]
        while node > 0:
            count += 1
            below = stacks.below[node]
            while below > 0:
                if need[stacks.card[below]] < need[stacks.card[node]]:
                    disorder += 1
                    break
                below = stacks.below[below]
            node = stacks.below[node]
    return disorder, count


@compiled
def _hopeless(pack: Any, stacks: Any, heights: Any, tops: Any, unseen: Any) -> Any:
    """Whether not even an easier game can be won from here.

    In it a card that came free, from the stock or off a pile, serves every foundation as often as
    it likes, and a pile's top comes off once its rank was wanted at any time from now on. Every
    line of the real game can be played there too, so what can't be won there can't be won at all
    (test_small_packs_agree_with_trying_every_line searches without this rule).
    """
    up = heights.copy()
    pile = tops.copy()
    ranks = pack.orders.shape[1]
    free = np.zeros(ranks, np.bool_)
    for rank in range(ranks):
        free[rank] = unseen[rank] > 0
    moved = True
    while moved:
        moved = False
        for f in range(len(up)):
            while up[f] < ranks and free[pack.orders[f, up[f]]]:
                up[f] += 1
                moved = True
        for w in range(len(pile)):
            while pile[w] > 0:
                rank = stacks.card[pile[w]]
                asked = False
                for f in range(len(up)):
                    if heights[f] <= pack.places[f, rank] <= up[f]:
                        asked = True
                if not asked:
                    break
                free[rank] = True
                pile[w] = stacks.below[pile[w]]
                moved = True
    return up.sum() < pack.orders.size
