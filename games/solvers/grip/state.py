"""One state of the search in three words, and what happens by itself in it.

Neither order nor owner of a pile is kept: a run moves by its bottom and grows at its top alone,
so that equal cards may exchange what lies on them, in any line, and the line stays legal
(guarded by test_the_search_agrees_with_brute_force, as is every rule here).
"""

from __future__ import annotations

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.grip.coding import (
    GRID,
    HALF,
    LINKS,
    ORDER,
    PILES,
    PLACES,
    TIMES,
    WASTE,
    WORDS,
    Array,
)

FIELDS = 30
"""Two-bit counts of links in the first word; six more stand at the end of the second."""


@compiled
def in_waste(state: Array, place: int) -> bool:
    """Whether the card at a place of the order lies in the waste."""
    return bool((state[WASTE + place // HALF] >> (place % HALF)) & 1)


@compiled
def flip(state: Array, place: int) -> None:
    """Put the card at a place on the waste, or take it off."""
    state[WASTE + place // HALF] ^= np.int64(1) << (place % HALF)


@compiled
def top_place(state: Array, below: int) -> int:
    """The highest place in the waste under ``below``; -1 when there is none."""
    place = below - 1
    while place >= 0 and not in_waste(state, place):
        place -= 1
    return place


@compiled
def pack(state: Array) -> None:
    """Write a state as its three words. Exact: two states are equal when their words are."""
    first, second = np.int64(0), np.int64(0)
    field = 0
    for kind in range(48):
        if kind % 4 == 3:
            continue
        if field < FIELDS:
            first |= np.int64(state[LINKS + kind]) << (2 * field)
        else:
            second |= np.int64(state[LINKS + kind]) << (2 * (field - FIELDS))
        field += 1
    state[WORDS + 0] = first
    state[WORDS + 1] = second << HALF | state[WASTE]
    state[WORDS + 2] = state[WASTE + 1]


@compiled
def unpack(deal: Array, words: Array, drawn: int, state: Array) -> None:
    """Read a state back; ``drawn`` places of the order have left the stock."""
    first, second = words[0], words[1] >> HALF
    state[WASTE] = words[1] & ((np.int64(1) << HALF) - 1)
    state[WASTE + 1] = words[2]
    field = 0
    for kind in range(48):
        count = 0
        for copy in range(2):
            place = deal[PLACES + 2 * kind + copy]
            if place < 0 or (place < drawn and not in_waste(state, place)):
                count += 1
        state[GRID + kind] = count
        if kind % 4 == 3:
            state[LINKS + kind] = 0
            continue
        if field < FIELDS:
            state[LINKS + kind] = (first >> (2 * field)) & 3
        else:
            state[LINKS + kind] = (second >> (2 * (field - FIELDS))) & 3
        field += 1


@compiled
def copy_state(of: Array, to: Array) -> None:
    """Make ``to`` equal to ``of``, the room to calculate in left out."""
    for index in range(TIMES):
        to[index] = of[index]


@compiled
def place_in_waste(deal: Array, state: Array, kind: int, drawn: int) -> int:
    """The highest place at which a copy of a kind lies in the waste; -1 when none does."""
    for copy in (1, 0):
        place = deal[PLACES + 2 * kind + copy]
        if 0 <= place < drawn and in_waste(state, place):
            return int(place)
    return -1


@compiled
def playable(deal: Array, state: Array, top: int) -> bool:
    """Whether the waste's top, at place ``top``, fits an open card."""
    if top < 0 or deal[ORDER + top] % 4 == 0:
        return False
    return bool(state[GRID + deal[ORDER + top] - 1] > state[LINKS + deal[ORDER + top] - 1])


@compiled
def play_waste(deal: Array, state: Array, top: int) -> int:
    """The waste's top goes onto an open predecessor; returns the place of the next top."""
    flip(state, top)
    state[GRID + deal[ORDER + top]] += 1
    state[LINKS + deal[ORDER + top] - 1] += 1
    return top_place(state, top)


@compiled
def safe(deal: Array, state: Array, top: int) -> bool:
    """Whether playing the waste's top, which fits, never loses anything.

    As ``DevilsGrip.safe_move``, where the argument stands. Besides, if the twin lies in the waste
    too, it comes after this card anyway, and which of the two takes which predecessor doesn't
    matter: the first that is open serves the upper one.
    """
    kind = deal[ORDER + top]
    if state[LINKS + kind - 1] > 0 or state[GRID + kind - 1] == 2:
        return True
    twin = deal[PLACES + 2 * kind]
    return bool(0 <= twin < top and in_waste(state, twin))


@compiled
def settle(deal: Array, state: Array, top: int) -> tuple[int, int]:
    """Play safe waste cards, the top at place ``top`` first; returns the new top and how many."""
    played = 0
    while playable(deal, state, top) and safe(deal, state, top):
        top = play_waste(deal, state, top)
        played += 1
    return top, played


@compiled
def promise(deal: Array, state: Array, drawn: int) -> None:
    """Count as made the joins that nothing can ever compete with: *promises*.

    A promise is a pile's bottom and an open predecessor with no other use: all copies of the
    bottom that aren't on their predecessors lie in the grid, or all predecessors that aren't
    covered do, or of the two copies elsewhere, both in the waste, the predecessor leaves it
    first. It can be redeemed by its join at any time while the stock lasts, and does nothing but
    draw a card; so promises are worth the same, and only their number counts.
    """
    for kind in range(48):
        if kind % 4 == 0:
            continue
        under = kind - 1
        left = 2 - state[LINKS + under]
        bottoms = state[GRID + kind] - state[LINKS + under]
        free = state[GRID + under] - state[LINKS + under]
        if bottoms == 0 or free == 0:
            continue
        if left not in (bottoms, free):
            twin = place_in_waste(deal, state, kind, drawn)
            if twin < 0 or place_in_waste(deal, state, under, drawn) < twin:
                continue
        state[LINKS + under] += min(bottoms, free)


@compiled
def promised(state: Array) -> int:
    """How many promises are open: links counted less those made.

    24 piles have as many links as their cards are more than 24.
    """
    total = PILES
    for kind in range(48):
        total += state[LINKS + kind] - state[GRID + kind]
    return total
