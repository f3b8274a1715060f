"""Kernels: choices before which a run is set apart in a column of its own.

Eager moves put a run onto its open parent because it can be taken off again. After a choice there
may be no room for that; so the choice is offered once more with the run apart, if from there it
would have no room to go back either. (Where it has, the state is the same as without.)
Guarded by test_runs_set_apart_in_time and test_small_packs_by_brute_force.
"""

from __future__ import annotations

from games.solvers.bakers.choices import OFF, ONTO, PART, add
from games.solvers.bakers.eager import View, room_for, run_from
from games.solvers.bakers.layout import Ints
from games.solvers.compiled import compiled


@compiled
def apart_choices(seen: View, kind: int, card: int, choices: Ints) -> None:
    """Add a choice once for each run to set apart; it may be the end of the run that moves."""
    if seen.free == 0 or seen.columns == 0:
        return
    room = room_for(seen.free - 1, seen.columns - 1)
    ends = seen.attached & ~(seen.attached << 1)
    while ends:
        first = ends & -ends
        ends ^= first
        run = 1
        while seen.attached & first and run <= room:
            if stays_apart(seen, kind, card, first, run):
                add(choices, kind, card, first)
            first <<= 1
            run += 1


@compiled
def stays_apart(seen: View, kind: int, card: int, first: int, run: int) -> bool:
    """Whether a choice can be played with a run apart, and may leave it no room to go back.

    The run has ``run`` cards from ``first`` on. Saying so too often only costs time.
    """
    end = first >> (run - 1)
    length = run_from(seen.attached, card)
    own = end == card >> (length - 1)
    if own:
        length -= run
    onto = kind == ONTO and end == card << 1
    free, columns = seen.free - 1, seen.columns - 1
    if (first << 1) & seen.bases:
        # Its first card stays behind alone: loose, unless that run had a third card.
        columns += 1 if run > 1 or onto else 2
    if kind == ONTO and (card << 1) & seen.loose:
        columns -= 1
    free, columns = places_after(kind, length, free, columns)
    if free < 0:
        return False
    longer = run + length if onto else run
    if (first << 1) & seen.bases or (own and (kind == PART or (kind == OFF and length == 1))):
        # The parent is a loose card, which must find a column to be built on again.
        return columns < 2 or longer > room_for(free, columns - 1)
    return longer > room_for(free, columns)


@compiled
def places_after(kind: int, length: int, free: int, columns: int) -> tuple[int, int]:
    """Free places, and columns not taken, after a choice; -1 places if it can't be played."""
    room = room_for(free, columns)
    if kind == ONTO:
        return (free if columns >= 0 and length <= room else -1), columns
    if kind == PART:
        return free - (length - 1), columns + 1
    if length >= room:
        return -1, columns
    if length == 1:
        return free - 1, columns
    # In one column, or else in several parts: then nearly nothing is left.
    if columns > 0 and length <= room_for(free - 1, columns - 1):
        return free - 1, columns - 1
    return 0, 0
