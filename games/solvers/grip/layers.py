"""A layer: all states that have drawn equally many cards, each once, the best kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.grip.coding import WORDS, Array

WORST = 4095
"""Marks are 0 … 4095, lower is better."""


class Layer(NamedTuple):
    """``size[0]`` states in ``words`` (room, 3), ``marks``, ``parents`` and ``steps`` (room,).

    ``table`` (a power of two,): index + 1 of the state that has this hash, 0 for none.
    """

    words: Array
    marks: Array
    parents: Array
    steps: Array
    table: Array
    size: Array


class Birth(NamedTuple):
    """How many cards are drawn, from which state of the history and by which step."""

    drawn: int
    parent: int
    step: int


@compiled
def slot_of(words: Array, mask: int) -> int:
    """Where to begin looking in a table."""
    mixed = words[0] * np.int64(-7046029254386353131)
    mixed = (mixed ^ (mixed >> 29) ^ words[1]) * np.int64(-4658895280553007687)
    mixed = (mixed ^ (mixed >> 32) ^ words[2]) * np.int64(-7723592293110705685)
    return int((mixed ^ (mixed >> 31)) & mask)


@compiled
def copy_words(of: Array, to: Array) -> None:
    """Copy a packed state. One by one: copies of slices take seconds to compile."""
    for word in range(3):
        to[word] = of[word]


@compiled
def insert(layer: Layer, state: Array, mark: int, birth: Birth) -> None:
    """Add a packed state unless it is there already. There must be room for one more."""
    size, new = layer.size[0], state[WORDS:]
    mask = len(layer.table) - 1
    at = slot_of(new, mask)
    while layer.table[at] > 0:
        old = layer.words[layer.table[at] - 1]
        if old[0] == new[0] and old[1] == new[1] and old[2] == new[2]:
            return
        at = (at + 1) & mask
    layer.table[at] = size + 1
    copy_words(new, layer.words[size])
    layer.marks[size] = mark
    layer.parents[size] = birth.parent
    layer.steps[size] = birth.step
    layer.size[0] = size + 1


@compiled
def worst_kept(layer: Layer, width: int) -> tuple[int, int]:
    """The mark up to which ``width`` states are kept, and how many with this very mark."""
    often = np.zeros(WORST + 1, np.int64)
    for index in range(layer.size[0]):
        often[layer.marks[index]] += 1
    limit, kept = 0, 0
    while kept + often[limit] <= width:
        kept += often[limit]
        limit += 1
    return limit, width - kept


@compiled
def trim(layer: Layer, width: int) -> bool:
    """Keep the ``width`` states of the best marks, earlier ones first; whether any had to go."""
    if layer.size[0] <= width:
        return False
    limit, room = worst_kept(layer, width)
    layer.table.fill(0)
    mask = len(layer.table) - 1
    to = 0
    for index in range(layer.size[0]):
        mark = layer.marks[index]
        if mark > limit or (mark == limit and room == 0):
            continue
        if mark == limit:
            room -= 1
        copy_words(layer.words[index], layer.words[to])
        layer.marks[to] = mark
        layer.parents[to] = layer.parents[index]
        layer.steps[to] = layer.steps[index]
        at = slot_of(layer.words[to], mask)
        while layer.table[at] > 0:
            at = (at + 1) & mask
        to += 1
        layer.table[at] = to
    layer.size[0] = to
    return True
