"""One state of the search in three words, and what happens by itself in it.

Arrays of a state at work: ``grid[kind]`` copies that lie in the grid, ``links[kind]`` copies that
have a card on them, ``waste[0 or 1]`` the places in ``order`` whose cards lie in the waste, 48 bits
each. ``grid - links`` copies of a kind are open; ``grid[kind] - links[kind - 1]`` are the bottom
of a pile. Neither order nor owner of a pile is kept: a run moves by its bottom and grows at its
top alone, so that equal cards may exchange what lies on them (guarded by
test_the_search_agrees_with_brute_force).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.solvers.compiled import compiled
from games.solvers.grip.coding import HALF

Words = NDArray[np.int64]
Array = NDArray[Any]

PILES = 24
FIELDS = 30
"""Two-bit counts of links in the first word; six more stand at the end of the second."""


@compiled
def in_waste(waste: Words, place: int) -> bool:
    """Whether the card at a place of the order lies in the waste."""
    return (waste[place // HALF] >> (place % HALF)) & 1 == 1


@compiled
def flip(waste: Words, place: int) -> None:
    """Put the card at a place on the waste, or take it off."""
    waste[place // HALF] ^= np.int64(1) << (place % HALF)


@compiled
def top_place(waste: Words, below: int) -> int:
    """The highest place in the waste under ``below``; -1 when there is none."""
    place = below - 1
    while place >= 0 and not in_waste(waste, place):
        place -= 1
    return place


@compiled
def pack(links: Array, waste: Words, words: Words) -> None:
    """Write a state as three words. Exact: two states are equal when their words are."""
    first, second = np.int64(0), np.int64(0)
    field = 0
    for kind in range(48):
        if kind % 4 == 3:
            continue
        if field < FIELDS:
            first |= np.int64(links[kind]) << (2 * field)
        else:
            second |= np.int64(links[kind]) << (2 * (field - FIELDS))
        field += 1
    words[0] = first
    words[1] = second << HALF | waste[0]
    words[2] = waste[1]


@compiled
def unpack(
    words: Words, drawn: int, places: Array, grid: Array, links: Array, waste: Words
) -> None:
    """Read a state back; ``drawn`` places of the order have left the stock."""
    first, second = words[0], words[1] >> HALF
    waste[0] = words[1] & ((np.int64(1) << HALF) - 1)
    waste[1] = words[2]
    field = 0
    for kind in range(48):
        count = 0
        for copy in range(2):
            place = places[kind, copy]
            if place < 0 or (place < drawn and not in_waste(waste, place)):
                count += 1
        grid[kind] = count
        if kind % 4 == 3:
            links[kind] = 0
            continue
        if field < FIELDS:
            links[kind] = (first >> (2 * field)) & 3
        else:
            links[kind] = (second >> (2 * (field - FIELDS))) & 3
        field += 1


@compiled
def play_waste(kind: int, place: int, grid: Array, links: Array, waste: Words) -> None:
    """The waste's top, of this kind at this place, goes onto an open predecessor."""
    flip(waste, place)
    grid[kind] += 1
    links[kind - 1] += 1


@compiled
def playable(order: Array, top: int, grid: Array, links: Array) -> bool:
    """Whether the waste's top fits an open card."""
    if top < 0 or order[top] % 4 == 0:
        return False
    return grid[order[top] - 1] > links[order[top] - 1]


@compiled
def settle(order: Array, top: int, drawn: int, places: Array, grid: Array, links: Array,
           waste: Words) -> tuple[int, int]:  # fmt: skip
    """Play safe waste cards, the top at place ``top`` first; returns the new top and how many.

    Safe are those of ``DevilsGrip.safe_move``, where the argument stands. If the twin lies in the
    waste too, it comes after this card anyway, and it doesn't matter which of the two takes which
    predecessor: the first that is open serves the upper one (guarded by
    test_the_search_agrees_with_brute_force).
    """
    played = 0
    while playable(order, top, grid, links):
        kind = order[top]
        safe = links[kind - 1] > 0 or grid[kind - 1] == 2
        for copy in range(2):
            at = places[kind, copy]
            safe |= 0 <= at < top and in_waste(waste, at)
        if not safe:
            break
        play_waste(kind, top, grid, links, waste)
        top = top_place(waste, top)
        played += 1
    return top, played


@compiled
def promise(drawn: int, places: Array, grid: Array, links: Array, waste: Words) -> None:
    """Count as made the joins that nothing can ever compete with: *promises*.

    A promise is a pile's bottom and an open predecessor with no other use: all copies of the
    bottom that aren't on their predecessors lie in the grid, or all predecessors that aren't
    covered do, or of the two copies elsewhere, both in the waste, the predecessor leaves it
    first. It can be redeemed by its join at any time while the stock lasts, and does nothing but
    draw a card; so promises are worth the same, and only their number counts. That number is
    told by ``promised`` (guarded by test_the_search_agrees_with_brute_force).
    """
    for kind in range(48):
        if kind % 4 == 0:
            continue
        under = kind - 1
        left = 2 - links[under]
        bottoms, free = grid[kind] - links[under], grid[under] - links[under]
        if bottoms == 0 or free == 0:
            continue
        sure = bottoms == left or free == left
        if not sure:
            twin = above = -1
            for copy in range(2):
                at = places[kind, copy]
                if 0 <= at < drawn and in_waste(waste, at):
                    twin = at
                at = places[under, copy]
                if 0 <= at < drawn and in_waste(waste, at):
                    above = at
            sure = 0 <= twin < above
        if sure:
            links[under] += min(bottoms, free)


@compiled
def promised(grid: Array, links: Array) -> int:
    """How many promises are open: links counted less those made.

    24 piles of the grid's cards have so many links as the cards are more than 24.
    """
    total = PILES
    for kind in range(48):
        total += links[kind] - grid[kind]
    return total
