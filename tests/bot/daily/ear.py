"""Hears all that is said to somebody, and tells what of a deal can be made out in it."""

import re
from collections.abc import Iterable, Sequence

from bot.replies import Reply
from games.cards import Card, texts

CARD = re.compile(r"(?<![A-Z0-9])([A2-9TJQK])([CDHS])(?![A-Z0-9])")
SIGNS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S"})
RUN = 4
"""So many cards in dealing order, one after the other, are no accident."""
DIGITS = 12
"""Any so many digits of a deal's text tell it."""


class Ear:
    """What was heard, each with what it was the answer to."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []

    def hear(self, asked: str, said: Reply | str) -> None:
        """Keep an answer, everything in it: texts, pictures, tokens, links, the game's view."""
        self.heard.append((asked, said if isinstance(said, str) else repr(said)))

    def text_of(self, deal: str) -> list[str]:
        """What was asked where a stretch of the deal's digits was answered."""
        digits = deal.rpartition("-")[2]
        parts = [digits[at : at + DIGITS] for at in range(len(digits) - DIGITS + 1)]
        return [asked for asked, said in self.heard if any(part in said for part in parts)]

    def order_of(self, cards: Sequence[Card]) -> list[tuple[str, str]]:
        """What was asked where a run of the cards in this order, or the other way, was answered."""
        named = texts(tuple(cards)).split()
        runs = set(_runs(named)) | set(_runs(named[::-1]))
        found = []
        for asked, said in self.heard:
            told = runs.intersection(_runs(cards_in(said)))
            found += [(asked, " ".join(run)) for run in sorted(told)]
        return found


def cards_in(said: str) -> list[str]:
    """The cards that a text names, in its order, however its reader likes them written."""
    plain = said.translate(SIGNS).replace("10", "T").upper()
    return [rank + suit for rank, suit in CARD.findall(plain)]


def _runs(named: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (tuple(named[at : at + RUN]) for at in range(len(named) - RUN + 1))
