"""The emoji theme where cards are shown as pictures: a column or a waste a line.

The first text of a line names what lies there.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.look import Look
from bot.render.faces import BACK, EMPTY, face, faces, home_face, pile_face
from bot.render.paper import signs_of
from bot.replies import Face, Line
from games.cards import Card
from games.catalogue.calculation import ORDERS
from games.catalogue.devils_grip import ROWS
from games.table import Pile, PileKind, Table


def bakers(table: Table, look: Look) -> tuple[Line, ...]:
    """Baker's Game: cells, homes, then the columns from the base to the open end."""
    t = look.t
    cells = tuple(face(pile.top, look) for pile in table.of(PileKind.CELL))
    homes = tuple(home_face(pile, look) for pile in table.of(PileKind.FOUNDATION))
    lines: list[Line] = [(t("cells") + " ", *cells), (t("home") + " ", *homes)]
    lines += [(f"{pile.name} ", *faces(pile.cards, look)) for pile in table.of(PileKind.COLUMN)]
    return tuple(lines)


def calculation(table: Table, look: Look) -> tuple[Line, ...]:
    """Calculation: foundations with all they still want, the hand, wastes from the open card."""
    wanted = {move.target for move in table.moves}
    foundations = zip(table.of(PileKind.FOUNDATION), ORDERS, strict=True)
    return (
        *(
            (
                f"{pile.name.upper()} ",
                face(pile.top, look),
                f" {wants(order[pile.size :], look, fits=pile.name in wanted)}",
            )
            for pile, order in foundations
        ),
        (look.t("hand") + " ", face(table.pile("t").top, look), " · ", *_stock(table, look)),
        *(
            (f"{pile.name.upper()} ", *_from_the_top(pile.cards, look))
            for pile in table.of(PileKind.WASTE)
        ),
    )


def wants(rest: tuple[int, ...], look: Look, *, fits: bool) -> str:
    """The rank a foundation wants, marked when a card that ``fits`` is open, and those after it."""
    if not rest:
        return look.t("complete")
    following, *later = map(look.rank, rest)
    mark = signs_of(look).fits if fits else ""
    return f"→ {mark}{following}" + (f" · {' '.join(later)}" if later else "")


def grip(table: Table, look: Look) -> tuple[Line, ...]:
    """Devil's Grip: under what each row collects its eight piles, then the waste in full."""
    places, waste = table.of(PileKind.PLACE), table.pile("w")
    lines: list[Line] = []
    for number, name in enumerate(ROWS):
        lines.append((f"{name} · {' '.join(map(look.rank, ROWS[name]))}",))
        row = places[8 * number : 8 * number + 8]
        lines.append(tuple(pile_face(pile, look) for pile in row))
    lines.append((look.t("waste {count}", count=waste.size), " · ", *_stock(table, look)))
    if waste.cards:
        lines.append(("W ", *_from_the_top(waste.cards, look)))
    return tuple(lines)


def _from_the_top(cards: tuple[Card, ...], look: Look) -> Iterator[str | Face]:
    """The open card, a gap, and what lies beneath in the order it will come free."""
    if not cards:
        yield EMPTY
        return
    open_card, *beneath = faces(cards[::-1], look)
    yield open_card
    if beneath:
        yield " "
        yield from beneath


def _stock(table: Table, look: Look) -> Iterator[str | Face]:
    count = table.pile("s").size
    if count:
        yield BACK
        yield " "
    yield look.t("stock {count}", count=count)


def anygame(table: Table, look: Look) -> tuple[Line, ...]:
    """A game without a drawing of its own: every pile from the base to the open end."""
    return tuple((f"{pile.name} ", *_any_pile(pile, look)) for pile in table.piles)


def _any_pile(pile: Pile, look: Look) -> Iterator[str | Face]:
    """A back and a count stand for face-down and covered cards."""
    unseen = pile.hidden + pile.covered
    if unseen:
        yield BACK
        yield f" ({unseen}) "
    if pile.cards or not unseen:
        yield from faces(pile.cards, look)
