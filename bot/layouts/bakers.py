"""Buttons of Baker's Game: eight columns and four cells, each where it always is."""

from __future__ import annotations

from bot.layouts import labels
from bot.layouts.controls import Controls, auto_key, back_key, hint_key, in_rows, menu_key, undo_key
from bot.layouts.keys import Ask, Key, KeyRows, Play, Pressed, Refused
from bot.layouts.layout import BoardKeys, Decision, Layout, View
from bot.look import Look
from bot.render.paper import signs_of
from bot.render.places import BAKERS
from bot.replies import Style
from games.cards import Card
from games.errors import Reason, Refusal
from games.moves import Move, Run
from games.table import Table

PLACES = tuple("12345678abcd")
_HOME = "h"


class BakersLayout(Layout):
    """A card's key moves it to where it makes most sense; an empty place's key asks who comes."""

    def board(self, table: Table, look: Look, controls: Controls) -> BoardKeys:
        """Twelve places, then undo, hint, auto (or finish) and the menu."""
        view = View(table)
        return BoardKeys(
            {place: _place_key(view, place, look) for place in PLACES},
            {
                "undo": undo_key(look, controls),
                "hint": hint_key(look),
                "auto": auto_key(look, controls),
                "menu": menu_key(look),
            },
        )

    def rows(self, board: BoardKeys, look: Look) -> KeyRows:
        """Columns, columns, cells, controls."""
        places = in_rows(tuple(board.places.values()), 2 if look.spoken else 4)
        return (*places, tuple(board.controls.values()))

    def press(self, table: Table, place: str, look: Look) -> Pressed:
        """Play, ask or refuse, as ``_decide`` finds."""
        view = View(table)
        if place not in PLACES:
            return Refused(Refusal(Reason.NOT_A_CODE, place))
        match _decide(view, place):
            case Move() as move:
                return Play((move,))
            case Run() as run:
                return Play(run.steps)
            case Refusal() as refusal:
                return Refused(refusal)
            case moves if view.piles[place].top is None:
                return _ask_who(view, place, moves, look)
            case moves:
                return _ask_where(view, place, moves, look)

    def explain(self, table: Table, code: str) -> Refusal:
        """Why a grey key of the page "which card goes there?" plays nothing."""
        if len(code) != 2 or code[0] not in PLACES or code[1] not in PLACES:
            return Refusal(Reason.NOT_A_CODE, code)
        source, target = code[0], code[1]
        card = table.pile(source).top
        if source == target:
            return Refusal(Reason.SAME_PLACE, code, place=source)
        if card is None:
            return Refusal(Reason.NO_CARD, code, place=source)
        if source.isalpha() and target.isalpha():
            return Refusal(Reason.CELL_TO_CELL, code, card=card, place=target)
        return Refusal(Reason.NO_ROOM, code, card=card)


def _decide(view: View, place: str) -> Decision:
    """The order of sense: home or same suit, a run onto its suit, a cell, an empty column."""
    card = view.piles[place].top
    if card is None:
        return tuple(view.coming.get(place, ())) or Refusal(Reason.NO_CARD, place=place)
    moves = view.leaving.get(place, ())
    built = tuple(m for m in moves if m.target == _HOME or view.piles[m.target].cards)
    if built:
        return built[0] if len(built) == 1 else built
    for run in view.table.runs:
        if run.source == place and view.piles[run.target].cards:
            return run
    cells = [move for move in moves if move.target.isalpha()]
    for move in cells or moves:
        return move
    return Refusal(Reason.NO_ROOM, card=card, place="")


def _place_key(view: View, place: str, look: Look) -> Key:
    decision = _decide(view, place)
    action = f"p.{place}"
    card = view.piles[place].top
    match decision:
        case Move() as move:
            return _move_key(view, move, look)
        case Run() as run:
            return _run_key(view, run, look)
        case Refusal():
            label = look.card(card) if card is not None else _bring(place, look)
            return Key(label, action, Style.DISABLED)
        case _ if card is None:
            return Key(_bring(place, look), action)
        case _:
            return Key(labels.undecided(look.card(card), look), action, Style.SUCCESS)


def _bring(place: str, look: Look) -> str:
    """An empty place: bring a card here."""
    if not look.spoken:
        return signs_of(look).fits + place
    if place.isdigit():
        return look.t("To column {name}", name=place)
    return look.t("To cell {name}", name=place)


def _move_key(view: View, move: Move, look: Look) -> Key:
    card = view.piles[move.source].top
    assert card is not None  # the move is legal
    text, action = look.card(card), f"m.{move.code}"
    if move.target == _HOME:
        return Key(labels.home(text, look), action, Style.SUCCESS)
    below = view.piles[move.target].top
    if below is None:
        return Key(labels.to_place(text, move.target, BAKERS, look), action)
    return Key(labels.onto(text, look.card(below), look), action, Style.PRIMARY)


def _run_key(view: View, run: Run, look: Look) -> Key:
    """A run is named by its highest card, the one that comes to lie on the target."""
    text = look.card(_head(view, run))
    action = f"x.{run.source}.{run.target}.{run.count}"
    below = view.piles[run.target].top
    if below is None:
        return Key(labels.to_place(text, run.target, BAKERS, look), action)
    return Key(labels.onto(text, look.card(below), look), action, Style.PRIMARY)


def _head(view: View, run: Run) -> Card:
    return view.piles[run.source].cards[-run.count]


def _ask_where(view: View, place: str, moves: tuple[Move, ...], look: Look) -> Ask:
    card = view.piles[place].top
    assert card is not None  # there are moves from here
    question = look.t("Where does {card} go?", card=look.card(card))
    keys = tuple(_move_key(view, move, look.narrow) for move in moves)
    return Ask(question, (keys, (back_key(look),)))


def _ask_who(view: View, place: str, moves: tuple[Move, ...], look: Look) -> Ask:
    """The cards that can come, each in its own place, then runs that an empty column takes."""
    if place.isdigit():
        question = look.t("Which card goes to column {name}?", name=place)
    else:
        question = look.t("Which card goes to cell {name}?", name=place)
    able = {move.source: move for move in moves}
    keys = [_coming_key(view, source, place, able.get(source), look.narrow) for source in PLACES]
    longest = {run.source: run for run in view.table.runs if run.target == place}
    for run in view.table.runs:
        if run.target == place and run.count > longest[run.source].count:
            longest[run.source] = run
    runs = [_run_key(view, run, look.narrow) for run in longest.values()]
    count = 2 if look.spoken else 4
    return Ask(question, (*in_rows(keys, count), *in_rows(runs, count), (back_key(look),)))


def _coming_key(view: View, source: str, target: str, move: Move | None, look: Look) -> Key:
    """The key of a card that may come; grey ones carry the code, so that a press explains."""
    card = view.piles[source].top
    if card is None:
        return Key(_bring(source, look), f"m.{source}{target}", Style.DISABLED)
    if move is None:
        return Key(look.card(card), f"m.{source}{target}", Style.DISABLED)
    label = labels.to_place(look.card(card), target, BAKERS, look)
    return Key(label, f"m.{move.code}", Style.PRIMARY)
