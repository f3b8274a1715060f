"""Kernels: moves that are played at once, because they never lose a win.

*Loose* cards are those in cells and those alone in columns: while a place is free they can be
exchanged as one likes, so their places are settled only when something is built on one. With no
place free, a card can be built on a loose one only if that one is known to stand in a column.
"""

from __future__ import annotations

from games.solvers.bakers.layout import (
    ATTACHED,
    BURIED,
    COST,
    COVERED,
    DEPTHS,
    HOME,
    SETTLED,
    TOPS,
    Ints,
    Start,
)
from games.solvers.compiled import compiled

TO_HOME, TO_PARENT, TO_COLUMN, TO_PLACE = range(4)
"""Steps of a log: a card goes up; a run of ``count`` from ``card`` goes onto its parent, or to an
empty column; a card goes to any free place."""


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
def floating(start: Start, state: Ints) -> tuple[int, int]:
    """Loose cards, and the first cards of runs that stand alone in a column."""
    unattached = start.cards ^ (state[HOME] | state[COVERED] | state[ATTACHED])
    bases = unattached & (state[ATTACHED] << 1)
    return unattached ^ bases, bases


@compiled
def note(log: Ints, kind: int, card: int, count: int) -> None:
    """Add a step to the log; ``card`` is a bit. Its first row holds the length."""
    log[0, 0] += 1
    log[log[0, 0], 0] = kind
    log[log[0, 0], 1] = card
    log[log[0, 0], 2] = count


@compiled
def uncover(start: Start, state: Ints, column: int) -> None:
    """Take the first card of the uppermost group off a buried column; the next group opens."""
    shift = 4 * column
    left = (state[DEPTHS] >> shift) & 15
    state[COVERED] ^= start.covered[column, left]
    state[TOPS] ^= start.top[column, left]
    left -= 1
    state[ATTACHED] |= start.tail[column, left]
    state[DEPTHS] -= 1 << shift
    if left > 1:
        state[COVERED] |= start.covered[column, left]
        state[TOPS] |= start.top[column, left]
        return
    state[DEPTHS] -= 1 << shift
    state[BURIED] -= 1
    if start.tail[column, 1] == 0:
        state[SETTLED] |= start.top[column, 1]


@compiled
def column_of(start: Start, state: Ints, top: int) -> int:
    """The buried column whose uppermost group begins with ``top``."""
    column = 0
    while start.top[column, (state[DEPTHS] >> (4 * column)) & 15] != top:
        column += 1
    return column


@compiled
def go_home(start: Start, state: Ints, log: Ints) -> bool:
    """Play one card of each suit up if it lies open: it never loses a win (``safe_move``)."""
    wanted = ((state[HOME] << 1) | start.aces) & ~state[HOME]
    ready = wanted & start.cards & (~state[COVERED] | state[TOPS])
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
        note(log, TO_HOME, card, 1)
    return True


@compiled
def join_ends(start: Start, state: Ints, log: Ints) -> bool:
    """Put floating cards and runs onto open parents that aren't loose.

    That frees a place and can be taken back: a run that had room to come has room to go, and
    ``branches`` moves the longer run in any parts that the places allow. So nothing is lost
    (tests: brute force on small packs).
    """
    loose, bases = floating(start, state)
    attached = state[ATTACHED]
    parents = ((attached | state[TOPS]) & ~(attached << 1)) >> 1
    singles = loose & parents
    if singles:
        state[ATTACHED] |= singles
        state[SETTLED] = 0
        while singles:
            card = singles & -singles
            singles ^= card
            state[COST] += 1
            note(log, TO_PARENT, card, 1)
        return True
    runs = bases & parents
    if runs:
        columns = start.columns - state[BURIED] - count_bits(bases)
        room = room_for(columns + start.cells - count_bits(loose), columns)
        while runs:
            card = runs & -runs
            runs ^= card
            length = run_from(attached, card)
            if length <= room:
                join(state, log, card, length)
                return True
    return False


@compiled
def join(state: Ints, log: Ints, card: int, length: int) -> None:
    """Put a floating run onto its parent."""
    state[ATTACHED] |= card
    state[SETTLED] = 0
    state[COST] += 2 * length - 1
    note(log, TO_PARENT, card, length)


@compiled
def may_carry(state: Ints, card: int, loose: int, free: int, columns: int) -> bool:
    """Whether the loose ``card`` can stand in a column, to be built on.

    ``columns`` are those with no more than a loose card. With no place free, those of them that
    hold no settled card hold any loose cards one likes: the choice was open when the last place
    was filled (tests: deals 3293 and 6219, brute force on small packs).
    """
    if free > 0:
        return columns > 0
    return bool(state[SETTLED] & card) or columns > count_bits(state[SETTLED] & loose)


@compiled
def spare(loose: int, heads: int, columns: int) -> bool:
    """Whether a column stays over when each chain of loose neighbours has taken one.

    Only then are neighbours joined at once: a run takes the column that another chain may want.
    With a column over, taking runs apart again leads back to every other order of things, also
    when that fills the last place (tests: brute force on small packs).
    """
    return columns > count_bits(heads & ~(heads >> 1))


@compiled
def join_loose(start: Start, state: Ints, log: Ints) -> bool:
    """Put a card or a floating run onto a loose parent where columns are plenty."""
    loose, bases = floating(start, state)
    heads = loose & ((loose | bases) << 1)
    if heads == 0:
        return False
    columns = start.columns - state[BURIED] - count_bits(bases)
    if not spare(loose, heads, columns):
        return False
    free = columns + start.cells - count_bits(loose)
    room = room_for(free, columns - 1)
    while heads:
        head = heads & -heads
        heads ^= head
        if may_carry(state, head, loose, free, columns):
            length = run_from(state[ATTACHED], head >> 1)
            if length <= room:
                join(state, log, head >> 1, length)
                return True
    return False


@compiled
def settle(start: Start, state: Ints, log: Ints) -> None:
    """Play eager moves until there is none."""
    while go_home(start, state, log) or join_ends(start, state, log):
        pass
    while join_loose(start, state, log):
        while go_home(start, state, log) or join_ends(start, state, log):
            pass
    if state[SETTLED]:
        loose, bases = floating(start, state)
        state[SETTLED] &= loose
        places = start.columns - state[BURIED] - count_bits(bases) + start.cells
        if places > count_bits(loose):
            state[SETTLED] = 0
