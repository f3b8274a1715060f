"""Layers of states: all that have drawn equally many cards, each state once, the best kept.

A step draws one card (a join and its refill) or up to three (a turn), so four layers are alive at
a time, in slots ``drawn % 4``. Arrays, first axis the slot: ``words`` (4, room, 3), ``marks``
(4, room) lower is better, ``parents`` and ``steps`` (4, room), ``sizes`` (4,), ``table``
(4, power of two) index + 1 of the state with that hash, 0 for none.
"""

from __future__ import annotations

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.grip.state import Array, Words

WORST = 4095
"""Marks are 0 … 4095."""


@compiled
def slot_of(words: Words, mask: int) -> int:
    """Where to begin looking in a table."""
    mixed = words[0] * np.int64(-7046029254386353131)
    mixed = (mixed ^ (mixed >> 29) ^ words[1]) * np.int64(-4658895280553007687)
    mixed = (mixed ^ (mixed >> 32) ^ words[2]) * np.int64(-7723592293110705685)
    return (mixed ^ (mixed >> 31)) & mask


@compiled
def insert(
    new: Words, mark: int, parent: int, step: int, words: Words, marks: Array, parents: Array,
    steps: Array, size: int, table: Array,
) -> int:  # fmt: skip
    """Add a state unless it is there; returns the new size. There must be room for one more."""
    mask = len(table) - 1
    at = slot_of(new, mask)
    while table[at] > 0:
        old = table[at] - 1
        if words[old, 0] == new[0] and words[old, 1] == new[1] and words[old, 2] == new[2]:
            return size
        at = (at + 1) & mask
    table[at] = size + 1
    words[size, 0], words[size, 1], words[size, 2] = new[0], new[1], new[2]
    marks[size] = mark
    parents[size] = parent
    steps[size] = step
    return size + 1


@compiled
def trim(
    width: int, words: Words, marks: Array, parents: Array, steps: Array, size: int, table: Array
) -> int:
    """Keep the ``width`` states of the best marks, earlier ones first; returns their number."""
    if size <= width:
        return size
    often = np.zeros(WORST + 1, np.int64)
    for index in range(size):
        often[marks[index]] += 1
    limit, kept = 0, 0
    while kept + often[limit] <= width:
        kept += often[limit]
        limit += 1
    room = width - kept
    table[:] = 0
    mask = len(table) - 1
    to = 0
    for index in range(size):
        if marks[index] > limit or (marks[index] == limit and room == 0):
            continue
        if marks[index] == limit:
            room -= 1
        words[to, 0], words[to, 1], words[to, 2] = words[index, 0], words[index, 1], words[index, 2]
        marks[to], parents[to], steps[to] = marks[index], parents[index], steps[index]
        at = slot_of(words[to], mask)
        while table[at] > 0:
            at = (at + 1) & mask
        to += 1
        table[at] = to
    return to
