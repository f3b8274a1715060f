"""The faces that boards of the emoji theme are made of, and the names of their pictures.

A card is named by its code, ``7h``; the empty home of a suit has no rank, ``0h``; a pile of Devil's
Grip is its top card with the height, ``8h2``, or ``Kh0`` when it is complete in a wrong row.
"""

from __future__ import annotations

from bot.look import SUIT_SIGNS, Look
from bot.replies import Face
from games.cards import RANKS, Card, Suit
from games.catalogue.devils_grip import complete, home_row
from games.table import Pile

BACK = Face("back", "▒")
EMPTY = Face("empty", "□")
CHECK = "✓"
"""A complete pile in its row. None of these signs is ever shown as an emoji."""


def name_of(card: Card) -> str:
    """The picture of a card: ``7h``, ``Th``."""
    return RANKS[card.rank - 1] + "cdhs"[card.suit]


def home_name(suit: Suit) -> str:
    """The picture of the empty home of a suit."""
    return "0" + "cdhs"[suit]


def pile_name(top: Card, height: int, *, astray: bool = False) -> str:
    """The picture of a pile in Devil's Grip; ``astray`` when it is complete in a wrong row."""
    return f"{name_of(top)}{0 if astray else height}"


def signed(card: Card, look: Look) -> str:
    """A card in plain signs, with nothing that asks for a flat one: ``10♥``."""
    return look.rank(card.rank) + SUIT_SIGNS[card.suit]


def face(card: Card | None, look: Look) -> Face:
    """A card, or the empty place where one could lie."""
    return EMPTY if card is None else Face(name_of(card), signed(card, look))


def faces(cards: tuple[Card, ...], look: Look) -> tuple[Face, ...]:
    """Cards side by side; an empty place for none."""
    return tuple(face(card, look) for card in cards) or (EMPTY,)


def home_face(pile: Pile, look: Look) -> Face:
    """The top of a foundation of Baker's Game, or its suit while it is empty."""
    if pile.top is not None:
        return face(pile.top, look)
    suit = Suit("cdhs".index(pile.name[1]))
    return Face(home_name(suit), "·" + SUIT_SIGNS[suit])


def pile_face(pile: Pile, look: Look) -> Face:
    """A whole pile of Devil's Grip: what lies beneath follows from its top and its height."""
    if pile.top is None:
        return EMPTY
    top, height = signed(pile.top, look), len(pile.cards)
    if not complete(pile.cards):
        return Face(pile_name(pile.top, height), f"{top}×{height}")
    row = home_row(pile.cards)
    astray = row != pile.name[0]
    mark = f"→{row}" if astray else CHECK
    return Face(pile_name(pile.top, height, astray=astray), top + mark)
