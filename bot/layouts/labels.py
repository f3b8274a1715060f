"""Labels that say a whole move: narrow signs on monospace boards, a phrase in words."""

from __future__ import annotations

from bot.look import Look
from bot.render.paper import signs_of
from bot.render.places import CALCULATION, begin, going


def onto(card: str, other: str, look: Look) -> str:
    """A card and the card it goes on: ``7♠›8♠``."""
    if look.spoken:
        return begin(look.t("{card} on {onto}", card=card, onto=other), look)
    return card + signs_of(look).fits + other


def to_place(card: str, place: str, game: str, look: Look) -> str:
    """A card and the place it goes to: ``3♥›a``, ``9♠›W1``."""
    if look.spoken:
        return begin(going(card, place, game, look), look)
    return card + signs_of(look).fits + (place.upper() if game == CALCULATION else place)


def home(card: str, look: Look) -> str:
    """A card that goes to its foundation: ``5♣↑``."""
    if look.spoken:
        return begin(look.t("{card} home", card=card), look)
    return card + signs_of(look).up


def undecided(card: str, look: Look) -> str:
    """A card with more than one place to go, asked about when pressed: ``7♠›…``."""
    if look.spoken:
        return begin(look.t("{card}, where to?", card=card), look)
    return card + signs_of(look).fits + signs_of(look).more
