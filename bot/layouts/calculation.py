"""Buttons of Calculation: four foundations, four wastes, and the turn."""

from __future__ import annotations

from bot.layouts import labels
from bot.layouts.controls import Controls, auto_key, back_key, hint_key, in_rows, menu_key, undo_key
from bot.layouts.keys import Ask, Key, KeyRows, Play, Pressed, Refused
from bot.layouts.layout import BoardKeys, Decision, Layout, View
from bot.look import Look
from bot.render.paper import signs_of
from bot.render.places import CALCULATION
from bot.replies import Style
from games.cards import Card
from games.catalogue.calculation import ORDERS
from games.errors import Reason, Refusal
from games.moves import Move
from games.table import Table

_FOUNDATIONS = ("f1", "f2", "f3", "f4")
_WASTES = ("w1", "w2", "w3", "w4")
_STOCK, _HAND = "s", "t"


class CalculationLayout(Layout):
    """F takes a card that fits; W takes the card in hand, or gives its top when the hand is free.

    So a foundation answers for every card that fits it, and no move is more than two presses
    away.
    """

    def board(self, table: Table, look: Look, controls: Controls) -> BoardKeys:
        """Eight places; turn, undo, hint (or finish) and menu."""
        view = View(table)
        places = {place: _foundation_key(view, place, look) for place in _FOUNDATIONS}
        places |= {place: _waste_key(view, place, look) for place in _WASTES}
        beside = {"turn": _turn_key(view, look), "undo": undo_key(look, controls)}
        if controls.can_finish:
            beside["finish"] = auto_key(look, controls)
        else:
            beside["hint"] = hint_key(look)
        return BoardKeys(places, beside | {"menu": menu_key(look)})

    def rows(self, board: BoardKeys, look: Look) -> KeyRows:
        """A foundation, a waste and a control in each row."""
        places = board.places
        pairs = [(places[f], places[w]) for f, w in zip(_FOUNDATIONS, _WASTES, strict=True)]
        if look.spoken:
            return (*pairs, *in_rows(tuple(board.controls.values()), 2))
        controls = board.controls.values()
        return tuple((*pair, control) for pair, control in zip(pairs, controls, strict=True))

    def press(self, table: Table, place: str, look: Look) -> Pressed:
        """Play, ask or refuse, as ``_decide`` finds."""
        view = View(table)
        if place not in view.piles:
            return Refused(Refusal(Reason.NOT_A_CODE, place))
        match _decide(view, place):
            case Move() as move:
                return Play((move,))
            case Refusal() as refusal:
                return Refused(refusal)
            case tuple() as moves if place in _FOUNDATIONS:
                return _ask_which(view, place, moves, look)
            case tuple() as moves:
                return _ask_where(view, place, moves, look)
        raise AssertionError("Calculation has no runs")


def _decide(view: View, place: str) -> Decision:
    if place in _FOUNDATIONS:
        moves = tuple(view.coming.get(place, ()))
        wants = _wants(view, place)
        refusal = Refusal(Reason.FOUNDATION_WANTS, place=place, wants=wants)
    elif place in _WASTES and view.piles[_HAND].top is not None:
        moves = tuple(move for move in view.leaving.get(_HAND, ()) if move.target == place)
        refusal = Refusal(Reason.GAME_OVER)
    else:
        moves = tuple(view.leaving.get(place, ()))
        refusal = _idle(view, place)
    if not moves:
        return refusal
    return moves[0] if len(moves) == 1 else moves


def _wants(view: View, place: str) -> int | None:
    """The rank a foundation takes next, None when it is complete."""
    order = ORDERS[_FOUNDATIONS.index(place)]
    size = view.piles[place].size
    return order[size] if size < len(order) else None


