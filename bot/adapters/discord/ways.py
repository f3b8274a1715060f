"""Which way an answer takes: into the message that was pressed, beside it, or anew."""

from __future__ import annotations

from enum import Enum, auto

from bot import tokens
from bot.handlers import challenge_tokens as vs
from bot.replies import Reply


class Way(Enum):
    """How an answer reaches the chat."""

    EDIT = auto()
    """In place of the pressed message."""
    NOTICE = auto()
    """A message of its own that only who pressed sees."""
    PUBLIC = auto()
    """A message of its own for everybody here."""
    REFRESH = auto()
    """In place of the game's live board, wherever that stands; the notice goes."""
    ALONE = auto()
    """A live board of its own that only who pressed sees."""
    ANEW = auto()
    """A new live board; the notice goes."""


def way_of_press(
    token: tokens.Token | None, reply: Reply, *, notice: bool, alone: bool, hidden: bool
) -> Way:
    """The way of the answer to a press.

    ``notice`` tells that a notice was pressed and no board or page, ``alone`` that nobody else
    sees the pressed message, ``hidden`` that the game's board is for its player alone.
    """
    if reply.live is not None and reply.secret:
        return Way.EDIT if alone else Way.ALONE
    if reply.private:
        return Way.EDIT if notice and alone else Way.NOTICE
    if reply.live is not None:
        if not notice or (hidden and alone):
            return Way.EDIT
        return Way.ANEW if isinstance(token, tokens.OnPage) else Way.REFRESH
    match token:
        case None:
            # Typed into a field over a board: the board stays.
            return Way.NOTICE
        case tokens.OnGame(action="share") | tokens.OnPage(vs.PAGE, (vs.NEW | vs.AGAIN, *_)):
            return Way.PUBLIC
        case tokens.OnGame(action=action) if not (notice or action.startswith("replay.")):
            # Rules or themes shall not push the board aside.
            return Way.NOTICE
    return Way.EDIT
