"""The steps of the search: joins with their refill and turns, with all waste plays that follow.

A join's only use is its refill: the joined piles show the same open card and one bottom less. So
a step is a join or a turn, and waste plays come between, by ``settle`` or by choice.
"""

from __future__ import annotations

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.grip.bounds import NEVER, survey, too_late
from games.solvers.grip.layers import WORST, insert, trim
from games.solvers.grip.state import (
    Array,
    Words,
    flip,
    pack,
    play_waste,
    playable,
    promise,
    promised,
    settle,
    top_place,
    unpack,
)

TURN_STEP, PROMISE_STEP = 48, 0
PLAY = 64
"""A step is the kind that joined, 0 for a promise redeemed, 48 for a turn; + 64 a waste play."""


@compiled
def mark(
    order: Array, places: Array, drawn: int, winning: int, weights: Array, grid: Array,
    links: Array, waste: Words, scratch: Array,
) -> int:  # fmt: skip
    """How bad a state is, 0 … 4095; -1 when no win can follow and only wins are sought."""
    times, joined = scratch[0], scratch[1]
    held, stuck = survey(order, places, drawn, grid, links, waste, times)
    if winning and (stuck > 0 or too_late(order, places, drawn, grid, links, waste, times, joined)):
        return -1
    wait = 0
    place = top_place(waste, drawn)
    while place >= 0:
        if times[place] < NEVER:
            wait = times[place] - drawn
        place = top_place(waste, place)
    joins = promised(grid, links)
    for kind in range(48):
        if kind % 4 != 0:
            free = grid[kind - 1] - links[kind - 1]
            joins += min(free, grid[kind] - links[kind - 1])
    total = weights[0] + weights[1] * held + weights[2] * stuck + weights[3] * wait
    return max(0, min(WORST, total - weights[4] * min(joins, 12)))


@compiled
def settle_into(
    order: Array, places: Array, drawn: int, winning: int, weights: Array, width: int,
    grid: Array, links: Array, waste: Words, parent: int, step: int,
    words: Words, marks: Array, parents: Array, steps: Array, sizes: Array, table: Array,
    new: Words, scratch: Array,
) -> bool:  # fmt: skip
    """Put a state and what its waste plays lead to into the layer; whether the layer was trimmed.

    Plays that are not safe are a choice: the state is kept before and after each.
    """
    trimmed = False
    top = top_place(waste, drawn)
    while True:
        top, played = settle(order, top, drawn, places, grid, links, waste)
        step += PLAY * played
        promise(drawn, places, grid, links, waste)
        ended = drawn == len(order)
        worth = mark(order, places, drawn, winning, weights, grid, links, waste, scratch)
        if worth >= 0 and not (ended and winning and top >= 0):
            if ended:
                worth = 0
                while top >= 0:
                    worth += 1
                    top = top_place(waste, top)
                top = top_place(waste, drawn)
            pack(links, waste, new)
            if sizes[drawn % 4] == len(words):
                sizes[drawn % 4] = trim(
                    width, words, marks, parents, steps, sizes[drawn % 4], table
                )
                trimmed = True
            sizes[drawn % 4] = insert(
                new, worth, parent, step, words, marks, parents, steps, sizes[drawn % 4], table
            )
        if not playable(order, top, grid, links):
            return trimmed
        play_waste(order[top], top, grid, links, waste)
        step += PLAY
        top = top_place(waste, top)


@compiled
def expand(
    order: Array, places: Array, drawn: int, low: int, high: int, winning: int, weights: Array,
    width: int, first: int, words: Words, marks: Array, parents: Array, steps: Array,
    sizes: Array, table: Array, past_parents: Array, past_steps: Array,
) -> bool:  # fmt: skip
    """Take every step from the states ``low`` … ``high - 1`` of a layer; whether one was trimmed.

    Their history is kept from index ``first + low`` on.
    """
    trimmed = False
    here, after = drawn % 4, (drawn + 1) % 4
    grid, links, waste = np.zeros(48, np.int8), np.zeros(48, np.int8), np.zeros(2, np.int64)
    grid2, links2, waste2 = np.zeros(48, np.int8), np.zeros(48, np.int8), np.zeros(2, np.int64)
    new, scratch = np.zeros(3, np.int64), np.zeros((2, 97), np.int64)
    packet = min(3, len(order) - drawn)
    may_turn = True
    for place in range(drawn, drawn + packet):
        # A base that is turned stays in the waste for ever, so in a win each comes as a refill.
        if winning and order[place] % 4 == 0:
            may_turn = False
    to = (drawn + packet) % 4
    for index in range(low, high):
        parent = first + index
        past_parents[parent] = parents[here, index]
        past_steps[parent] = steps[here, index]
        unpack(words[here, index], drawn, places, grid, links, waste)
        if may_turn:
            grid2[:], links2[:], waste2[:] = grid, links, waste
            for place in range(drawn, drawn + packet):
                flip(waste2, place)
            trimmed |= settle_into(
                order, places, drawn + packet, winning, weights, width, grid2, links2, waste2,
                parent, TURN_STEP, words[to], marks[to], parents[to], steps[to], sizes,
                table[to], new, scratch,
            )  # fmt: skip
        pending = promised(grid, links)
        if pending > 0:
            grid2[:], links2[:], waste2[:] = grid, links, waste
            grid2[order[drawn]] += 1
            trimmed |= settle_into(
                order, places, drawn + 1, winning, weights, width, grid2, links2, waste2,
                parent, PROMISE_STEP, words[after], marks[after], parents[after], steps[after],
                sizes, table[after], new, scratch,
            )  # fmt: skip
            continue
        for kind in range(48):
            if kind % 4 == 0 or grid[kind - 1] <= links[kind - 1]:
                continue
            if grid[kind] <= links[kind - 1]:
                continue
            grid2[:], links2[:], waste2[:] = grid, links, waste
            links2[kind - 1] += 1
            grid2[order[drawn]] += 1
            trimmed |= settle_into(
                order, places, drawn + 1, winning, weights, width, grid2, links2, waste2,
                parent, kind, words[after], marks[after], parents[after], steps[after], sizes,
                table[after], new, scratch,
            )  # fmt: skip
    return trimmed
