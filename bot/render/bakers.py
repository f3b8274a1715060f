"""Baker's Game in monospace: cells and homes above, the eight columns hanging below.

Cells stand over columns 1-4 and homes over 5-8. Open ends are the lowest cards.
"""

from __future__ import annotations

from bot.look import Look
from bot.render.paper import WIDTH, card_or_dots, hanging, row, signs_of
from games.cards import ACE, Card, Suit
from games.table import Pile, PileKind, Table

_HALF = WIDTH // 2


def draw(table: Table, look: Look) -> str:
    """The board, 5 to 23 lines of at most 23 columns."""
    signs = signs_of(look)
    home = look.t("home")
    cells, homes, columns = (
        table.of(kind) for kind in (PileKind.CELL, PileKind.FOUNDATION, PileKind.COLUMN)
    )
    lines = [
        _names(cells) + signs.bar + " " * ((_HALF + 1 - len(home)) // 2) + home,
        row(card_or_dots(cell.top, look) for cell in cells)
        + signs.bar
        + row(_home(pile, look) for pile in homes),
        signs.dash * _HALF + signs.foot + signs.dash * _HALF,
        _names(columns),
        *hanging([_column(pile, look) for pile in columns]),
    ]
    return "\n".join(lines)


def _names(piles: tuple[Pile, ...]) -> str:
    """Each pile's name over the second sign of its cards, where the suits stand."""
    return " ".join(f"{pile.name:>2}" for pile in piles)


def _home(pile: Pile, look: Look) -> str:
    """The top card of a foundation, or its suit while it is empty."""
    if pile.top is not None:
        return look.card(pile.top)
    suit = Suit("cdhs".index(pile.name[1]))
    return signs_of(look).empty + look.suit(Card(ACE, suit))


def _column(pile: Pile, look: Look) -> list[str]:
    return [look.card(card) for card in pile.cards] or [card_or_dots(None, look)]
