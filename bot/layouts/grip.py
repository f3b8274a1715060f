"""Buttons of Devil's Grip: a list of joins above the grid, where two taps join or swap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from bot.layouts import labels
from bot.layouts.controls import (
    Controls,
    back_key,
    count_key,
    hint_key,
    in_rows,
    menu_key,
    undo_key,
)
from bot.layouts.keys import Ask, Key, KeyRows, Play, Pressed, Refused
from bot.layouts.layout import BoardKeys, Layout
from bot.look import Look
from bot.render.paper import card_or_dots, signs_of
from bot.replies import Style
from games.cards import Card
from games.catalogue.devils_grip import complete
from games.errors import Reason, Refusal
from games.moves import Move
from games.table import Pile, PileKind, Table

_WASTE, _STOCK = "w", "s"
_ROWS = 3
"""Rows of the grid."""


@dataclass(frozen=True, slots=True)
class Join:
    """One of several equal joins: the cards that move and the pile they come to lie on."""

    move: Move
    cards: tuple[Card, ...]
    onto: tuple[Card, ...]

    @property
    def from_waste(self) -> bool:
        """Whether the waste gives the card."""
        return self.move.source == _WASTE


class GripLayout(Layout):
    """Joins are one press; a pile and then another joins them, or else swaps them."""

    def board(self, table: Table, look: Look, controls: Controls) -> BoardKeys:
        """Joins, the 24 places, turn, undo, hint (or count up, or finish), tidy, menu."""
        piles = table.of(PileKind.PLACE)
        beside = {"turn": _turn_key(table, look), "undo": undo_key(look, controls)}
        # Where only this is left to do, no hint is needed.
        if controls.may_count_up:
            beside["count"] = count_key(look)
        elif controls.can_finish:
            beside["finish"] = Key(look.t("Finish"), "finish", Style.SUCCESS)
        else:
            beside["hint"] = hint_key(look)
        if controls.can_tidy:
            done = all(complete(pile.cards) for pile in piles)
            style = Style.PRIMARY if done else Style.PLAIN
            beside["tidy"] = Key(look.t("Tidy"), "tidy", style)
        beside["menu"] = menu_key(look)
        return BoardKeys(
            {pile.name: _place_key(pile, look) for pile in piles},
            beside,
            tuple(_join_keys(table, look)),
        )

    def rows(self, board: BoardKeys, look: Look) -> KeyRows:
        """Joins three a row, the grid as it lies on the table, the controls."""
        grid = tuple(board.places.values())
        return (
            *in_rows(board.joins, 2 if look.spoken else 3),
            *in_rows(grid, _grid_width(grid, look)),
            *in_rows(tuple(board.controls.values()), 5),
        )

    def press(self, table: Table, place: str, look: Look) -> Pressed:
        """A pile asks for its partner; the waste's top joins the one pile it fits, or asks."""
        match place:
            case "s":
                return _press_stock(table)
            case "w":
                return _press_waste(table, look)
        return self.choose(table, place, look)

    def choose(self, table: Table, place: str, look: Look) -> Pressed:
        """The grid again, with ``›`` where the chosen pile can be joined."""
        piles = table.of(PileKind.PLACE)
        order = {pile.name: number for number, pile in enumerate(piles)}
        if place not in order:
            return Refused(Refusal(Reason.NOT_A_CODE, place))
        chosen = piles[order[place]]
        if chosen.top is None:
            return Refused(Refusal(Reason.EMPTY_PLACE, place=place))
        joins = {move.target: move for move in table.moves if move.source == place}
        keys = []
        for pile in piles:
            names = (pile.name, place) if order[pile.name] < order[place] else (place, pile.name)
            keys.append(_partner_key(pile, joins.get(pile.name), "=".join(names), look.narrow))
        keys[order[place]] = Key(_named(chosen, look.narrow), f"m.{place}={place}", Style.PRIMARY)
        question = _question(chosen, joins, look)
        return Ask(question, (*in_rows(keys, _grid_width(keys, look)), (back_key(look),)))

    def explain(self, table: Table, code: str) -> Refusal:
        """Why the second of two taps plays nothing."""
        names = code.split("=")
        if len(names) == 2 and names[0] == names[1]:
            return Refusal(Reason.SAME_PLACE, code, place=names[0])
        for name in names:
            for pile in table.of(PileKind.PLACE):
                if pile.name == name and pile.top is None:
                    return Refusal(Reason.SWAP_EMPTY, code, place=name)
        return Refusal(Reason.NOT_A_CODE, code)


def _grid_width(keys: tuple[Key, ...] | list[Key], look: Look) -> int:
    return 2 if look.spoken else len(keys) // _ROWS


def _press_stock(table: Table) -> Pressed:
    for move in table.moves:
        if move.source == _STOCK:
            return Play((move,))
    return Refused(Refusal(Reason.STOCK_EMPTY))


