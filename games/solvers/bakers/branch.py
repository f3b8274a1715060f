"""Kernels: the moves a search has to choose among, after all eager ones.

Only the first card of a buried group moves for good; whatever floats can be put back. So a state
stands for all arrangements of the floating cards that can be reached from each other, and a choice
must be offered from each arrangement that it would lead elsewhere from. That is the case where a
run stands apart from its open parent and, after the choice, has no room any more to go there.
"""

from __future__ import annotations

from games.solvers.bakers.eager import (
    TO_COLUMN,
    TO_PARENT,
    TO_PLACE,
    column_of,
    count_bits,
    floating,
    join,
    may_carry,
    note,
    room_for,
    run_from,
    spare,
    uncover,
)
from games.solvers.bakers.layout import ATTACHED, BURIED, COST, SETTLED, TOPS, Ints, Start
from games.solvers.compiled import compiled

ONTO, OFF, SPREAD, JOIN, PART = range(5)
"""Kinds of choices: the uppermost group of a buried column goes onto its parent, or off to free
places in few parts, or card by card; a floating card or run goes onto a loose card; a run alone in a column is taken apart."""
KIND, CARD, APART = range(3)
"""What a choice consists of: kind, card, and the first cards of runs to set apart before it."""


@compiled
def add(choices: Ints, found: int, kind: int, card: int, apart: int) -> int:
    """Write a choice; how many there are now."""
    choices[found, KIND] = kind
    choices[found, CARD] = card
    choices[found, APART] = apart
    return found + 1


@compiled
def branches(start: Start, state: Ints, choices: Ints) -> int:
    """Write the choices of a settled state, cards as bits; their number."""
    loose, bases = floating(start, state)
    columns = start.columns - state[BURIED] - count_bits(bases)
    free = columns + start.cells - count_bits(loose)
    heads = loose & ((loose | bases) << 1)
    found = 0
    rest = state[TOPS]
    while rest:
        card = rest & -rest
        rest ^= card
        length = run_from(state[ATTACHED], card)
        before = found
        found = group_choices(state, card, length, loose, heads, free, columns, choices, found)
        if free > 0 and columns > 0:
            for plain in range(before, found):
                kind = choices[plain, KIND]
                if kind != SPREAD:
                    found = apart_choices(
                        state, kind, card, length, loose, bases, free, columns, choices, found
                    )
    if spare(loose, heads, columns):
        return found
    # Columns are scarce: which neighbours stand on each other is a choice, and may be undone.
    room = room_for(free, columns - 1)
    while heads:
        head = heads & -heads
        heads ^= head
        if may_carry(state, head, loose, free, columns):
            child = head >> 1
            if run_from(state[ATTACHED], child) <= room:
                found = add(choices, found, JOIN, child, 0)
    while bases:
        base = bases & -bases
        bases ^= base
        if run_from(state[ATTACHED], base) - 1 <= free:
            found = add(choices, found, PART, base, 0)
    return found


@compiled
def group_choices(
    state: Ints,
    card: int,
    length: int,
    loose: int,
    heads: int,
    free: int,
    columns: int,
    choices: Ints,
    found: int,
) -> int:
    """Where the uppermost group of a buried column may go, ``card`` being its first."""
    attached, tops = state[ATTACHED], state[TOPS]
    parent = card << 1
    if parent & loose:
        fits = length <= room_for(free, columns - 1)
        if fits and may_carry(state, parent, loose, free, columns):
            found = add(choices, found, ONTO, card, 0)
            if spare(loose, heads | parent, columns):
                return found
    elif parent & (attached | tops) & ~(attached << 1) and length <= room_for(free, columns):
        return add(choices, found, ONTO, card, 0)
    # Going off to free places leads nowhere else where the parent takes the run: it would follow.
    if length < room_for(free, columns):
        found = add(choices, found, OFF, card, 0)
        # To take the run apart later comes to the same, unless that fills the last place: then
        # the run's first card would be settled in the column that another card may need.
        if length == free > 1 and columns > 0 and not spare(loose, heads | card, columns):
            found = add(choices, found, SPREAD, card, 0)
    return found


