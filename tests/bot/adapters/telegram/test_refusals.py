"""Telegram's refusals, told apart."""

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.adapters.telegram.faults import Kind, judged

SAME = (
    "Message is not modified: specified new message content and reply markup are exactly the "
    "same as a current content and reply markup of the message"
)


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (BadRequest(SAME), Kind.SAME),
        (BadRequest("Message to edit not found"), Kind.NOT_THERE),
        (BadRequest("Message can't be edited"), Kind.NOT_THERE),
        (
            BadRequest("Query is too old and response timeout expired or query id is invalid"),
            Kind.TOO_LATE,
        ),
        (BadRequest("TOPIC_CLOSED"), Kind.NO_TOPIC),
        (BadRequest("Message thread not found"), Kind.NO_TOPIC),
        (BadRequest("Chat not found"), Kind.SHUT_OUT),
        (
            BadRequest("Not enough rights to send text messages to the chat"),
            Kind.SHUT_OUT,
        ),
        (BadRequest("Can't parse entities"), Kind.OTHER),
        (Forbidden("Forbidden: bot was blocked by the user"), Kind.SHUT_OUT),
        (Forbidden("Forbidden: bot was kicked from the supergroup chat"), Kind.SHUT_OUT),
        (Conflict("terminated by other getUpdates request"), Kind.RIVAL),
        (NetworkError("Bad Gateway"), Kind.CUT_OFF),
        (TimedOut(), Kind.CUT_OFF),
        (TelegramError("Invalid server response"), Kind.OTHER),
    ],
)
def test_each_refusal_has_its_kind(error, kind):
    """By Telegram's own words, whatever their case."""
    assert judged(error).kind is kind


def test_a_wait_says_how_long():
    """Whole seconds or fractions."""
    fault = judged(RetryAfter(7))

    assert (fault.kind, fault.seconds) == (Kind.WAIT, 7.0)


def test_a_move_says_where_to():
    """The supergroup's id."""
    fault = judged(ChatMigrated(-1001))

    assert (fault.kind, fault.chat) == (Kind.MOVED, -1001)


def test_a_refused_token_is_not_repeated():
    """The library names it in its error; what we log doesn't."""
    fault = judged(InvalidToken("The token `1:secret` was rejected by the server."))

    assert fault.kind is Kind.TOKEN
    assert "secret" not in fault.words
