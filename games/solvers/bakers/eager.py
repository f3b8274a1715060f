"""Kernels: moves that are played at once, because they never lose a win.

*Loose* cards are those in cells and those alone in columns: while a place is free they can be
exchanged as one likes, so their places are settled only when something is built on one. With no
place free, a card can be built on a loose one only if that one is known to stand in a column.
Guarded by test_small_packs_by_brute_force and test_no_card_that_goes_home_loses_a_win.
"""

from __future__ import annotations

from typing import NamedTuple

from games.solvers.bakers.layout import (
    ACES,
    ALL_CARDS,
    ATTACHED,
    BURIED,
    CELL_COUNT,
    COLUMN_COUNT,
    COST,
    COVERED,
    DEPTHS,
    GROUP_COVERED,
    GROUP_TAIL,
    GROUP_TOP,
    HOME,
    LOG,
    LOGGED,
    SETTLED,
    SIZES,
    TOPS,
    Ints,
    plain,
)
from games.solvers.compiled import compiled

TO_HOME, TO_PARENT, TO_COLUMN, TO_PLACE = plain(4)
"""Steps of a log: a card goes up; a run of ``count`` from ``card`` goes onto its parent, or to an
empty column; a card goes to any free place."""


class View(NamedTuple):
    """What a state offers.

    ``loose`` cards; ``bases`` first cards of runs that stand alone in columns; ``heads`` loose
    cards whose children float too; ``columns`` neither buried nor taken by a run; ``free`` places.
    """

    attached: int
    tops: int
    settled: int
    loose: int
    bases: int
    heads: int
    columns: int
    free: int


@compiled
def count_bits(mask: int) -> int:
    """How many bits of a mask below 2^63 are set."""
    mask -= (mask >> 1) & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (mask * 0x0101010101010101) >> 56


@compiled
def run_from(attached: int, card: int) -> int:
    """How many cards hang together from ``card`` (a bit) on."""
    count = 1
    while attached & (card >> count):
        count += 1
    return count


@compiled
def room_for(free: int, columns: int) -> int:
    """How long a run may be that moves onto a card, through ``free`` places.

    ``columns`` are those neither buried nor taken by a run: the loose cards stand in cells as far
    as they can, so that as many columns as possible are empty.
    """
    empty = max(0, min(columns, free))
    return (free - empty + 1) << empty


@compiled
def floating(start: Ints, state: Ints) -> tuple[int, int]:
    """Loose cards, and the first cards of runs that stand alone in a column."""
    unattached = start[SIZES, 0, ALL_CARDS] ^ (state[HOME] | state[COVERED] | state[ATTACHED])
    bases = unattached & (state[ATTACHED] << 1)
    return unattached ^ bases, bases


@compiled
def view(start: Ints, state: Ints) -> View:
    """What a state offers."""
    loose, bases = floating(start, state)
    columns = start[SIZES, 0, COLUMN_COUNT] - state[BURIED] - count_bits(bases)
    return View(
        state[ATTACHED],
        state[TOPS],
        state[SETTLED],
        loose,
        bases,
        loose & ((loose | bases) << 1),
        columns,
        columns + start[SIZES, 0, CELL_COUNT] - count_bits(loose),
    )


@compiled
def note(state: Ints, kind: int, card: int, count: int) -> None:
    """Add a step to the log; ``card`` is a bit."""
    at = LOG + 3 * state[LOGGED]
    state[at] = kind
    state[at + 1] = card
    state[at + 2] = count
    state[LOGGED] += 1


@compiled
def uncover(start: Ints, state: Ints, column: int) -> None:
    """Take the first card of the uppermost group off a buried column; the next group opens."""
    shift = 4 * column
    left = (state[DEPTHS] >> shift) & 15
    state[COVERED] ^= start[GROUP_COVERED, column, left]
    state[TOPS] ^= start[GROUP_TOP, column, left]
    left -= 1
    state[ATTACHED] |= start[GROUP_TAIL, column, left]
    state[DEPTHS] -= 1 << shift
    if left > 1:
        state[COVERED] |= start[GROUP_COVERED, column, left]
        state[TOPS] |= start[GROUP_TOP, column, left]
        return
    state[DEPTHS] -= 1 << shift
    state[BURIED] -= 1
    if start[GROUP_TAIL, column, 1] == 0:
        state[SETTLED] |= start[GROUP_TOP, column, 1]


