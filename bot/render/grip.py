"""Devil's Grip in monospace: three rows of hanging piles, then the waste.

A pile hangs below its top card, ranks only. A complete one folds to its top card over ``ok`` or
over the row it belongs to, so finishing piles makes the board shorter.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.look import Look
from bot.render.paper import WIDTH, card_or_dots, hanging, signs_of, spread, wrapped
from games.catalogue.devils_grip import ROWS, complete, home_row
from games.table import Pile, PileKind, Table


def draw(table: Table, look: Look) -> str:
    """The board, 9 to 26 lines of at most 23 columns."""
    signs, t = signs_of(look), look.t
    places = table.of(PileKind.PLACE)
    waste, stock = table.pile("w"), table.pile("s")
    lines = [" ".join(f"{number:>2}" for number in range(1, 9))]
    for number, name in enumerate(ROWS):
        lines.append(_rail(name, look))
        lines += hanging([_pile(pile, look) for pile in places[8 * number : 8 * number + 8]])
    lines += [
        signs.dash * WIDTH,
        spread(t("waste {count}", count=waste.size), t("stock {count}", count=stock.size)),
        *_waste(waste, look),
    ]
    return "\n".join(lines)


def _rail(name: str, look: Look) -> str:
    """The row's name and the ranks it collects."""
    dash = signs_of(look).dash
    ranks = " ".join(look.rank(rank) for rank in ROWS[name])
    return f"{name} {dash * 2} {ranks} {dash * (WIDTH - 6 - len(ranks))}"


def _pile(pile: Pile, look: Look) -> list[str]:
    """The top card and below it the other ranks, or the mark of a complete pile."""
    top = card_or_dots(pile.top, look)
    if complete(pile.cards):
        return [top, _mark(pile, look)]
    return [top, *(look.rank(card.rank) for card in reversed(pile.cards[:-1]))]


def _mark(pile: Pile, look: Look) -> str:
    row = home_row(pile.cards)
    return "ok" if row == pile.name[0] else signs_of(look).leads + row


def _waste(pile: Pile, look: Look) -> Iterator[str]:
    """The open card before the bar, then the cards beneath it; seven a line."""
    if not pile.cards:
        return
    first, *more = wrapped([look.card(card) for card in reversed(pile.cards)], 7)
    yield "W " + first.replace(" ", signs_of(look).bar, 1)
    for line in more:
        yield f"  {line}"
