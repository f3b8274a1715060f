"""The buttons of any game, and what a press on one of them means."""

from __future__ import annotations

from bot.layouts.anygame import AnyLayout
from bot.layouts.bakers import BakersLayout
from bot.layouts.calculation import CalculationLayout
from bot.layouts.controls import Controls, ended_keys
from bot.layouts.grip import GripLayout
from bot.layouts.keys import KeyRows, Play, Pressed, Refused
from bot.layouts.layout import BoardKeys, Layout
from bot.look import Look
from bot.render.places import BAKERS, CALCULATION, GRIP
from games.errors import Reason, Refusal
from games.game import Outcome
from games.table import Table

_LAYOUTS: dict[str, Layout] = {
    BAKERS: BakersLayout(),
    CALCULATION: CalculationLayout(),
    GRIP: GripLayout(),
}
_ANY = AnyLayout()
_ON_TABLE = frozenset("mxpq")


def board_keys(table: Table, look: Look, controls: Controls) -> BoardKeys:
    """The keys of a running game by place, for platforms that set their own rows."""
    return _LAYOUTS.get(table.game, _ANY).board(table, look.narrow, controls)


def keys(table: Table, look: Look, controls: Controls) -> KeyRows:
    """The rows under a board as Telegram, line mode and the terminal show them."""
    if controls.outcome is not Outcome.PLAYING:
        return ended_keys(look, controls)
    return in_core_rows(table.game, board_keys(table, look, controls), look)


def in_core_rows(game: str, board: BoardKeys, look: Look) -> KeyRows:
    """The keys of a running game in the rows of ``keys``."""
    return _LAYOUTS.get(game, _ANY).rows(board, look)


def is_on_table(action: str) -> bool:
    """Whether ``press`` answers for this action; all others are command words."""
    return action[1:2] == "." and action[0] in _ON_TABLE


def press(table: Table, action: str, look: Look) -> Pressed:
    """What a press with a table action does; what no key carries is refused, never raised."""
    layout = _LAYOUTS.get(table.game, _ANY)
    kind, _, what = action.partition(".")
    match kind:
        case "m":
            return layout.play(table, what)
        case "x":
            return _run(table, what)
        case "p":
            return layout.press(table, what, look)
        case "q":
            return layout.choose(table, what, look)
    return Refused(Refusal(Reason.NOT_A_CODE, action))


def _run(table: Table, what: str) -> Pressed:
    for run in table.runs:
        if what == f"{run.source}.{run.target}.{run.count}":
            return Play(run.steps)
    return Refused(Refusal(Reason.NOT_A_CODE, what.replace(".", "")))
