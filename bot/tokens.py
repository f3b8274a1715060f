"""Button tokens: stateless, ASCII, at most 64 bytes, without authority.

``1:g:<game>:<seq>:<action>`` acts on a board: the game's number in base 36, the ``seq`` the board
was drawn at, and an action of letters, digits and ``.=!>-``.
``1:p:<page>`` opens a page that belongs to no game: ``<name>[.<argument>…]``.
``1:s:<setting>.<value>`` changes a setting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 64
_ACTION = re.compile(r"[a-z0-9.=!>_-]{1,40}\Z", re.ASCII)
_NUMBER = re.compile(r"[0-9a-z]{1,12}\Z", re.ASCII)
_SEQ = re.compile(r"[0-9]{1,9}\Z", re.ASCII)
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class OnGame:
    """A press on a board as it was at ``seq``."""

    game_id: int
    seq: int
    action: str


@dataclass(frozen=True, slots=True)
class OnPage:
    """A press that opens page ``name`` with ``arguments``."""

    name: str
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OnSetting:
    """A press that sets ``name`` to ``value``."""

    name: str
    value: str


Token = OnGame | OnPage | OnSetting


def encode(token: Token) -> str:
    """The token's text; raises ValueError when it would pass 64 bytes or hold other signs."""
    match token:
        case OnGame(game_id, seq, action):
            text, tail = f"1:g:{base36(game_id)}:{seq}:{action}", action
        case OnPage(name, arguments):
            tail = ".".join((name, *arguments))
            text = f"1:p:{tail}"
        case OnSetting(name, value):
            tail = f"{name}.{value}"
            text = f"1:s:{tail}"
    if len(text) > LONGEST or not _ACTION.match(tail):
        raise ValueError(f"no token can hold this: {len(text)} signs")
    return text


def decode(text: str) -> Token | None:
    """The token of a text, or None when it isn't one of ours."""
    parts = text.split(":")
    match parts:
        case ["1", "g", number, seq, action] if (
            _NUMBER.match(number) and _SEQ.match(seq) and _ACTION.match(action)
        ):
            return OnGame(int(number, 36), int(seq), action)
        case ["1", "p", tail] if _ACTION.match(tail):
            name, *arguments = tail.split(".")
            return OnPage(name, tuple(arguments))
        case ["1", "s", tail] if _ACTION.match(tail) and tail.count(".") == 1:
            name, value = tail.split(".")
            return OnSetting(name, value)
    return None


def base36(number: int) -> str:
    """A number in base 36; raises ValueError for negative ones."""
    if number < 0:
        raise ValueError(f"not a game's number: {number}")
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits
