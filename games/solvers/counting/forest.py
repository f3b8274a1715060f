"""Looking ahead by samples: a tree under each candidate that grows where games are won; kernels.

A sample is an order of the unseen cards. A node is a card to place after a line of play; below the
last node the rest is played out by habit. Arrays, all made in ``choosing``:
    keys, nodes hash table from a line (node before, choice there, card drawn) to a node; key -1 is
    free; numbers below the count of candidates stand for the candidates themselves
    tried[node, a], won[node, a] games by choice: ``a`` is a waste, or the wastes' number + a
    foundation · prior[node, a] the habit's share of it, 0 where it can't be · size[0] nodes made.
"""

# ruff: noqa: C901, PLR0913, PLR0917 - kernels take their arrays one by one

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.counting.playing import Habits, leanings, play_out, shuffle, unload

RIPE = 4
"""Games through a choice and a card before they get a node of their own."""
CURIOSITY = 1.0
"""Weight of the search bonus of PUCT."""
EVEN = 0.3
"""Share of the prior that is spread evenly over the choices."""


class Forest(NamedTuple):
    """The trees under all candidates."""

    keys: Any
    nodes: Any
    tried: Any
    won: Any
    prior: Any
    size: Any


class Board(NamedTuple):
    """A game to be played on a copy."""

    heights: Any
    piles: Any
    depths: Any


@compiled
def slot_of(forest: Forest, key: int) -> int:
    """Where a line is or goes in the hash table."""
    mask = len(forest.keys) - 1
    slot = ((key * 0x9E3779B97F4A7C1) >> 17) & mask
    while forest.keys[slot] != -1 and forest.keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@compiled
def priors(pack: Any, habits: Habits, board: Board, card: int, into: Any, row: Any) -> None:
    """The habit's shares of the choices for a card, partly evened out."""
    piles = len(board.depths)
    total = leanings(habits, board.heights, board.piles, board.depths, card, into)
    up, count, bare = 0.0, 0, False
    for f in range(len(board.heights)):
        if pack.places[f, card] == board.heights[f]:
            up += habits.build[f, board.heights[f]]
            count += 1
    lays = 0.2 if count else 1.0
    for w in range(piles):
        row[w] = lays * into[w] / total + 1e-6
        if board.depths[w] == 0:
            if bare:
                row[w] = 0
            bare = True
        if row[w] > 0:
            count += 1
    for f in range(len(board.heights)):
        row[piles + f] = 0
        if pack.places[f, card] == board.heights[f]:
            row[piles + f] = 0.8 * habits.build[f, board.heights[f]] / up + 1e-6
    for a in range(len(row)):
        if row[a] > 0:
            row[a] = (1 - EVEN) * row[a] + EVEN / count


@compiled
def choice_at(forest: Forest, node: int) -> int:
    """The choice that is worth a try (PUCT)."""
    tried, won, prior = forest.tried[node], forest.won[node], forest.prior[node]
    games, wins = 0, 0
    for a in range(len(tried)):
        games += tried[a]
        wins += won[a]
    unknown = (wins + 1) / (games + 2)
    factor = CURIOSITY * np.sqrt(games + 1.0)
    best, highest = -1, -1.0
    for a in range(len(tried)):
        if prior[a] > 0:
            mean = (won[a] + unknown) / (tried[a] + 1)
            score = mean + factor * prior[a] / (1 + tried[a])
            if score > highest:
                best, highest = a, score
    return best


@compiled
def act(pack: Any, habits: Habits, board: Board, card: int, choice: int) -> None:
    """Place a card by choice; then all that fits goes up."""
    piles = len(board.depths)
    if choice < piles:
        board.piles[choice, board.depths[choice]] = card
        board.depths[choice] += 1
    else:
        board.heights[choice - piles] += 1
        unload(pack, habits, board.heights, board.piles, board.depths)


@compiled
def sample(
    pack: Any, habits: Habits, forest: Forest, board: Board, order: Any, candidate: int,
    path: Any, into: Any, dice: Any,
) -> int:  # fmt: skip
    """Play a candidate's game for an order, growing its tree; the cards up in the end."""
    node, action, first, steps = candidate, 0, 0, 0
    while first < len(order):
        card = order[first]
        key = (node * len(forest.tried[0]) + action) * 16 + card
        slot = slot_of(forest, key)
        if forest.keys[slot] < 0:
            if (steps > 0 and forest.tried[node, action] < RIPE) or forest.size[0] == len(
                forest.tried
            ):
                break
            forest.keys[slot] = key
            forest.nodes[slot] = forest.size[0]
            priors(pack, habits, board, card, into, forest.prior[forest.size[0]])
            forest.size[0] += 1
        node = forest.nodes[slot]
        action = choice_at(forest, node)
        act(pack, habits, board, card, action)
        path[steps, 0], path[steps, 1] = node, action
        steps += 1
        first += 1
    up = play_out(pack, habits, board.heights, board.piles, board.depths, order, first, into, dice)
    won = up == pack.orders.size
    for step in range(steps):
        forest.tried[path[step, 0], path[step, 1]] += 1
        forest.won[path[step, 0], path[step, 1]] += won
    return up


@compiled
def explore(
    pack: Any, habits: Habits, forest: Forest, start: Board, candidates: Any, hand: int,
    order: Any, results: Any, alive: Any, first: int, end: int, dice: Any,
) -> None:  # fmt: skip
    """Samples ``first`` … ``end`` - 1 of every candidate alive; cards up into ``results``.

    A candidate is a source (a waste, -1 the hand, -2 none: the turn) and a target (a waste, or the
    wastes' number + a foundation). After one from a waste the hand still waits, so it is the first
    card to place. What fits goes up after a candidate, as everywhere.
    """
    piles = len(start.depths)
    board = Board(start.heights.copy(), start.piles.copy(), start.depths.copy())
    path = np.zeros((len(order) + 2, 2), np.int64)
    into = np.zeros(piles)
    held = np.empty(len(order) + 1, order.dtype)
    for n in range(first, end):
        shuffle(dice, order)
        held[0] = hand
        for i in range(len(order)):
            held[i + 1] = order[i]
        for c in range(len(candidates)):
            if not alive[c]:
                continue
            for f in range(len(start.heights)):
                board.heights[f] = start.heights[f]
            for w in range(piles):
                board.depths[w] = start.depths[w]
                for i in range(start.depths[w]):
                    board.piles[w, i] = start.piles[w, i]
            source, target = candidates[c]
            if source == -1:
                act(pack, habits, board, hand, target)
            elif source >= 0:
                board.depths[source] -= 1
                board.heights[target - piles] += 1
            unload(pack, habits, board.heights, board.piles, board.depths)
            cards = order if source < 0 else held
            results[c, n] = sample(pack, habits, forest, board, cards, c, path, into, dice)
