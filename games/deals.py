"""Deals by number and by word (FORMATS.md, "Deals")."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from games.cards import Card
from games.errors import BadDeal
from games.game import Deck, Game
from games.prepared import prepared_cards
from games.random_words import random_words, shuffle

RESERVED = frozenset("random winnable easy medium hard legend daily".split())
LONGEST_WORD = 64
_LONGEST_SPELLING = 8 * LONGEST_WORD
"""No longer text folds to a word: a letter is spelt with four characters at most."""
HIGHEST_RANDOM = 1_000_000_000
HIGHEST_MICROSOFT = 2**31 - 1

_NUMBER = re.compile(r"[0-9]{1,18}\Z", re.ASCII)
_PREPARED = re.compile(r"(?:easy|medium|hard)[0-9]+-", re.ASCII)
_MADE = re.compile(r"(?:easy|medium|hard)1-.", re.ASCII)
"""Prepared deals that a method makes: version 1, with anything after the hyphen."""


def read_deal(game: Game[Any], text: str) -> str:
    """The deal text in its one spelling: digits without leading zeros, or a folded word.

    Raises BadDeal with reason ``empty``, ``too_long``, ``not_a_word``, ``reserved`` or, for the
    prepared deals of Devil's Grip that no method makes, ``prepared``.
    """
    plain = text.strip()
    if not plain:
        raise BadDeal("empty")
    if _NUMBER.match(plain):
        return plain.lstrip("0") or "0"
    if len(plain) > _LONGEST_SPELLING:  # normalising takes quadratic time
        raise BadDeal("too_long", _shown(plain) + "…")
    word = unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).casefold())
    if len(word) > LONGEST_WORD:
        raise BadDeal("too_long", _shown(word) + "…")
    if not _is_word(word):
        raise BadDeal("not_a_word", _shown(plain))
    if word in RESERVED:
        raise BadDeal("reserved", word)
    if is_prepared(game, word) and not _MADE.match(word):
        raise BadDeal("prepared", word)
    return word


def is_prepared(game: Game[Any], deal: str) -> bool:
    """Whether a deal text that ``read_deal`` gave names a prepared deal."""
    return game.prepared_deals and _PREPARED.match(deal) is not None


def _is_word(word: str) -> bool:
    """A letter, then letters with their combining marks, digits, ``-`` and ``_``."""
    return word[:1].isalpha() and all(_in_word(sign) for sign in word)


def _in_word(sign: str) -> bool:
    return sign in "-_" or unicodedata.category(sign)[0] in "LM" or sign.isdecimal()


def _shown(text: str) -> str:
    """Somebody's text for one line of an error: short and printable."""
    return "".join(sign if sign.isprintable() else "�" for sign in text[:20])


def random_deal(randbelow: Callable[[int], int]) -> str:
    """A number from 1 to 1,000,000,000; ``randbelow(n)`` draws 0 … n-1, cryptographically."""
    return str(randbelow(HIGHEST_RANDOM) + 1)


def lay_out(game: Game[Any], deal: str, starters: tuple[Card, ...] = ()) -> Deck:
    """The dealing order of a deal text that ``read_deal`` gave; raises BadDeal for bad starters."""
    starters = game.check_starters(starters)
    if is_prepared(game, deal):
        return Deck(prepared_cards(deal))
    ordered = game.ordered_pack(starters)
    if game.microsoft_deals and deal.isdigit() and 1 <= int(deal) <= HIGHEST_MICROSOFT:
        return Deck(microsoft(ordered, int(deal)), starters)
    return Deck(shuffled(ordered, f"patience-deal-v1\0{game.key}\0{deal}\0".encode()), starters)


def microsoft(ordered: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """Microsoft FreeCell's deal of that number, from its linear congruential generator."""
    left, state, order = list(ordered), number, []
    while left:
        state = (state * 214013 + 2531011) % 2**31
        chosen = (state >> 16) % len(left)
        left[chosen], left[-1] = left[-1], left[chosen]
        order.append(left.pop())
    return tuple(order)


def shuffled(ordered: tuple[Card, ...], prefix: bytes) -> tuple[Card, ...]:
    """Fisher–Yates over ``ordered`` with the random words that SHA-256 makes of ``prefix``."""
    cards = list(ordered)
    shuffle(cards, random_words(prefix))
    return tuple(cards)
