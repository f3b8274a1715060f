"""The three games in words, for people who listen: the open card of a pile comes first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from bot.look import SPOKEN_SUITS, Look
from games.cards import Card
from games.catalogue.calculation import ORDERS
from games.catalogue.devils_grip import complete, home_row
from games.table import Pile, PileKind, Table

_WASTE_READ = 12


def say(cards: tuple[Card, ...], look: Look) -> str:
    """Cards in the order given, the suit said once for a stretch: ``3, 4 of hearts``."""
    return ", ".join(
        look.t(
            "{rank} of {suit}",
            rank=", ".join(look.rank(card.rank) for card in stretch),
            suit=look.suit(stretch[0]),
        )
        for _, group in groupby(cards, key=lambda card: card.suit)
        if (stretch := list(group))
    )


def bakers(table: Table, look: Look) -> str:
    """Baker's Game: cells, homes, then a column a line."""
    t = look.t
    cells = table.of(PileKind.CELL)
    taken = "; ".join(f"{p.name}, {look.card(p.top)}" for p in cells if p.top is not None)
    free = " ".join(cell.name for cell in cells if cell.top is None)
    homes = ", ".join(
        f"{look.suit(pile.top)} {look.rank(pile.top.rank)}"
        for pile in table.of(PileKind.FOUNDATION)
        if pile.top is not None
    )
    lines = [t("Cells: {cells}.", cells=taken)] if taken else []
    lines += [t("Free cells: {cells}.", cells=free)] if free else [t("No free cell.")]
    lines.append(t("Home: {cards}.", cards=homes or t("nothing yet")))
    columns = table.of(PileKind.COLUMN)
    lines += [f"{pile.name}: {say(pile.cards[::-1], look)}." for pile in columns if pile.cards]
    gaps = " ".join(pile.name for pile in columns if not pile.cards)
    if gaps:
        lines.append(t("Empty columns: {columns}.", columns=gaps))
    return "\n".join(lines)


def calculation(table: Table, look: Look) -> str:
    """Calculation: suits are left out, only ranks matter there."""
    t = look.t
    hand = table.pile("t").top
    in_hand = look.card(hand) if hand is not None else t("nothing")
    lines = [t("In hand: {card}. Stock: {count}.", card=in_hand, count=table.pile("s").size)]
    for pile, order in zip(table.of(PileKind.FOUNDATION), ORDERS, strict=True):
        lines.append(_wants(pile, order[pile.size :], look))
    wastes = table.of(PileKind.WASTE)
    lines += [f"{_name(pile)}: {_ranks(pile.cards[::-1], look)}." for pile in wastes if pile.cards]
    gaps = " ".join(_name(pile) for pile in wastes if not pile.cards)
    if gaps:
        lines.append(t("Empty wastes: {wastes}.", wastes=gaps))
    return "\n".join(lines)


def _name(pile: Pile) -> str:
    return pile.name.upper()


def _ranks(cards: tuple[Card, ...], look: Look) -> str:
    return ", ".join(look.rank(card.rank) for card in cards)


def _wants(pile: Pile, rest: tuple[int, ...], look: Look) -> str:
    t = look.t
    name = _name(pile)
    if not rest:
        return t("{place} is complete.", place=name)
    top = look.rank(pile.top.rank) if pile.top is not None else t("nothing")
    following, *later = [look.rank(rank) for rank in rest]
    if not later:
        return t("{place} shows {top}, wants {next}.", place=name, top=top, next=following)
    return t(
        "{place} shows {top}, wants {next}, then {later}.",
        place=name,
        top=top,
        next=following,
        later=" ".join(later),
    )


def grip(table: Table, look: Look) -> str:
    """Devil's Grip: complete piles, the others by suit, then the top of the waste."""
    t = look.t
    piles = table.of(PileKind.PLACE)
    whole = [pile for pile in piles if complete(pile.cards)]
    lines = [_complete(whole, look)] if whole else []
    for suit in reversed(range(4)):
        runs = [
            _run(pile, look)
            for pile in sorted(piles, key=lambda pile: pile.cards[:1])
            if pile.cards and pile.cards[0].suit == suit and not complete(pile.cards)
        ]
        if runs:
            name = t(SPOKEN_SUITS[suit])
            lines.append(f"{name[0].upper()}{name[1:]}: {'; '.join(runs)}.")
    gaps = " ".join(pile.name for pile in piles if not pile.cards)
    if gaps:
        lines.append(t("Empty places: {places}.", places=gaps))
    lines.append(t("Stock: {count}.", count=table.pile("s").size))
    lines.append(waste(table, look, _WASTE_READ))
    return "\n".join(lines)


def waste(table: Table, look: Look, most: int | None = None) -> str:
    """The waste of Devil's Grip from the open card down; the first ``most`` cards or all."""
    t = look.t
    cards = table.pile("w").cards[::-1]
    if not cards:
        return t("The waste is empty.")
    read = cards[:most]
    text = say(read, look)
    if len(read) < len(cards):
        text += ", " + t.plural("{n} more card", "{n} more cards", len(cards) - len(read))
    return t("Waste {count}: {cards}.", count=len(cards), cards=text)


def _run(pile: Pile, look: Look) -> str:
    low, high = pile.cards[0], pile.cards[-1]
    if low == high:
        return f"{pile.name} {look.rank(low.rank)}"
    return look.t(
        "{place} {low} to {high}",
        place=pile.name,
        low=look.rank(low.rank),
        high=look.rank(high.rank),
    )


def _complete(piles: list[Pile], look: Look) -> str:
    t = look.t
    right = [pile for pile in piles if home_row(pile.cards) == pile.name[0]]
    wrong = [pile for pile in piles if home_row(pile.cards) != pile.name[0]]
    count = t.plural("{n} complete pile", "{n} complete piles", len(piles))
    parts = [f"{count}."]
    if right:
        text = t("{piles}, {count} in the right row", piles=count, count=len(right))
        parts = [f"{text}: {'; '.join(_by_suit(right, look))}."]
    if wrong:
        strays = [
            t(
                "{place} {suit} to row {row}",
                place=pile.name,
                suit=look.suit(pile.cards[0]),
                row=home_row(pile.cards),
            )
            for pile in wrong
        ]
        parts.append(t("Out of row: {piles}.", piles="; ".join(strays)))
    return "\n".join(parts)


def _by_suit(piles: list[Pile], look: Look) -> Iterator[str]:
    """The places of complete piles, the suit said once."""
    ordered = sorted(piles, key=lambda pile: -pile.cards[0].suit)
    for _, group in groupby(ordered, key=lambda pile: pile.cards[0].suit):
        same = list(group)
        yield f"{look.suit(same[0].cards[0])} {' '.join(pile.name for pile in same)}"
