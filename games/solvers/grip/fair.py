"""What a fair player does: simple rules over the table alone.

Links are all that counts: each card on its predecessor is one less in the waste at the end. A
join draws the next card into the grid instead of the waste, so joins come before turns; a play
from the waste uncovers the next card there, so it comes before a join for the same place.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.cards import Card
from games.catalogue.devils_grip import PLACES, STEP, TURN, DevilsGrip, GripPosition, below
from games.moves import Move
from games.solvers.solver import Hint, Why
from games.table import PileKind, Table

_GAME = DevilsGrip()


@dataclass(frozen=True, slots=True)
class View:
    """A table counted: the position without its stock, open and covered cards."""

    position: GripPosition
    stock: int
    tops: Counter[Card]
    covered: Counter[Card]


def view(table: Table) -> View:
    """Count a table."""
    piles = tuple(pile.cards for pile in table.of(PileKind.PLACE))
    return View(
        GripPosition(piles, table.pile("w").cards, ()),
        table.pile("s").hidden,
        Counter(pile[-1] for pile in piles if pile),
        Counter(card for pile in piles for card in pile[:-1]),
    )


def hint(table: Table) -> Hint:
    """The next move of the fair player, or why there is none.

    Joins are left alone once the stock is gone: they lower no score. Every hint but tidying draws
    a card or makes a link, so nothing repeats.
    """
    seen = view(table)
    if not seen.stock and not seen.position.waste:
        tidying = _GAME.tidy(seen.position)
        return Hint(tidying[0], Why.TIDY) if tidying else Hint(None, Why.OVER)
    if not table.moves:
        return Hint(None, Why.OVER)
    safe = _GAME.safe_move(seen.position)
    if safe is not None:
        return Hint(safe, Why.SAFE, card=seen.position.waste[-1])
    plays = [move for move in table.moves if move.source == "w"]
    joins = [move for move in table.moves if move != TURN and move.source != "w"]
    if not seen.stock:
        return _last(seen, plays)
    if len(table.moves) == 1:
        return Hint(table.moves[0], Why.ONLY, card=_moved(seen, table.moves[0]))
    for move in joins:
        if suffices(seen, _moving(seen, move)):
            return Hint(move, Why.SUFFICES, card=_moving(seen, move))
    if plays:
        return Hint(plays[0], Why.CONTESTED, card=seen.position.waste[-1])
    wanted = [move for move in joins if not owed(seen, _moving(seen, move))]
    if wanted:
        best = min(wanted, key=lambda move: (_rivalry(seen, _moving(seen, move)), move.code))
        return Hint(best, Why.CONTESTED, card=_moving(seen, best))
    return Hint(TURN, Why.TURN)


def _last(seen: View, plays: list[Move]) -> Hint:
    """With the stock gone only plays from the waste lower the score."""
    if not plays:
        return Hint(None, Why.COUNT)
    return Hint(plays[0], Why.ONLY, card=seen.position.waste[-1])


def _moving(seen: View, move: Move) -> Card:
    """The bottom card of the pile that joins."""
    return seen.position.piles[PLACES.index(move.source)][0]


def _moved(seen: View, move: Move) -> Card | None:
    if move == TURN:
        return None
    return seen.position.waste[-1] if move.source == "w" else _moving(seen, move)


def suffices(seen: View, card: Card) -> bool:
    """Whether every copy of ``card`` that isn't on its predecessor yet finds one open."""
    onto = below(card)
    assert onto is not None
    return seen.tops[onto] >= 2 - seen.covered[onto]


def owed(seen: View, card: Card) -> bool:
    """Whether the open predecessor is the only one left for a twin in the waste.

    The other predecessor lies beneath the twin there, so it can't come out first.
    """
    onto, waste = below(card), seen.position.waste
    return card in waste and onto in waste[: waste.index(card)]


def _rivalry(seen: View, card: Card) -> int:
    """How soon a twin may want the same place: 2 in the waste near its top, 1 there, 0 unseen."""
    waste = seen.position.waste
    if card not in waste:
        return 0
    return 2 if card in waste[-STEP:] else 1
