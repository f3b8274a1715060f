"""Kernels: the moves a search has to choose among, after all eager ones.

Only the first card of a buried group moves for good; whatever floats can be put back. So a state
stands for all arrangements of the floating cards that can be reached from each other, and a choice
must be offered from each arrangement that it would lead elsewhere from: where columns are scarce
(``JOIN``, ``PART``, ``SPREAD``), and where a run would lose the room to go back (``apart``). Each
of these was found missing by brute force on small packs, which guards them all:
test_small_packs_by_brute_force, test_runs_set_apart_in_time.
"""

from __future__ import annotations

from games.solvers.bakers.apart import apart_choices
from games.solvers.bakers.choices import JOIN, OFF, ONTO, PART, SPREAD, add
from games.solvers.bakers.eager import View, may_carry, room_for, run_from, spare, view
from games.solvers.bakers.layout import Ints
from games.solvers.compiled import compiled


@compiled
def branches(start: Ints, state: Ints, choices: Ints) -> None:
    """Write the choices of a settled state."""
    choices[0, 0] = 0
    seen = view(start, state)
    rest = seen.tops
    while rest:
        card = rest & -rest
        rest ^= card
        group_choices(seen, card, choices)
    rest = seen.bases
    while rest:
        card = rest & -rest
        rest ^= card
        part_choices(seen, card, choices)
    if not spare(seen.heads, seen.columns):
        join_choices(seen, choices)


@compiled
def group_choices(seen: View, card: int, choices: Ints) -> None:
    """Where the uppermost group of a buried column may go, ``card`` being its first."""
    length = run_from(seen.attached, card)
    parent = card << 1
    carried = parent & seen.loose != 0
    ends = (seen.attached | seen.tops) & ~(seen.attached << 1)
    if may_carry(seen, parent) if carried else parent & ends != 0:
        apart_choices(seen, ONTO, card, choices)
        if length <= room_for(seen.free, seen.columns - carried):
            add(choices, ONTO, card, 0)
            # Going off to free places comes to the same: it would follow. Where columns are
            # scarce it would not, if the parent must find one first.
            if not carried or spare(seen.heads | parent, seen.columns):
                return
    if length < room_for(seen.free, seen.columns):
        add(choices, OFF, card, 0)
        apart_choices(seen, OFF, card, choices)
        # To take the run apart later comes to the same, unless that fills the last place: then
        # the run's first card would be settled in the column that another card may need.
        fills = length == seen.free and length > 1 and seen.columns > 0
        if fills and not spare(seen.heads | card, seen.columns):
            add(choices, SPREAD, card, 0)


@compiled
def part_choices(seen: View, base: int, choices: Ints) -> None:
    """Ways to take a run apart that stands alone in a column, where columns are scarce."""
    if not spare(seen.heads, seen.columns) and run_from(seen.attached, base) - 1 <= seen.free:
        add(choices, PART, base, 0)
    if not spare(seen.heads, seen.columns - 1):
        apart_choices(seen, PART, base, choices)


@compiled
def join_choices(seen: View, choices: Ints) -> None:
    """Loose cards that their children may stand on: a choice where columns are scarce."""
    room = room_for(seen.free, seen.columns - 1)
    heads = seen.heads
    while heads:
        head = heads & -heads
        heads ^= head
        if may_carry(seen, head) and run_from(seen.attached, head >> 1) <= room:
            add(choices, JOIN, head >> 1, 0)
