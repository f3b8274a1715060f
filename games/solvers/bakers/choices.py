"""Kernels: what a choice is, and playing it."""

from __future__ import annotations

from games.solvers.bakers.eager import (
    TO_COLUMN,
    TO_PARENT,
    TO_PLACE,
    column_of,
    join,
    note,
    room_for,
    run_from,
    uncover,
    view,
)
from games.solvers.bakers.layout import ATTACHED, COST, SETTLED, Ints, plain
from games.solvers.compiled import compiled

ONTO, OFF, SPREAD, JOIN, PART = plain(5)
"""The uppermost group of a buried column goes onto its parent, or off to free places in few parts,
or off card by card; a floating card or run goes onto a loose card; a run alone in a column is
taken apart."""
KIND, CARD, APART = range(3)
"""A choice: its kind, the card that moves first of its run, the first card of a run to set apart
before (0: none). The first row of ``choices`` holds their number."""
MOST_CHOICES = 2048
"""Fewer than 48 runs to set apart, before fewer than 24 other choices."""


@compiled
def add(choices: Ints, kind: int, card: int, apart: int) -> None:
    """Write a choice."""
    choices[0, 0] += 1
    found = choices[0, 0]
    choices[found, KIND] = kind
    choices[found, CARD] = card
    choices[found, APART] = apart


@compiled
def choose(start: Ints, state: Ints, choice: Ints) -> None:
    """Play a choice; eager moves come after it."""
    kind, card, apart = choice[KIND], choice[CARD], choice[APART]
    if apart:
        set_apart(start, state, apart)
    length = run_from(state[ATTACHED], card)
    if kind == JOIN:
        join(state, card, length)
        return
    if kind == PART:
        # The first card stays where it is.
        spread(state, card >> 1, length - 1)
        state[SETTLED] |= card
        return
    if kind == ONTO:
        state[ATTACHED] |= card
        state[COST] += 2 * length - 1
        note(state, TO_PARENT, card, length)
    elif kind == OFF:
        take_off(start, state, card, length)
    else:
        spread(state, card, length)
    uncover(start, state, column_of(start, state, card))


@compiled
def set_apart(start: Ints, state: Ints, first: int) -> None:
    """Take a run off its parent, to a column of its own."""
    length = run_from(state[ATTACHED], first)
    note(state, TO_COLUMN, first, length)
    state[ATTACHED] &= ~first
    state[COST] += 2 * length - 1
    seen = view(start, state)
    if seen.free == 0:
        # A card left alone stays in its column: there is nowhere to exchange it.
        state[SETTLED] |= (first << 1) & seen.loose


@compiled
def spread(state: Ints, first: int, length: int) -> None:
    """Put the cards of a run on free places, one on each."""
    for card in range(length - 1, -1, -1):
        note(state, TO_PLACE, first >> card, 1)
        state[ATTACHED] &= ~(first >> card)
    state[COST] += length


@compiled
def take_off(start: Ints, state: Ints, first: int, length: int) -> None:
    """Move a run off to free places: into one column if it can be, else in as few parts as can be.

    The first part is the open end of the run; each is as long as the places allow. Parts of other
    lengths come about by setting one apart before.
    """
    seen = view(start, state)
    columns, free, left = seen.columns, seen.free, length
    while left > 0:
        part = 1
        if left > 1 and min(columns, free) > 0:
            part = min(left, room_for(free - 1, columns - 1))
        left -= part
        card = first >> left
        if part > 1:
            columns -= 1
            note(state, TO_COLUMN, card, part)
        else:
            note(state, TO_PLACE, card, 1)
        free -= 1
        state[COST] += 2 * part - 1
        state[ATTACHED] &= ~card
