"""Why a move was refused, and where its card would fit instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.look import Look
from bot.render.places import BAKERS, CALCULATION, GRIP, begin
from games.cards import JACK, KING, QUEEN, Card
from games.errors import Reason, Refusal
from games.moves import Move
from games.table import Table


@dataclass(frozen=True, slots=True)
class _Case:
    """All that a sentence about a refusal may use."""

    refusal: Refusal
    table: Table
    look: Look


Teller = Callable[[_Case], str]


def refusal(refusal: Refusal, table: Table, look: Look) -> str:
    """One or two sentences: the reason, then where the card fits if it fits anywhere."""
    why = begin(_TELLERS[refusal.reason](_Case(refusal, table, look)), look)
    where = _fits(refusal, table, look) if refusal.reason not in _NO_ADVICE else ""
    return f"{why} {where}" if where else why


_NO_ADVICE = {Reason.NOT_A_CODE, Reason.SWAP_EMPTY, Reason.GAME_OVER, Reason.SAME_PLACE}


# Where it fits


def _fits(refusal: Refusal, table: Table, look: Look) -> str:
    """The best place for the refused card, from the legal moves alone."""
    card = refusal.card
    if card is None:
        return ""
    goals = {move.target for move in table.moves if _carried(move, table) == card}
    goals.discard(refusal.place)
    match table.game:
        case "bakers-game":
            return _fits_bakers(goals, table, look)
        case "calculation":
            return _fits_calculation(goals, look)
        case _:
            return _fits_onto(goals, table, look)


def _carried(move: Move, table: Table) -> Card | None:
    """The card of a move that has to fit: the base of a whole pile, else the open card."""
    pile = table.pile(move.source)
    if table.game == GRIP and move.source != "w":
        return pile.cards[0] if pile.cards else None
    return pile.top


def _fits_bakers(goals: set[str], table: Table, look: Look) -> str:
    t = look.t
    if "h" in goals:
        return t("It can go home.")
    columns = sorted(goal for goal in goals if goal.isdigit())
    for column in columns:
        top = table.pile(column).top
        if top is not None:
            return t("It fits {card} in column {name}.", card=look.card(top), name=column)
    if columns:
        return t("Column {name} is free.", name=columns[0])
    return t("Cell {name} is free.", name=min(goals)) if goals else ""


def _fits_calculation(goals: set[str], look: Look) -> str:
    foundations = sorted(goal.upper() for goal in goals if goal.startswith("f"))
    if foundations:
        return look.t("It fits {places}.", places=", ".join(foundations))
    return look.t("Every waste pile takes it.") if goals else ""


def _fits_onto(goals: set[str], table: Table, look: Look) -> str:
    for goal in sorted(goals):
        top = table.pile(goal).top
        if top is not None:
            return look.t("It fits {card} in {place}.", card=look.card(top), place=goal)
    return ""


# Why not


def _not_a_code(case: _Case) -> str:
    t = case.look.t
    text = t("“{code}” is no move here.", code=case.refusal.code[:20])
    if case.table.moves:
        text += " " + t("One that is: {code}.", code=case.table.moves[0].code)
    return text


def _no_card(case: _Case) -> str:
    t, name = case.look.t, case.refusal.place
    match case.table.game, name[:1]:
        case "bakers-game", "a" | "b" | "c" | "d":
            return t("Cell {name} is empty.", name=name)
        case "bakers-game", _:
            return t("Column {name} is empty.", name=name)
        case "devils-grip", "w":
            return t("The waste is empty.")
        case "calculation", "t":
            return _hand_empty(case)
        case (("calculation" | "devils-grip"), "s"):
            return t("The stock is empty.")
    return t("There is no card in {place}.", place=_code(name, case.table))


def _same_place(case: _Case) -> str:
    return case.look.t("That begins and ends in the same place.")


def _builds_on(case: _Case) -> str:
    """Both wrong suit and wrong rank: the one card that it goes on, and what lies there."""
    t, card, onto = case.look.t, case.refusal.card, case.refusal.onto
    step = {BAKERS: 1, GRIP: -3}.get(case.table.game, 0)
    if card is None or onto is None or not step:
        return t("It doesn't fit there.")
    fields = {
        "card": case.look.card(card),
        "onto": case.look.card(onto),
        "place": case.refusal.place,
    }
    wanted = card.rank + step
    if wanted > KING:
        return t("{card} goes only to an empty column; column {place} ends in {onto}.", **fields)
    if wanted < 2:
        return t("{card} begins a pile and goes on no other card.", **fields)
    fields["fitting"] = case.look.card(Card(wanted, card.suit))
    if case.table.game == BAKERS:
        return t("{card} goes only on {fitting}; column {place} ends in {onto}.", **fields)
    return t("{card} goes only on {fitting}; the top card of {place} is {onto}.", **fields)


def _foundation_wants(case: _Case) -> str:
    t, card, wants = case.look.t, case.refusal.card, case.refusal.wants
    if case.table.game == BAKERS and card is not None and wants is not None:
        wanted = case.look.card(Card(wants, card.suit))
        return t(
            "{card} can't go home yet: {next} comes first.", card=case.look.card(card), next=wanted
        )
    name = _code(case.refusal.place, case.table)
    if wants is None:
        return t("{place} is complete.", place=name)
    rank = case.look.rank(wants)
    if card is None:
        return t("{place} wants {next}, and none is open.", place=name, next=rank)
    return t("{place} wants {next}, not {card}.", place=name, next=rank, card=case.look.card(card))


def _cell_taken(case: _Case) -> str:
    assert case.refusal.onto is not None  # what lies in the cell
    return case.look.t(
        "Cell {name} already holds {card}.",
        name=case.refusal.place,
        card=case.look.card(case.refusal.onto),
    )


def _cell_to_cell(case: _Case) -> str:
    return case.look.t("A cell takes cards from columns only.")


def _hand_empty(case: _Case) -> str:
    if any(move.source == "s" for move in case.table.moves):
        return case.look.t("No card is in hand: turn one first.")
    return case.look.t("No card is in hand, and the stock is empty.")


def _hand_full(case: _Case) -> str:
    assert case.refusal.card is not None  # the card in hand
    return case.look.t("{card} is in hand: place it first.", card=case.look.card(case.refusal.card))


def _stock_empty(case: _Case) -> str:
    return case.look.t("The stock is empty.")


def _top_of_row(case: _Case) -> str:
    assert case.refusal.onto is not None  # the jack, queen or king
    jack, queen, king = (case.look.rank(rank) for rank in (JACK, QUEEN, KING))
    return case.look.t(
        "Nothing goes on {onto}: {jack}, {queen} and {king} end their piles.",
        onto=case.look.card(case.refusal.onto),
        jack=jack,
        queen=queen,
        king=king,
    )


def _empty_place(case: _Case) -> str:
    return case.look.t(
        "{place} is empty, and an empty place takes no card.", place=case.refusal.place
    )


def _swap_empty(case: _Case) -> str:
    return case.look.t("{place} is empty: a swap needs two piles.", place=case.refusal.place)


def _no_room(case: _Case) -> str:
    """Too many cards for one run, or (with neither goal nor count) a card that fits nowhere."""
    t, card = case.look.t, case.refusal.card
    if case.refusal.count is not None:
        room = t.plural(
            "There is room to move only {n} card to column {name} now.",
            "There is room to move only {n} cards to column {name} now.",
            case.refusal.count,
            name=case.refusal.place,
        )
        more = t("A free cell makes room for one more, a free column for twice as many.")
        return f"{room} {more}"
    if card is None:
        return t("There is no room for that now.")
    if case.table.game == CALCULATION:
        return t("No foundation wants {card} now.", card=case.look.card(card))
    if case.table.game == BAKERS and card.rank < KING:
        onto = case.look.card(Card(card.rank + 1, card.suit))
        return t(
            "{card} fits nowhere: it goes only on {onto}, and no other place is free.",
            card=case.look.card(card),
            onto=onto,
        )
    return t("{card} fits nowhere now.", card=case.look.card(card))


def _game_over(case: _Case) -> str:
    return case.look.t("This game is over.")


def _code(name: str, table: Table) -> str:
    return name.upper() if table.game == CALCULATION else name


_TELLERS: dict[Reason, Teller] = {
    Reason.NOT_A_CODE: _not_a_code,
    Reason.NO_CARD: _no_card,
    Reason.SAME_PLACE: _same_place,
    Reason.OTHER_SUIT: _builds_on,
    Reason.WRONG_RANK: _builds_on,
    Reason.FOUNDATION_WANTS: _foundation_wants,
    Reason.CELL_TAKEN: _cell_taken,
    Reason.CELL_TO_CELL: _cell_to_cell,
    Reason.HAND_EMPTY: _hand_empty,
    Reason.HAND_FULL: _hand_full,
    Reason.STOCK_EMPTY: _stock_empty,
    Reason.TOP_OF_ROW: _top_of_row,
    Reason.EMPTY_PLACE: _empty_place,
    Reason.SWAP_EMPTY: _swap_empty,
    Reason.NO_ROOM: _no_room,
    Reason.GAME_OVER: _game_over,
}