@compiled
def apart_choices(
    state: Ints,
    kind: int,
    card: int,
    length: int,
    loose: int,
    bases: int,
    free: int,
    columns: int,
    choices: Ints,
    found: int,
) -> int:
    """The same choice with another run set apart before it, which then can't go back."""
    attached = state[ATTACHED]
    room = room_for(free - 1, columns - 1)
    parent = card << 1
    carried = kind == ONTO and parent & loose != 0
    ends = attached & ~(attached << 1) & ~(card >> (length - 1))
    while ends:
        end = ends & -ends
        ends ^= end
        first, run = end, 1
        while attached & first and run <= room:
            # What is left of a run alone in a column may be a single card: it is loose then.
            alone = (first << 1) & bases != 0
            columns_then = columns - 1
            if alone:
                columns_then += 1 + (run == 1)
            longer = run + length if kind == ONTO and end == parent else run
            if (run > 1 or alone or end == parent) and stays_apart(
                kind, length, longer, alone, carried, free - 1, columns_then
            ):
                found = add(choices, found, kind, card, first)
            first <<= 1
            run += 1
    return found


@compiled
def stays_apart(
    kind: int, length: int, run: int, alone: bool, carried: bool, free: int, columns: int
) -> bool:
    """Whether a choice can be played with a run apart, and may leave it no room to go back.

    Where the parent of the run is a loose card, it is also kept from it by scarce columns.
    """
    if kind == ONTO:
        columns -= carried
        if length > room_for(free, columns) or columns < 0:
            return False
    else:
        if length >= room_for(free, columns):
            return False
        free -= 1
        if length > 1:
            if columns < 1 or length > room_for(free, columns - 1):
                return True
            columns -= 1
    if alone:
        return columns < 2 or run > room_for(free, columns - 1)
    return run > room_for(free, columns)


@compiled
def choose(start: Start, state: Ints, kind: int, card: int, apart: int, log: Ints) -> None:
    """Play a choice; eager moves come after it."""
    length = run_from(state[ATTACHED], card)
    if apart:
        set_apart(state, log, apart)
    if kind == JOIN:
        join(state, log, card, length)
    elif kind == PART:
        take_apart(state, log, card, length)
    elif kind == ONTO:
        state[ATTACHED] |= card
        state[COST] += 2 * length - 1
        note(log, TO_PARENT, card, length)
        uncover(start, state, column_of(start, state, card))
    else:
        if kind == OFF:
            take_off(start, state, log, card, length)
        else:
            spread(state, log, card, length)
        uncover(start, state, column_of(start, state, card))


@compiled
def set_apart(state: Ints, log: Ints, first: int) -> None:
    """Take a run off its parent, to a column of its own."""
    length = run_from(state[ATTACHED], first)
    note(log, TO_COLUMN, first, length)
    state[ATTACHED] &= ~first
    # A card left alone stays in its column.
    state[SETTLED] |= (first << 1) & ~(state[ATTACHED] | state[TOPS])
    state[COST] += 2 * length - 1


@compiled
def take_apart(state: Ints, log: Ints, base: int, length: int) -> None:
    """Take a run in a column apart; its first card stays there."""
    spread(state, log, base >> 1, length - 1)
    state[SETTLED] |= base


@compiled
def spread(state: Ints, log: Ints, first: int, length: int) -> None:
    """Put the cards of a run on free places, one on each."""
    for card in range(length - 1, -1, -1):
        note(log, TO_PLACE, first >> card, 1)
        state[ATTACHED] &= ~(first >> card)
    state[COST] += length


@compiled
def take_off(start: Start, state: Ints, log: Ints, first: int, length: int) -> None:
    """Move a run off to free places: into one column if it can be, else in as few parts as can be.

    Longer parts are never worse: they leave more places free and open the same cards. The first
    part is the open end of the run; each is as long as the places allow.
    """
    loose, bases = floating(start, state)
    columns = start.columns - state[BURIED] - count_bits(bases)
    free = columns + start.cells - count_bits(loose)
    left = length
    while left > 0:
        part = 1
        if left > 1 and min(columns, free) > 0:
            part = min(left, room_for(free - 1, columns - 1))
        left -= part
        card = first >> left
        if part > 1:
            columns -= 1
            note(log, TO_COLUMN, card, part)
        else:
            note(log, TO_PLACE, card, 1)
        free -= 1
        state[COST] += 2 * part - 1
        state[ATTACHED] &= ~card
