"""A board for a game without a drawing of its own: a pile a line, from the Table alone."""

from __future__ import annotations

from collections.abc import Iterator

from bot.look import Look
from bot.render.paper import WIDTH, card_or_dots, wrapped
from bot.render.spoken import say
from games.table import Pile, Table


def draw(table: Table, look: Look) -> str:
    """Every pile's name and its cards from the base to the open end, at most 23 columns."""
    indent = max(len(pile.name) for pile in table.piles) + 1
    return "\n".join(line for pile in table.piles for line in _pile(pile, indent, look))


def _pile(pile: Pile, indent: int, look: Look) -> Iterator[str]:
    """The cards wrapped under each other; a count stands for face-down and covered cards."""
    unseen = pile.hidden + pile.covered
    cells = [f"({unseen})"] if unseen else []
    cells += [look.card(card) for card in pile.cards]
    # A count such as "(48)" takes the room of one card and a half: leave one card less.
    count = (WIDTH - indent + 1) // 3 - bool(unseen)
    first, *more = wrapped(cells or [card_or_dots(None, look)], count)
    yield f"{pile.name:<{indent}}{first}"
    for line in more:
        yield " " * indent + line


def speak(table: Table, look: Look) -> str:
    """The same in words."""
    return "\n".join(_sentence(pile, look) for pile in table.piles)


def _sentence(pile: Pile, look: Look) -> str:
    t = look.t
    unseen = pile.hidden + pile.covered
    parts = [say(pile.cards[::-1], look)] if pile.cards else []
    if unseen:
        parts.append(t.plural("{n} more card", "{n} more cards", unseen))
    said = ", ".join(parts) or t("empty")
    return f"{pile.name}: {said}."
