"""A small flourish under a board on which a game was won."""

from __future__ import annotations

from bot.look import Look
from games.table import PileKind, Table


def cheer(table: Table, look: Look) -> str:
    """The four kings on top of the finished game, between stars; empty where cards are spoken."""
    if look.spoken:
        return ""
    star = "*" if look.theme == "letters" else "✦"
    piles = table.of(PileKind.FOUNDATION) or table.piles
    # In Devil's Grip the kings of two packs stand in the last row.
    tops = dict.fromkeys(look.card(pile.top) for pile in piles if pile.top is not None)
    return f" {star} ".join(("", *list(tops)[-4:], "")).strip()
