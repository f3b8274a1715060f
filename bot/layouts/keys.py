"""What a board's buttons are made of, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.replies import Style
from games.errors import Refusal
from games.moves import Move


@dataclass(frozen=True, slots=True)
class Key:
    """A button of a board before it has a token: ``action`` becomes the token's action.

    Actions on a table: ``m.<code>`` plays a move, ``x.<source>.<target>.<count>`` a run,
    ``p.<place>`` is a press on a place, ``q.<place>`` chooses a place first (a second press
    follows). Controls are command words such as ``undo``, ``menu``, ``auto``, ``tidy``, ``board``.
    """

    label: str
    action: str
    style: Style = Style.PLAIN


KeyRows = tuple[tuple[Key, ...], ...]


@dataclass(frozen=True, slots=True)
class Play:
    """The press plays these moves as one action."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """The press asks: a question and the keys that answer it, Back among them."""

    question: str
    rows: KeyRows


@dataclass(frozen=True, slots=True)
class Refused:
    """The press can't do anything here, and why."""

    refusal: Refusal


Pressed = Play | Ask | Refused
