"""Buttons for a game without a layout of its own: choose where from, then where to."""

from __future__ import annotations

from bot.layouts.controls import Controls, auto_key, back_key, hint_key, in_rows, menu_key, undo_key
from bot.layouts.keys import Ask, Key, KeyRows, Play, Pressed, Refused
from bot.layouts.layout import BoardKeys, Layout, View
from bot.look import Look
from bot.render.paper import signs_of
from bot.render.places import going
from bot.replies import Style
from games.errors import Reason, Refusal
from games.moves import Move
from games.table import Pile, Table


class AnyLayout(Layout):
    """A key for each pile that a move starts from, named by place and open card."""

    def board(self, table: Table, look: Look, controls: Controls) -> BoardKeys:
        """The piles in the table's order, then undo, hint, auto (or finish) and the menu."""
        view = View(table)
        return BoardKeys(
            {name: _source_key(view, name, look) for name in view.piles if name in view.leaving},
            {
                "undo": undo_key(look, controls),
                "hint": hint_key(look),
                "auto": auto_key(look, controls),
                "menu": menu_key(look),
            },
        )

    def rows(self, board: BoardKeys, look: Look) -> KeyRows:
        """Three piles a row, then the controls."""
        places = in_rows(tuple(board.places.values()), 2 if look.spoken else 3)
        return (*places, tuple(board.controls.values()))

    def press(self, table: Table, place: str, look: Look) -> Pressed:
        """The only move from there, or the question where to."""
        view = View(table)
        moves = view.leaving.get(place, ())
        if not moves:
            return Refused(Refusal(Reason.NO_CARD, place=place))
        if len(moves) == 1:
            return Play((moves[0],))
        keys = [_move_key(view, move, look.narrow) for move in moves]
        question = look.t("Where does {card} go?", card=_named(view.piles[place], look))
        return Ask(question, (*in_rows(keys, 2 if look.spoken else 3), (back_key(look),)))


def _named(pile: Pile, look: Look) -> str:
    return f"{pile.name} {look.card(pile.top)}" if pile.top is not None else pile.name


def _source_key(view: View, name: str, look: Look) -> Key:
    moves = view.leaving[name]
    if len(moves) == 1:
        return _move_key(view, moves[0], look)
    return Key(_named(view.piles[name], look), f"p.{name}")


def _move_key(view: View, move: Move, look: Look) -> Key:
    card = _named(view.piles[move.source], look)
    if look.spoken:
        return Key(going(card, move.target, view.table.game, look), f"m.{move.code}")
    return Key(f"{card}{signs_of(look).fits}{move.target}", f"m.{move.code}", Style.PLAIN)
