"""What Telegram's refusals mean, told apart by what is to be done about them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    EndPointNotFound,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

# Waiting times as the library will have them; otherwise each one warns.
os.environ.setdefault("PTB_TIMEDELTA", "true")


class Kind(Enum):
    """What is to be done."""

    SAME = auto()
    """The message is already like this: nothing."""
    NOT_THERE = auto()
    """The message is gone or can't be edited: post it anew."""
    TOO_LATE = auto()
    """The press is forgotten: it needs no answer any more."""
    SHUT_OUT = auto()
    """Blocked, thrown out, or there is no such chat: write no more there."""
    NO_TOPIC = auto()
    """The topic is closed or deleted: say so elsewhere in the chat."""
    MOVED = auto()
    """The group has become a supergroup: go on there."""
    WAIT = auto()
    """Too much at once: again later."""
    CUT_OFF = auto()
    """Nobody answered: again, ever more slowly."""
    RIVAL = auto()
    """Another copy of the program receives in our place."""
    TOKEN = auto()
    """The token is worth nothing (any more)."""
    OTHER = auto()
    """Something that nobody foresaw: note it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A refusal: its kind, Telegram's words for it, seconds to wait, the chat's new id."""

    kind: Kind
    words: str
    seconds: float = 0.0
    chat: int = 0


_WORDS = (
    (Kind.SAME, ("message is not modified",)),
    (
        Kind.NOT_THERE,
        (
            "message to edit not found",
            "message can't be edited",
            "message_id_invalid",
            "message to delete not found",
        ),
    ),
    (Kind.TOO_LATE, ("query is too old", "query id is invalid", "query_id_invalid")),
    (
        Kind.NO_TOPIC,
        ("topic_closed", "topic_deleted", "message thread not found", "topic_id_invalid"),
    ),
    (
        Kind.SHUT_OUT,
        (
            "chat not found",
            "not enough rights to send",
            "chat_write_forbidden",
            "chat_restricted",
            "have no rights to send",
            "group chat was deactivated",
            "user is deactivated",
            "peer_id_invalid",
        ),
    ),
)


def judged(error: TelegramError) -> Fault:
    """The fault that an error of the library stands for."""
    words = str(error)
    match error:
        case RetryAfter():
            after = error.retry_after
            seconds = after.total_seconds() if isinstance(after, timedelta) else float(after)
            return Fault(Kind.WAIT, words, seconds=seconds)
        case ChatMigrated():
            return Fault(Kind.MOVED, words, chat=error.new_chat_id)
        case Conflict():
            return Fault(Kind.RIVAL, words)
        case InvalidToken() | EndPointNotFound():
            # The library's words may hold the token.
            return Fault(Kind.TOKEN, type(error).__name__)
        case Forbidden():
            return Fault(Kind.SHUT_OUT, words)
        case BadRequest():
            said = words.casefold()
            kinds = (kind for kind, marks in _WORDS if any(mark in said for mark in marks))
            return Fault(next(kinds, Kind.OTHER), words)
        case NetworkError():
            return Fault(Kind.CUT_OFF, type(error).__name__)
    return Fault(Kind.OTHER, words)
