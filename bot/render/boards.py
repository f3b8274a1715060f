"""The board of any game in any theme."""

from __future__ import annotations

from collections.abc import Callable

from bot.look import Look
from bot.render import anygame, bakers, calculation, grip, spoken
from bot.render.places import BAKERS, CALCULATION, GRIP
from games.table import Table

Drawing = Callable[[Table, Look], str]

_DRAWN: dict[str, Drawing] = {
    BAKERS: bakers.draw,
    CALCULATION: calculation.draw,
    GRIP: grip.draw,
}
_SPOKEN: dict[str, Drawing] = {
    BAKERS: spoken.bakers,
    CALCULATION: spoken.calculation,
    GRIP: spoken.grip,
}


def board(table: Table, look: Look) -> str:
    """The whole board: at most 23 columns in monospace, about 900 characters in words."""
    if look.spoken:
        return _SPOKEN.get(table.game, anygame.speak)(table, look)
    return _DRAWN.get(table.game, anygame.draw)(table, look)
