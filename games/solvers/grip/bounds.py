"""What a state still waits for: the reasons why no win can follow.

Times are counts of drawn cards: at time t the first t cards of the order have left the stock.
All rules are guarded by test_the_search_agrees_with_brute_force.
"""

from __future__ import annotations

from games.solvers.compiled import compiled
from games.solvers.grip.coding import GRID, JOINED, LINKS, ORDER, PLACES, TIMES, Array
from games.solvers.grip.state import in_waste, place_in_waste, promised, top_place

NEVER = 1000


@compiled
def ready(deal: Array, state: Array, drawn: int, place: int) -> int:
    """The first time at which a waste card can find its predecessor, NEVER if it can't.

    It needs a copy that isn't covered and doesn't lie beneath it in the waste; a twin above it
    leaves first and needs one too. A base has no predecessor at all.
    """
    kind = deal[ORDER + place]
    if kind % 4 == 0:
        return NEVER
    beneath, soonest = 0, NEVER
    for copy in range(2):
        at = deal[PLACES + 2 * (kind - 1) + copy]
        if at >= drawn:
            soonest = min(soonest, at + 1)
        elif at >= 0 and in_waste(state, at):
            if at < place:
                beneath += 1
            else:
                soonest = drawn
    needed = 2 if place_in_waste(deal, state, kind, drawn) > place else 1
    if 2 - state[LINKS + kind - 1] - beneath < needed:
        return NEVER
    return drawn if state[GRID + kind - 1] > state[LINKS + kind - 1] else soonest


@compiled
def survey(deal: Array, state: Array, drawn: int) -> tuple[int, int, int]:
    """How many waste cards may still leave, how many can't, and when the last may at the earliest.

    ``times[place]`` tells it for each. A card leaves after all above it, so times only grow
    downwards, and one that can't leave holds all beneath it.
    """
    held, stuck, time, last = 0, 0, drawn, drawn
    place = top_place(state, drawn)
    while place >= 0:
        if time < NEVER:
            time = max(time, ready(deal, state, drawn, place))
        state[TIMES + place] = time
        if time < NEVER:
            held += 1
            last = time
        else:
            stuck += 1
        place = top_place(state, place)
    return held, stuck, last


@compiled
def kept_for(deal: Array, state: Array, drawn: int, kind: int) -> int:
    """The place of a twin in the waste that the last predecessor within its reach is kept for.

    All predecessors but one are covered or lie beneath it; -1 where it isn't so.
    """
    twin = place_in_waste(deal, state, kind, drawn)
    if twin < 0:
        return -1
    usable = 2 - state[LINKS + kind - 1]
    for copy in range(2):
        at = deal[PLACES + 2 * (kind - 1) + copy]
        if 0 <= at < twin and in_waste(state, at):
            usable -= 1
    return twin if usable == 1 else -1


@compiled
def join_times(deal: Array, state: Array, drawn: int, kind: int) -> tuple[int, int]:
    """The earliest times at which a first and a second pile of this bottom can be joined."""
    twin = kept_for(deal, state, drawn, kind)
    first = second = NEVER
    if twin < 0:
        free = state[GRID + kind - 1] - state[LINKS + kind - 1]
        first = drawn if free > 0 else NEVER
        second = drawn if free > 1 else NEVER
    for copy in range(2):
        at = deal[PLACES + 2 * (kind - 1) + copy]
        lying = 0 <= at < drawn and in_waste(state, at)
        if (at < drawn and not lying) or (twin >= 0 and at > twin):
            continue
        time = state[TIMES + at] if lying else at + 1
        if time < first:
            first, second = time, first
        elif time < second:
            second = time
    return first, second


@compiled
def too_late(deal: Array, state: Array, drawn: int) -> bool:
    """Whether the piles that lie can't be joined in time for the bases to come.

    In a win every base of the stock comes as the refill of a join. Of the joins up to the k-th
    base, k at least move piles that lie now, since every other moves a card that one of these
    joins has brought. So k of today's piles must find their predecessor by then.
    """
    total = len(deal) - ORDER
    state[JOINED + drawn : JOINED + total + 1] = 0
    state[JOINED + drawn] = promised(state)
    for kind in range(48):
        if kind % 4 == 0:
            continue
        bottoms = state[GRID + kind] - state[LINKS + kind - 1]
        if bottoms == 0:
            continue
        first, second = join_times(deal, state, drawn, kind)
        if first <= total:
            state[JOINED + first] += 1
        if bottoms == 2 and second <= total:
            state[JOINED + second] += 1
    able, bases = 0, 0
    for place in range(drawn, total):
        able += state[JOINED + place]
        if deal[ORDER + place] % 4 == 0:
            bases += 1
            if bases > able:
                return True
    return False
