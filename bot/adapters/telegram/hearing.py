"""Which messages are meant for the bot, and what they say to it.

Nothing else is looked at, kept or logged. In groups these are commands and replies to messages of
the bot: with privacy mode on Telegram sends no others.
"""

from __future__ import annotations

import re

import telegram
from telegram.constants import ChatType, MessageEntityType

from bot.adapters.telegram.places import person
from bot.commands import split_command
from bot.requests import Person

_COMMAND = re.compile(r"\w{1,32}\Z", re.ASCII)
_TELEGRAM = 777000
"""The account that brings the posts of a linked channel."""


def heard(message: telegram.Message, me: telegram.User) -> str | None:
    """The text said to the bot ``me``, without slash and address; None for all others."""
    text = _spelled(message)
    if text is None or message.via_bot is not None or message.from_user is None:
        return None
    robot = message.from_user.is_bot and message.sender_chat is None
    if robot or message.from_user.id == _TELEGRAM:
        return None
    private = message.chat.type == ChatType.PRIVATE
    if text.startswith("/"):
        return _commanded(text[1:], me, private=private)
    if private or _answers(message, me):
        return text
    return None


def mentioned(message: telegram.Message) -> tuple[Person, ...]:
    """Whom the message mentions without their public name: ``heard`` has their ids."""
    return tuple(person(each.user) for each in _mentions(message) if each.user is not None)


def answered(message: telegram.Message, me: telegram.User) -> Person | None:
    """Who else than the bot ``me`` wrote what the message is a reply to."""
    other = message.reply_to_message
    if other is None or other.from_user is None or other.from_user.id == me.id:
        return None
    # Whoever hides behind a chat is nobody to play with.
    if other.sender_chat is not None or other.forum_topic_created is not None:
        return None
    return person(other.from_user)


def _mentions(message: telegram.Message) -> list[telegram.MessageEntity]:
    return [each for each in message.entities if each.type == MessageEntityType.TEXT_MENTION]


def _spelled(message: telegram.Message) -> str | None:
    """The text with ``<@id>`` for who is mentioned without a public name."""
    if message.text is None:
        return None
    text = message.text.encode("utf-16-le")
    for each in reversed(_mentions(message)):
        if each.user is not None:
            start, end = 2 * each.offset, 2 * (each.offset + each.length)
            text = text[:start] + f"<@{each.user.id}>".encode("utf-16-le") + text[end:]
    return text.decode("utf-16-le", "replace")


def _commanded(text: str, me: telegram.User, *, private: bool) -> str | None:
    first, *rest = text.split(None, 1)[:2] or [""]
    command, _, name = first.partition("@")
    if not private and not (text.startswith(first) and _COMMAND.match(command)):
        # Talk that happens to begin with a slash.
        return None
    if name and name.casefold() != (me.username or "").casefold():
        return None
    if not name and not private and split_command(command)[0] is None:
        # Another bot's, most likely: without an address all bots of a group are given it.
        return None
    return " ".join((command, *rest))


def _answers(message: telegram.Message, me: telegram.User) -> bool:
    answered = message.reply_to_message
    if answered is None or answered.from_user is None:
        return False
    # Whatever stands in a topic "answers" the notice that opened it.
    return answered.from_user.id == me.id and answered.forum_topic_created is None


def wordless(message: telegram.Message) -> bool:
    """Whether somebody sent a picture, a voice or the like to the bot alone."""
    return message.chat.type == ChatType.PRIVATE and bool(message.effective_attachment)


def veiled(message: telegram.Message) -> bool:
    """Whether who speaks hides behind a chat: an anonymous administrator, or a channel."""
    return message.sender_chat is not None
