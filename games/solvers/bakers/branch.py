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
        found = group_choices(state, card, loose, bases, heads, free, columns, choices, found)
    while bases:
        base = bases & -bases
        bases ^= base
        found = part_choices(state, base, loose, heads, free, columns, choices, found)
    if not spare(loose, heads, columns):
        room = room_for(free, columns - 1)
        while heads:
            head = heads & -heads
            heads ^= head
            if may_carry(state, head, loose, free, columns):
                if run_from(state[ATTACHED], head >> 1) <= room:
                    found = add(choices, found, JOIN, head >> 1, 0)
    return found


@compiled
def group_choices(
    state: Ints,
    card: int,
    loose: int,
    bases: int,
    heads: int,
    free: int,
    columns: int,
    choices: Ints,
    found: int,
) -> int:
    """Where the uppermost group of a buried column may go, ``card`` being its first."""
    attached = state[ATTACHED]
    length = run_from(attached, card)
    parent = card << 1
    carried = parent & loose != 0
    goes = False
    if carried:
        goes = may_carry(state, parent, loose, free, columns)
    elif parent & (attached | state[TOPS]) & ~(attached << 1):
        goes = True
    if goes:
        found = apart_choices(
            attached, ONTO, card, length, carried, bases, free, columns, choices, found
        )
        if length <= room_for(free, columns - carried):
            found = add(choices, found, ONTO, card, 0)
            # Going off to free places comes to the same: it would follow. Where columns are
            # scarce it would not, if the parent must find one first.
            if not carried or spare(loose, heads | parent, columns):
                return found
    if length < room_for(free, columns):
        found = add(choices, found, OFF, card, 0)
        found = apart_choices(
            attached, OFF, card, length, False, bases, free, columns, choices, found
        )
        # To take the run apart later comes to the same, unless that fills the last place: then
        # the run's first card would be settled in the column that another card may need.
        if length == free > 1 and columns > 0 and not spare(loose, heads | card, columns):
            found = add(choices, found, SPREAD, card, 0)
    return found


@compiled
def part_choices(
    state: Ints,
    base: int,
    loose: int,
    heads: int,
    free: int,
    columns: int,
    choices: Ints,
    found: int,
) -> int:
    """Ways to take a run apart that stands alone in a column, where columns are scarce."""
    length = run_from(state[ATTACHED], base)
    if not spare(loose, heads, columns) and length - 1 <= free:
        found = add(choices, found, PART, base, 0)
    if not spare(loose, heads, columns - 1):
        found = apart_choices(
            state[ATTACHED], PART, base, length, False, base, free, columns, choices, found
        )
    return found


@compiled
def apart_choices(
    attached: int,
    kind: int,
    card: int,
    length: int,
    carried: bool,
    bases: int,
    free: int,
    columns: int,
    choices: Ints,
    found: int,
) -> int:
    """The same choice with a run set apart before it, which then can't go back.

    It may be the end of the very run that moves. ``bases`` are the first cards of runs that stand
    alone in columns.
    """
    if free == 0 or columns == 0:
        return found
    room = room_for(free - 1, columns - 1)
    own = card >> (length - 1)
    ends = attached & ~(attached << 1)
    while ends:
        end = ends & -ends
        ends ^= end
        first, run = end, 1
        while attached & first and run <= room:
            moved = length - run if end == own else length
            # What is left of a run may be a single card; if it is loose, columns matter.
            alone = (first << 1) & bases != 0
            if end == own and kind != ONTO and (kind == PART or moved == 1):
                alone = True
            columns_then = columns - 1
            if (first << 1) & bases:
                columns_then += 1 + (run == 1)
            longer = run + length if kind == ONTO and end == card << 1 else run
            if stays_apart(kind, moved, longer, alone, carried, free - 1, columns_then):
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
        if columns < 0 or length > room_for(free, columns):
            return False
    elif kind == PART:
        free -= length - 1
        columns += 1
        if free < 0:
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
def choose(start: Start, state: Ints, choices: Ints, choice: int, log: Ints) -> None:
    """Play a choice; eager moves come after it."""
    kind, card = choices[choice, KIND], choices[choice, CARD]
    apart = choices[choice, APART]
    if apart:
        set_apart(state, log, apart)
    length = run_from(state[ATTACHED], card)
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
