"""The board of any game in any theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.look import EMOJI, Look
from bot.render import anygame, bakers, calculation, emoji, grip, signs, spoken
from bot.render.places import BAKERS, CALCULATION, GRIP
from bot.replies import Line
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
_PICTURED: dict[str, Callable[[Table, Look], tuple[Line, ...]]] = {
    BAKERS: emoji.bakers,
    CALCULATION: emoji.calculation,
    GRIP: emoji.grip,
}
_SIGNED: dict[str, Callable[[Table, Look], Iterator[str]]] = {
    BAKERS: signs.bakers,
    CALCULATION: signs.calculation,
    GRIP: signs.grip,
}


def board(table: Table, look: Look) -> str:
    """The whole board: at most 23 columns in monospace, about 900 characters in words.

    For the emoji theme it is the monospace board that stands in where ``lines`` can't be shown.
    """
    if look.spoken:
        return _SPOKEN.get(table.game, anygame.speak)(table, look)
    return _DRAWN.get(table.game, anygame.draw)(table, look.narrow)


def lines(table: Table, look: Look, *, pictures: bool) -> tuple[Line, ...]:
    """The board of the emoji theme, in ``pictures`` or in plain signs; no line in other themes."""
    if look.theme != EMOJI:
        return ()
    if pictures:
        return _PICTURED.get(table.game, emoji.anygame)(table, look)
    return tuple((line,) for line in _SIGNED.get(table.game, signs.anygame)(table, look))