@compiled
def column_of(start: Ints, state: Ints, top: int) -> int:
    """The buried column whose uppermost group begins with ``top``."""
    column = 0
    while start[GROUP_TOP, column, (state[DEPTHS] >> (4 * column)) & 15] != top:
        column += 1
    return column


@compiled
def go_home(start: Ints, state: Ints) -> bool:
    """Play one card of each suit up if it lies open: it never loses a win (``safe_move``)."""
    wanted = ((state[HOME] << 1) | start[SIZES, 0, ACES]) & ~state[HOME]
    ready = wanted & start[SIZES, 0, ALL_CARDS] & (~state[COVERED] | state[TOPS])
    if ready == 0:
        return False
    while ready:
        card = ready & -ready
        ready ^= card
        if state[TOPS] & card:
            uncover(start, state, column_of(start, state, card))
        state[ATTACHED] &= ~card
        state[SETTLED] &= ~card
        state[HOME] |= card
        state[COST] += 1
        note(state, TO_HOME, card, 1)
    return True


@compiled
def join_ends(start: Ints, state: Ints) -> bool:
    """Put floating cards and runs onto open parents that aren't loose.

    That frees a place and can be taken back: a run that had room to come has room to go. Where
    it would lose that room by a choice, ``branch`` sets it apart before the choice (test: brute
    force on small packs).
    """
    loose, bases = floating(start, state)
    attached = state[ATTACHED]
    open_to = ((attached | state[TOPS]) & ~(attached << 1)) >> 1
    singles = loose & open_to
    if singles:
        state[ATTACHED] |= singles
        state[SETTLED] = 0
        while singles:
            card = singles & -singles
            singles ^= card
            state[COST] += 1
            note(state, TO_PARENT, card, 1)
        return True
    runs = bases & open_to
    if runs:
        seen = view(start, state)
        room = room_for(seen.free, seen.columns)
        while runs:
            card = runs & -runs
            runs ^= card
            length = run_from(attached, card)
            if length <= room:
                join(state, card, length)
                return True
    return False


@compiled
def join(state: Ints, card: int, length: int) -> None:
    """Put a floating run onto its parent."""
    state[ATTACHED] |= card
    state[SETTLED] = 0
    state[COST] += 2 * length - 1
    note(state, TO_PARENT, card, length)


@compiled
def may_carry(seen: View, card: int) -> bool:
    """Whether the loose ``card`` can stand in a column, to be built on.

    With no place free, those columns that hold no settled card hold any loose cards one likes: the
    choice was open when the last place was filled (tests: deals 3293 and 6219, brute force on
    small packs).
    """
    if seen.free > 0:
        return seen.columns > 0
    if seen.settled & card:
        return True
    return seen.columns > count_bits(seen.settled & seen.loose)


@compiled
def spare(heads: int, columns: int) -> bool:
    """Whether a column stays over when each chain of loose neighbours has taken one.

    Only then are neighbours joined at once: a run takes the column that another chain may want.
    With a column over, taking runs apart again leads back to every other order of things, also
    when that fills the last place (test: brute force on small packs).
    """
    return columns > count_bits(heads & ~(heads >> 1))


@compiled
def join_loose(start: Ints, state: Ints) -> bool:
    """Put a card or a floating run onto a loose parent where columns are plenty."""
    seen = view(start, state)
    heads = seen.heads
    if heads == 0 or not spare(heads, seen.columns):
        return False
    room = room_for(seen.free, seen.columns - 1)
    while heads:
        head = heads & -heads
        heads ^= head
        if may_carry(seen, head):
            length = run_from(seen.attached, head >> 1)
            if length <= room:
                join(state, head >> 1, length)
                return True
    return False


@compiled
def settle(start: Ints, state: Ints) -> None:
    """Play eager moves until there is none."""
    while go_home(start, state) or join_ends(start, state):
        pass
    while join_loose(start, state):
        while go_home(start, state) or join_ends(start, state):
            pass
    if state[SETTLED]:
        seen = view(start, state)
        state[SETTLED] = 0 if seen.free > 0 else seen.settled & seen.loose
