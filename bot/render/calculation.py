"""Calculation in monospace: what each foundation still wants, the hand, the wastes.

Wastes are read from the top, the open card first and then what lies beneath in the order it will
come free. So foundations and wastes run the same way, and planning is comparing two rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.look import Look
from bot.render.paper import WIDTH, card_or_dots, pad, signs_of, spread, wrapped
from games.catalogue.calculation import ORDERS
from games.table import Pile, PileKind, Table


def draw(table: Table, look: Look) -> str:
    """The board, 12 to 19 lines of at most 23 columns."""
    signs, t = signs_of(look), look.t
    hand, stock = table.pile("t"), table.pile("s")
    top, following, later, beneath = t("top"), t("next"), t("then"), t("beneath")
    rail = signs.dash * (5 - len(top)) + top + signs.tee + beneath
    lines = [
        f"   {top} {following} {later}",
        *_foundations(table, look),
        signs.dash * WIDTH,
        spread(
            t("in hand {card}", card=card_or_dots(hand.top, look)),
            t("stock {count}", count=stock.size),
        ),
        rail + signs.dash * (WIDTH - len(rail)),
        *(line for pile in table.of(PileKind.WASTE) for line in _waste(pile, look)),
    ]
    return "\n".join(lines)


def _foundations(table: Table, look: Look) -> Iterator[str]:
    """The top card, the rank that comes next (marked when one is open) and all ranks after it."""
    signs, complete = signs_of(look), look.t("complete")
    wanted = {move.target for move in table.moves}
    for pile, order in zip(table.of(PileKind.FOUNDATION), ORDERS, strict=True):
        start = pad(f"{pile.name.upper()} {card_or_dots(pile.top, look)}", 7)
        rest = [look.rank(rank) for rank in order[pile.size :]]
        if rest:
            mark = signs.fits if pile.name in wanted else " "
            yield f"{start}{mark}{rest[0]}   {''.join(rest[1:])}".rstrip()
        else:
            yield f"{start} {complete}"


def _waste(pile: Pile, look: Look) -> Iterator[str]:
    """Seven cards on the first line, the open one before the bar, then six a line."""
    name = pile.name.upper()
    if pile.top is None:
        yield f"{name} {card_or_dots(None, look)}"
        return
    bar = signs_of(look).bar
    open_card, *beneath = [look.card(card) for card in reversed(pile.cards)]
    if not beneath:
        yield f"{name} {open_card}"
        return
    first, *more = wrapped(beneath, 6)
    yield f"{name} {open_card}{bar}{first}"
    for line in more:
        yield f"     {bar}{line}"
