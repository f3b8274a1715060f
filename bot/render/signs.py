"""The emoji theme where there are no pictures: plain signs, a column or a waste a line.

The signs are set outside code blocks, where an app may show ♥ as a picture of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.look import SUIT_SIGNS, Look
from bot.render.emoji import wants
from bot.render.faces import CHECK, EMPTY, home_face, signed
from bot.render.paper import signs_of
from games.cards import Card, Suit
from games.catalogue.calculation import ORDERS
from games.catalogue.devils_grip import complete, home_row
from games.table import Pile, PileKind, Table


def bakers(table: Table, look: Look) -> Iterator[str]:
    """Baker's Game: cells and homes, then the columns from the base to the open end."""
    cells = " ".join(_one(cell.top, look) for cell in table.of(PileKind.CELL))
    homes = " ".join(home_face(pile, look).text for pile in table.of(PileKind.FOUNDATION))
    yield f"{cells} {signs_of(look).bar} {homes}"
    for pile in table.of(PileKind.COLUMN):
        yield f"{pile.name}. {_row(pile.cards, look)}"


def calculation(table: Table, look: Look) -> Iterator[str]:
    """Calculation: foundations with all they still want, the hand, wastes from the open card."""
    t = look.t
    wanted = {move.target for move in table.moves}
    for pile, order in zip(table.of(PileKind.FOUNDATION), ORDERS, strict=True):
        rest = wants(order[pile.size :], look, fits=pile.name in wanted)
        yield f"{pile.name.upper()}. {_one(pile.top, look)} {rest}"
    hand = t("in hand {card}", card=_one(table.pile("t").top, look))
    yield hand + " · " + t("stock {count}", count=table.pile("s").size)
    for pile in table.of(PileKind.WASTE):
        yield f"{pile.name.upper()}. {_from_the_top(pile.cards, look)}"


def grip(table: Table, look: Look) -> Iterator[str]:
    """Devil's Grip by suit, since the buttons beneath are the grid; then the waste in full."""
    t = look.t
    piles, waste = table.of(PileKind.PLACE), table.pile("w")
    for suit in reversed(Suit):
        runs = tuple(_runs([p for p in piles if p.cards and p.cards[0].suit == suit], look))
        if runs:
            yield f"{SUIT_SIGNS[suit]} {' · '.join(runs)}"
    leads = signs_of(look).fits
    strays = [
        f"{pile.name}{leads}{home_row(pile.cards)}"
        for pile in piles
        if complete(pile.cards) and home_row(pile.cards) != pile.name[0]
    ]
    if strays:
        yield t("Out of row: {piles}.", piles=", ".join(strays))
    gaps = " ".join(pile.name for pile in piles if not pile.cards)
    if gaps:
        yield t("Empty places: {places}.", places=gaps)
    if waste.cards:
        cards = _from_the_top(waste.cards, look)
        yield t("Waste {count}: {cards}.", count=waste.size, cards=cards)
    else:
        yield t("The waste is empty.")
    yield t("Stock: {count}.", count=table.pile("s").size)


def _runs(piles: list[Pile], look: Look) -> Iterator[str]:
    """Piles of one suit from the lowest: ``2-5-8``, ``3``, and the complete ones counted."""
    tops = Counter(cards[-1] for cards in {pile.cards for pile in piles})
    for pile in sorted(piles, key=lambda pile: (pile.cards, pile.name)):
        if not complete(pile.cards):
            run = "-".join(look.rank(card.rank) for card in pile.cards)
            # The buttons show tops only: where unlike piles share one, the place tells them apart.
            yield f"{run} ({pile.name})" if tops[pile.cards[-1]] > 1 else run
    whole = sum(complete(pile.cards) for pile in piles)
    if whole:
        yield f"{CHECK}×{whole}"


def anygame(table: Table, look: Look) -> Iterator[str]:
    """A game without a drawing of its own; a count stands for cards that aren't seen."""
    for pile in table.piles:
        unseen = pile.hidden + pile.covered
        cards = _row(pile.cards, look) if pile.cards or not unseen else ""
        yield f"{pile.name}. " + " ".join(filter(None, (f"({unseen})" if unseen else "", cards)))


def _one(card: Card | None, look: Look) -> str:
    return EMPTY.text if card is None else signed(card, look)


def _row(cards: tuple[Card, ...], look: Look) -> str:
    return " ".join(signed(card, look) for card in cards) or EMPTY.text


def _from_the_top(cards: tuple[Card, ...], look: Look) -> str:
    """The open card, a bar, and what lies beneath in the order it will come free."""
    if not cards:
        return EMPTY.text
    beneath = _row(cards[-2::-1], look) if len(cards) > 1 else ""
    return signed(cards[-1], look) + (f" {signs_of(look).bar} {beneath}" if beneath else "")
