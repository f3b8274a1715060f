"""What the table alone tells about winning, whatever order the unseen cards lie in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import factorial, prod

from games.catalogue.devils_grip import PACKET, TURN, DevilsGrip, GripPosition, Run, below
from games.solvers.grip.fair import View, view
from games.solvers.solver import Prospect, Verdict
from games.table import Table

MOST_ORDERS = 100
"""Orders of the unseen cards that are looked at one by one."""

_PACK = Counter(DevilsGrip().ordered_pack())

Judge = Callable[[GripPosition], Verdict]


def judge(table: Table, solve: Judge) -> Prospect:
    """What can be said, with ``solve`` asked where the unseen cards are few or none."""
    seen = view(table)
    if hopeless(seen, table):
        return Prospect.UNWINNABLE
    unseen = unseen_cards(seen.position)
    if orders(unseen) > MOST_ORDERS:
        return Prospect.OPEN
    found = set()
    for stock in arrangements(unseen):
        found.add(solve(GripPosition(seen.position.piles, seen.position.waste, stock)))
        if {Verdict.WINNABLE, Verdict.UNWINNABLE} <= found:
            return Prospect.OPEN
    if Verdict.UNDECIDED in found:
        return Prospect.UNDECIDED
    return Prospect.WINNABLE if Verdict.WINNABLE in found else Prospect.UNWINNABLE


def hopeless(seen: View, table: Table) -> bool:
    """Whether no order can be won, by what lies open.

    Guarded by test_no_order_wins_what_is_called_unwinnable.
    """
    return (
        not all(seen.position.piles)
        or any(buried(seen, place) for place in range(len(seen.position.waste)))
        or _turns_a_base(seen, table)
    )


def buried(seen: View, place: int) -> bool:
    """Whether a waste card can never leave: a base, or one whose predecessors come too late.

    It needs a predecessor that isn't covered and doesn't lie beneath it in the waste; twins above
    it leave first and take one each. A hole, too, ends all hope: it is never filled again, and 24
    finished piles need 24 places.
    """
    waste = seen.position.waste
    card = waste[place]
    onto = below(card)
    if onto is None:
        return True
    usable = _PACK[onto] - seen.covered[onto] - waste[:place].count(onto)
    return usable < waste[place:].count(card)


def _turns_a_base(seen: View, table: Table) -> bool:
    """Whether only a turn is left and any packet holds a base, which then stays in the waste."""
    if not seen.stock or table.moves != (TURN,):
        return False
    others = sum(below(card) is not None for card in unseen_cards(seen.position))
    return others < min(PACKET, seen.stock)


def unseen_cards(position: GripPosition) -> Run:
    """The cards that aren't on the table, sorted."""
    seen = Counter(card for pile in position.piles for card in pile) + Counter(position.waste)
    return tuple(sorted((_PACK - seen).elements()))


def orders(cards: Run) -> int:
    """In how many different orders the cards can lie; twins are alike."""
    return factorial(len(cards)) // prod(factorial(count) for count in Counter(cards).values())


def arrangements(cards: Run) -> Iterator[Run]:
    """All different orders of sorted cards, the sorted one first."""
    if not cards:
        yield ()
    for index, card in enumerate(cards):
        if index and cards[index - 1] == card:
            continue
        for rest in arrangements(cards[:index] + cards[index + 1 :]):
            yield (card, *rest)
