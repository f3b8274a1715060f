"""How one reader sees things: their theme and their language."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.i18n import N_, Texts, texts_in
from games.cards import RANKS, Card

EMOJI = "emoji"
THEMES = ("letters", "suits", EMOJI, "words")
SUIT_SIGNS = "♣♦♥♠"
TEXT_STYLE = "\ufe0e"
"""Asks for the flat sign instead of a picture; takes no column."""

SPOKEN_RANKS = {1: N_("ace"), 11: N_("jack"), 12: N_("queen"), 13: N_("king")}
SPOKEN_SUITS = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))


@dataclass(frozen=True, slots=True)
class Look:
    """A theme of ``THEMES`` and a language of ``LANGUAGES``."""

    theme: str = "letters"
    language: str = "en"

    @property
    def t(self) -> Texts:
        """The sentences of the language."""
        return texts_in(self.language)

    @property
    def spoken(self) -> bool:
        """Whether cards are said in words."""
        return self.theme == "words"

    @property
    def narrow(self) -> Look:
        """The look of monospace boards and of buttons, where a card takes two columns."""
        return replace(self, theme="suits") if self.theme == EMOJI else self

    def rank(self, rank: int) -> str:
        """A rank as this theme writes it: ``T``, ``10`` beside pictures, ``king`` in words."""
        if self.spoken:
            return self.t(SPOKEN_RANKS[rank]) if rank in SPOKEN_RANKS else str(rank)
        return "10" if self.theme == EMOJI and rank == 10 else RANKS[rank - 1]

    def suit(self, card: Card) -> str:
        """A card's suit: a letter, a sign, or its name."""
        if self.spoken:
            return self.t(SPOKEN_SUITS[card.suit])
        if self.theme == "letters":
            return "cdhs"[card.suit]
        return SUIT_SIGNS[card.suit] + TEXT_STYLE

    def card(self, card: Card) -> str:
        """A card: ``7h``, ``7♥`` or ``7 of hearts``."""
        if self.spoken:
            return self.t("{rank} of {suit}", rank=self.rank(card.rank), suit=self.suit(card))
        return self.rank(card.rank) + self.suit(card)
