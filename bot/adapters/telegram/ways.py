"""Which way an answer to a press takes: into the pressed message, under it, beside it, or aloud."""

from __future__ import annotations

from enum import Enum, auto

from bot import tokens
from bot.adapters.telegram.drawing import is_document
from bot.handlers import challenge_tokens as vs
from bot.replies import Reply

_BESIDE = frozenset({"share", "rules", "theme"})
"""Keys of a board whose answers shall not push the board aside."""


class Way(Enum):
    """How an answer reaches who pressed."""

    EDIT = auto()
    """In place of the pressed message."""
    UNDER = auto()
    """The board stays; the sentences stand under it, and its keys give way to the answer's."""
    KEYS = auto()
    """The board stays with the answer's keys; the sentences are told to who pressed alone."""
    TOLD = auto()
    """Told to who pressed alone."""
    ANEW = auto()
    """A message of its own."""


def way_of_press(token: tokens.Token | None, reply: Reply, *, answered: bool, group: bool) -> Way:
    """The way of the answer to a press.

    ``answered`` tells that Telegram was told already that the press has come through, so that
    nothing can be told to one person alone any more.
    """
    if reply.live is not None:
        return Way.EDIT
    if reply.aside and not reply.rows and not answered:
        return Way.TOLD
    if is_document(reply):
        return Way.ANEW
    if not isinstance(token, tokens.OnGame):
        # In a private chat the answer takes the question's place, and its keys with it.
        told = reply.private and not reply.rows and not answered and group
        aside = Way.ANEW if is_again(token) else Way.EDIT
        return Way.TOLD if told else aside
    if token.action in _BESIDE and not reply.private:
        return Way.ANEW
    if token.action.startswith("replay."):
        return Way.EDIT
    if not reply.private:
        return Way.UNDER
    if not asks(reply):
        # Keys that start a game are offered elsewhere too: the board keeps its own.
        return Way.ANEW if answered else Way.TOLD
    return Way.KEYS if group and not answered else Way.UNDER


def is_again(token: tokens.Token | None) -> bool:
    """Whether it asks for something new after a result, which stays as it is."""
    return isinstance(token, tokens.OnPage) and (token.name, *token.arguments[:1]) == (
        vs.PAGE,
        vs.AGAIN,
    )


def asks(reply: Reply) -> bool:
    """Whether the reply's keys act on a game, so that they are needed to go on."""
    return any(
        isinstance(tokens.decode(button.token), tokens.OnGame)
        for row in reply.rows
        for button in row
    )
