"""Cards as people write them (FORMATS.md, "Cards")."""

from __future__ import annotations

import re
import unicodedata

from games.cards import RANKS, SUITS, Card, Suit

_SIGNS = str.maketrans(
    {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
    | {"\ufe0e": "", "\ufe0f": ""}
)
_CARD = re.compile(r"(?:(10|[1-9ATJQK])([CDHS])|([CDHS])(10|[1-9ATJQK]))\Z", re.ASCII)
_RANKS = {"10": "T", "1": "A"}
_LONGEST = 8
"""Rank, suit and selectors take less; normalising long texts takes quadratic time."""


def read_card(text: str) -> Card | None:
    """The card that ``text`` names in any accepted spelling, or None.

    Either case, ``10`` and ``1``, suit signs with or without a variation selector, full-width
    forms, suit before or after the rank.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return None
    found = _CARD.match(unicodedata.normalize("NFKC", text).translate(_SIGNS).upper())
    if found is None:
        return None
    rank = found[1] or found[4]
    suit = found[2] or found[3]
    return Card(RANKS.index(_RANKS.get(rank, rank)) + 1, Suit(SUITS.index(suit)))