def _idle(view: View, place: str) -> Refusal:
    """Why nothing leaves the stock, the hand or a waste pile."""
    hand, top = view.piles[_HAND].top, view.piles[place].top
    if place == _STOCK:
        if hand is not None:
            return Refusal(Reason.HAND_FULL, card=hand)
        return Refusal(Reason.STOCK_EMPTY)
    if top is None:
        return Refusal(Reason.NO_CARD, place=place)
    return Refusal(Reason.NO_ROOM, card=top)


def _foundation_key(view: View, place: str, look: Look) -> Key:
    """The foundation and the rank it wants; a sign when more than one card fits."""
    wants = _wants(view, place)
    name = place.upper()
    label = f"{name} {look.rank(wants) if wants is not None else 'ok'}"
    match _decide(view, place):
        case Move() as move:
            if look.spoken:
                label = labels.to_place(
                    look.card(_top(view, move.source)), place, CALCULATION, look
                )
            return Key(label, f"m.{move.code}", Style.PRIMARY)
        case tuple():
            if look.spoken:
                label = look.t("Which {rank} to {place}?", rank=look.rank(wants or 0), place=name)
            else:
                label += signs_of(look).more
            return Key(label, f"p.{place}", Style.PRIMARY)
        case _:
            return Key(_wanting(label, place, wants, look), f"p.{place}", Style.DISABLED)


def _wanting(label: str, place: str, wants: int | None, look: Look) -> str:
    """The grey label of a foundation that takes nothing now."""
    if not look.spoken:
        return label
    if wants is None:
        return look.t("{place} is complete", place=place.upper())
    return look.t("{place} wants {next}", place=place.upper(), next=look.rank(wants))


def _waste_key(view: View, place: str, look: Look) -> Key:
    top = view.piles[place].top
    match _decide(view, place):
        case Move(source=source, target=target) as move:
            label = labels.to_place(look.card(_top(view, source)), target, CALCULATION, look)
            if source == place:
                # The foundation's key may carry the same move, and no two keys may be alike.
                label = f"{place.upper()}: {label}" if look.spoken else label
                return Key(label, f"p.{place}", Style.PRIMARY)
            return Key(label, f"m.{move.code}")
        case tuple() if top is not None:
            return Key(labels.undecided(look.card(top), look), f"p.{place}", Style.PRIMARY)
    return Key(place.upper(), f"p.{place}", Style.DISABLED)


def _turn_key(view: View, look: Look) -> Key:
    match _decide(view, _STOCK):
        case Move() as move:
            return Key(look.t("Turn"), f"m.{move.code}", Style.SUCCESS)
    return Key(look.t("Turn"), f"p.{_STOCK}", Style.DISABLED)


def _top(view: View, name: str) -> Card:
    card = view.piles[name].top
    assert card is not None  # a move starts here
    return card


def _ask_which(view: View, place: str, moves: tuple[Move, ...], look: Look) -> Ask:
    """Several cards of the wanted rank are open: ask which one goes up."""
    question = look.t(
        "Which {rank} goes to {place}?",
        rank=look.rank(_top(view, moves[0].source).rank),
        place=place.upper(),
    )
    rows = tuple((_source_key(view, move, look.narrow),) for move in moves)
    return Ask(question, (*rows, (back_key(look),)))


def _source_key(view: View, move: Move, look: Look) -> Key:
    card = look.card(_top(view, move.source))
    if move.source == _HAND:
        label = look.t("{card} in hand", card=card)
    else:
        label = look.t("{card} on {place}", card=card, place=move.source.upper())
    return Key(label, f"m.{move.code}", Style.PRIMARY)


def _ask_where(view: View, place: str, moves: tuple[Move, ...], look: Look) -> Ask:
    """A waste top fits several foundations."""
    top = _top(view, place)
    card = look.narrow.card(top)
    keys = [
        Key(labels.to_place(card, move.target, CALCULATION, look), f"m.{move.code}", Style.PRIMARY)
        for move in moves
    ]
    question = look.t("Where does {card} go?", card=look.card(top))
    return Ask(question, (*in_rows(keys, 2), (back_key(look),)))