def _press_waste(table: Table, look: Look) -> Pressed:
    top = table.pile(_WASTE).top
    if top is None:
        return Refused(Refusal(Reason.NO_CARD, place=_WASTE))
    keys = list(_join_keys(table, look.narrow, waste_only=True))
    if not keys:
        return Refused(Refusal(Reason.NO_ROOM, card=top))
    joins = [join for join in different_joins(table) if join.from_waste]
    if len(joins) == 1:
        return Play((joins[0].move,))
    question = look.t("Where does {card} go?", card=look.card(top))
    return Ask(question, (tuple(keys), (back_key(look),)))


def _turn_key(table: Table, look: Look) -> Key:
    count = min(3, table.pile(_STOCK).hidden)
    label = look.t("Turn {n}", n=count or 3)
    if count and any(move.source == _STOCK for move in table.moves):
        return Key(label, "m.d", Style.SUCCESS)
    return Key(label, f"p.{_STOCK}", Style.DISABLED)


# Places


def _place_key(pile: Pile, look: Look) -> Key:
    if pile.top is None:
        return Key(_named(pile, look), f"p.{pile.name}", Style.DISABLED)
    return Key(_named(pile, look), f"q.{pile.name}")


def _named(pile: Pile, look: Look) -> str:
    """The top card; in words the place comes first, since nobody sees where the key stands."""
    if not look.spoken:
        return card_or_dots(pile.top, look)
    said = look.card(pile.top) if pile.top is not None else look.t("empty")
    return f"{pile.name}: {said}"


def _partner_key(pile: Pile, join: Move | None, swap: str, look: Look) -> Key:
    """The second of two taps: a join where the first pile fits, else a swap."""
    if pile.top is None:
        return Key(_named(pile, look), f"m.{swap}", Style.DISABLED)
    label = _named(pile, look)
    if join is None:
        return Key(look.t("Swap: {pile}", pile=label) if look.spoken else label, f"m.{swap}")
    label = look.t("Join: {pile}", pile=label) if look.spoken else signs_of(look).fits + label
    return Key(label, f"m.{join.code}", Style.PRIMARY)


def _question(chosen: Pile, joins: dict[str, Move], look: Look) -> str:
    t = look.t
    assert chosen.top is not None  # empty places are refused before
    fields = {"card": look.card(chosen.top), "place": chosen.name}
    if not joins:
        return t("{card} ({place}) is chosen: any other pile swaps places with it.", **fields)
    if look.spoken:
        return t("{card} ({place}) is chosen: join it to a pile, or swap two piles.", **fields)
    sign = signs_of(look).fits
    return t("{card} ({place}) is chosen: {sign} joins, any other swaps.", sign=sign, **fields)


# Joins


def different_joins(table: Table) -> list[Join]:
    """The joins that differ in more than places, waste first, then by suit and rank.

    Equal piles onto equal piles lead to the same position up to places, so the first stands for
    all.
    """
    piles = {pile.name: pile.cards for pile in table.piles}
    found: dict[tuple[bool, tuple[Card, ...], tuple[Card, ...]], Join] = {}
    for move in table.moves:
        if move.source == _STOCK:
            continue
        cards = piles[move.source]
        if move.source == _WASTE:
            cards = cards[-1:]
        join = Join(move, cards, piles[move.target])
        found.setdefault((join.from_waste, join.cards, join.onto), join)
    return sorted(found.values(), key=_order)


def _order(join: Join) -> tuple[bool, int, int]:
    card = join.cards[0]
    return (not join.from_waste, -card.suit, card.rank)


def _join_keys(table: Table, look: Look, *, waste_only: bool = False) -> Iterator[Key]:
    """A key for each different join; a side is named by place where its card leaves a doubt.

    Joins of one card onto another differ by the piles these cards belong to: every such source
    can go onto every such target, so naming the sides that vary tells all of them apart.
    """
    for _, group in groupby(different_joins(table), key=_order):
        same = list(group)
        if waste_only and not same[0].from_waste:
            return
        sources = {join.cards for join in same}
        targets = {join.onto for join in same}
        for join in same:
            yield _join_key(join, len(sources) > 1, len(targets) > 1, look)


def _join_key(join: Join, name_source: bool, name_target: bool, look: Look) -> Key:
    card, other = look.card(join.cards[0]), look.card(join.onto[-1])
    source, target = join.move.source, join.move.target
    if look.spoken:
        card = f"{card} ({source})" if name_source else card
        other = f"{other} ({target})" if name_target else other
        card = look.t("{card} from the waste", card=card) if join.from_waste else card
    else:
        card = source.upper() if join.from_waste else source if name_source else card
        other = target if name_target else other
    return Key(labels.onto(card, other, look), f"m.{join.move.code}", Style.PRIMARY)
