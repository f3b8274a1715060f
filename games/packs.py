"""Whether cards are exactly the pack a game is played with."""

from __future__ import annotations

from collections import Counter

from games.cards import Card
from games.errors import BadDeal


def require_pack(cards: tuple[Card, ...], wanted: tuple[Card, ...]) -> None:
    """Raise BadDeal naming the first card that is wrong, doubled or missing; else do nothing."""
    allowed, seen = Counter(wanted), Counter[Card]()
    for card in cards:
        seen[card] += 1
        if card not in allowed:
            raise BadDeal("wrong_card", card.text)
        if seen[card] > allowed[card]:
            raise BadDeal("doubled_card", card.text)
    for card in wanted:
        if seen[card] < allowed[card]:
            raise BadDeal("missing_card", card.text)
