"""Which single key of the keyboard presses which button while the buttons have the focus."""

from __future__ import annotations

import string
import unicodedata

from bot import tokens
from bot.replies import Button, Rows

IN_ROW = 4
"""Rows of more buttons have no room for a sign each; the arrow keys reach them."""

_SPARE = "123456789" + string.ascii_lowercase


def accelerators(rows: Rows) -> dict[int, str]:
    """A sign for each button by its number from 0, no sign twice.

    A place of one sign is pressed by it, a control by a letter of its label where one is free,
    the rest by what is left in reading order.
    """
    numbered: list[tuple[int, Button]] = []
    number = 0
    for row in rows:
        if len(row) <= IN_ROW:
            numbered += enumerate(row, number)
        number += len(row)
    found = {at: name for at, button in numbered if len(name := _place(button)) == 1}
    for wanted in (_letters, _anything):
        for at, button in numbered:
            free = [sign for sign in wanted(button) if sign not in found.values()]
            if at not in found and free:
                found[at] = free[0]
    return found


def _place(button: Button) -> str:
    action = _action(button)
    return action[2:] if action.startswith("p.") else ""


def _letters(button: Button) -> str:
    """The letters of a control's or a page's label; boards' moves have none of their own."""
    if "." in _action(button):
        return ""
    plain = unicodedata.normalize("NFKD", button.label.casefold())
    return "".join(sign for sign in plain if sign in string.ascii_lowercase)


def _anything(button: Button) -> str:
    del button
    return _SPARE


def _action(button: Button) -> str:
    match tokens.decode(button.token):
        case tokens.OnGame(_, _, action):
            return action
    return ""
