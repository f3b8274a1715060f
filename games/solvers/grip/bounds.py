"""What a state's waste and piles still wait for: the reasons why no win can follow.

Times are counts of drawn cards: at time t the first t cards of the order have left the stock.
"""

from __future__ import annotations

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.grip.state import Array, Words, in_waste, promised, top_place

NEVER = 1000


@compiled
def ready(place: int, order: Array, places: Array, drawn: int, grid: Array, links: Array,
          waste: Words) -> int:  # fmt: skip
    """The first time at which a waste card can find its predecessor, NEVER if it can't.

    It needs a copy that isn't covered and doesn't lie beneath it in the waste; twins that lie
    above it leave first and need one each. A base has no predecessor at all.
    """
    kind = order[place]
    if kind % 4 == 0:
        return NEVER
    beneath, above, soonest = 0, 1, NEVER
    for copy in range(2):
        at = places[kind - 1, copy]
        if at >= drawn:
            soonest = min(soonest, at + 1)
        elif at >= 0 and in_waste(waste, at):
            if at < place:
                beneath += 1
            else:
                soonest = drawn
        at = places[kind, copy]
        if place < at < drawn and in_waste(waste, at):
            above += 1
    if 2 - links[kind - 1] - beneath < above:
        return NEVER
    return drawn if grid[kind - 1] > links[kind - 1] else soonest


@compiled
def survey(order: Array, places: Array, drawn: int, grid: Array, links: Array, waste: Words,
           times: Array) -> tuple[int, int]:  # fmt: skip
    """How many waste cards may still leave, how many can't; ``times[place]`` when at the earliest.

    A card leaves after all above it, so times only grow downwards, and one that can't leave
    holds all beneath it.
    """
    held, stuck, time = 0, 0, drawn
    place = top_place(waste, drawn)
    while place >= 0:
        if time < NEVER:
            time = max(time, ready(place, order, places, drawn, grid, links, waste))
        times[place] = time
        if time < NEVER:
            held += 1
        else:
            stuck += 1
        place = top_place(waste, place)
    return held, stuck


@compiled
def join_times(kind: int, places: Array, drawn: int, grid: Array, links: Array, waste: Words,
               times: Array) -> tuple[int, int]:  # fmt: skip
    """The earliest times at which a first and a second pile of this bottom can be joined.

    If a twin lies in the waste with one predecessor alone not beneath it, that one is the twin's.
    """
    under = kind - 1
    first = second = NEVER
    twin = -1
    for copy in range(2):
        at = places[kind, copy]
        if 0 <= at < drawn and in_waste(waste, at):
            twin = at
    free = grid[under] - links[under]
    beneath = 0
    if twin >= 0:
        for copy in range(2):
            at = places[under, copy]
            if 0 <= at < twin and in_waste(waste, at):
                beneath += 1
    kept = twin >= 0 and 2 - links[under] - beneath == 1
    if not kept:
        first = drawn if free > 0 else NEVER
        second = drawn if free > 1 else NEVER
    for copy in range(2):
        at = places[under, copy]
        if at < 0 or (at < drawn and not in_waste(waste, at)):
            continue
        if kept and at > twin:
            continue
        time = times[at] if at < drawn else at + 1
        if time < first:
            first, second = time, first
        elif time < second:
            second = time
    return first, second


@compiled
def too_late(order: Array, places: Array, drawn: int, grid: Array, links: Array, waste: Words,
             times: Array, joined: Array) -> bool:  # fmt: skip
    """Whether the piles that lie can't be joined in time for the bases to come.

    In a win every base of the stock comes as the refill of a join. Of the joins up to the k-th
    base, k at least move piles that lie now, since every other moves a card that one of these
    joins has brought. So k of today's piles must find their predecessor by then.
    """
    total = len(order)
    joined[drawn : total + 1] = 0
    joined[drawn] = promised(grid, links)
    for kind in range(48):
        if kind % 4 == 0:
            continue
        bottoms = grid[kind] - links[kind - 1]
        if bottoms == 0:
            continue
        first, second = join_times(kind, places, drawn, grid, links, waste, times)
        if first <= total:
            joined[first] += 1
        if bottoms == 2 and second <= total:
            joined[second] += 1
    able, bases = 0, 0
    for place in range(drawn, total):
        able += joined[place]
        if order[place] % 4 == 0:
            bases += 1
            if bases > able:
                return True
    return False
