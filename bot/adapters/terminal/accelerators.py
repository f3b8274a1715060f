"""Which single key of the keyboard presses which button while the buttons have the focus."""

from __future__ import annotations

import string
import unicodedata
from collections import Counter

from bot import tokens
from bot.replies import Button, Rows

IN_ROW = 6
"""Rows of more buttons, such as a grid's, have no room for a sign each; arrow keys reach them."""

_BACK = "0"
_TURN = "d"
_PLACES = "12345678abcd"
"""Places named by one sign; controls keep away from these letters on the boards of every game."""
_TARGETS = _PLACES + "h"
_SPARE = "123456789" + string.ascii_lowercase


def accelerators(rows: Rows, back: Button | None = None) -> dict[int, str]:
    """A sign for each button by its number from 0, no sign twice.

    A sign means on a button what it means in a typed move; ``back``, the way to the board, is 0 on
    every page. Controls have a letter of their label where one is free, the rest what is left in
    reading order.
    """
    numbered: list[tuple[int, Button]] = []
    number = 0
    for row in rows:
        if len(row) <= IN_ROW:
            numbered += enumerate(row, number)
        number += len(row)
    actions = {at: _action(button) for at, button in numbered}
    plays = [at for at, action in actions.items() if "." in action]
    if len(plays) == 1 and back is not None:  # a hint's “Play it” is one key, whatever the move
        actions[plays[0]] = "play"
    own = _own(actions)
    if back is not None and _action(back) in ("", "board"):  # answers have letters, as in “no”
        own |= {at: _BACK for at, button in numbered if button == back}
    # A game that is over has no places, but its Undo is the same.
    board = any("." in action or action == "undo" for action in actions.values())
    kept = _PLACES if board else ""
    found: dict[int, str] = {}
    for wanted in (
        {at: own.get(at, "") for at in actions},
        {at: _letters(button, kept) for at, button in numbered if "." not in actions[at]},
        dict.fromkeys(actions, _SPARE),
    ):
        for at, signs in wanted.items():
            free = [sign for sign in signs if sign not in found.values()]
            if at not in found and free:
                found[at] = free[0]
    return found


def _own(actions: dict[int, str]) -> dict[int, str]:
    """The signs that moves, places and the way back have by themselves, by button."""
    named = {at: _named(action) for at, action in actions.items()}
    own = {at: names[0] for at, names in named.items() if len(names) == 1}
    # A move is known by where it comes from, or by where it goes where more come from there.
    for side in (0, 1):
        times = Counter(names[side] for names in named.values() if len(names) == 2)
        for at, names in named.items():
            if at not in own and len(names) == 2 and times[names[side]] == 1:
                own[at] = names[side]
    return own


def _named(action: str) -> str:
    """What an action names by one sign each: a place, or where a move comes from and goes to."""
    what, _, code = action.partition(".")
    if action in ("m.d", "p.s"):  # turned, or told why it can't be
        return _TURN
    if what == "p" and len(code) == 1:
        return code
    if what == "x":
        code = code.replace(".", "")[:2]
    moves = what in ("m", "x") and len(code) == 2 and code[0] in _PLACES and code[1] in _TARGETS
    return code if moves else ""


def _letters(button: Button, kept: str) -> str:
    """The letters of a label, without those that are ``kept`` for others."""
    plain = unicodedata.normalize("NFKD", button.label.casefold())
    return "".join(sign for sign in plain if sign in string.ascii_lowercase and sign not in kept)


def _action(button: Button) -> str:
    """What a button does to the game; empty for this screen's own way back."""
    match tokens.decode(button.token):
        case tokens.OnGame(_, _, action):
            return action
    return "page" if button.token else ""
