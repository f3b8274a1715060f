"""Who speaks and where, as the core knows people and chats."""

from __future__ import annotations

from dataclasses import dataclass

import telegram
from telegram.constants import ChatType

from bot.requests import Actor, Chat, Person

PLATFORM = "telegram"
THEME = "letters"
GENERAL = 1
"""The topic that every forum has; its number is never told to Telegram."""
ANONYMOUS = 1087968824
"""The account under which administrators speak who hide behind their group."""

AnyMessage = telegram.Message | telegram.InaccessibleMessage


@dataclass(frozen=True, slots=True)
class Spot:
    """Where messages go: a chat, and the topic in it if it has topics and it isn't the General."""

    chat: int
    topic: int | None = None

    @property
    def group(self) -> bool:
        """Whether others are there."""
        return self.chat < 0

    @property
    def topics(self) -> str:
        """What addresses of the chat's topics begin with; their numbers follow."""
        return f"https://t.me/c/{str(self.chat).removeprefix('-100')}/"

    @property
    def text(self) -> str:
        """``chat`` or ``chat:topic``, as boards are stored."""
        return str(self.chat) if self.topic is None else f"{self.chat}:{self.topic}"

    @classmethod
    def read(cls, text: str) -> Spot:
        """The spot of such a text."""
        chat, _, topic = text.partition(":")
        return cls(int(chat), int(topic) if topic else None)


def spot_of(message: AnyMessage) -> Spot:
    """Where a message stands."""
    topic = None
    # In groups without topics a thread is only a chain of answers.
    if isinstance(message, telegram.Message) and message.is_topic_message:
        topic = message.message_thread_id
    return Spot(message.chat.id, None if topic == GENERAL else topic)


def where(message: AnyMessage, link: str = "") -> Chat:
    """The chat of a message; ``link`` is what deep links to the bot begin with."""
    chat, spot = message.chat, spot_of(message)
    place = ""
    if chat.is_forum:
        place = str(spot.topic or GENERAL)
    return Chat(
        PLATFORM,
        str(chat.id),
        private=chat.type == ChatType.PRIVATE,
        theme=THEME,
        place=place,
        link=link,
        calls="handles",
    )


def who(user: telegram.User, *, manager: bool = False, veiled: bool = False) -> Actor:
    """A person under the name that they chose; ``veiled`` if others speak as they do."""
    # Deleted accounts have no name at all.
    name = " ".join(filter(None, (user.first_name, user.last_name)))
    return Actor(
        PLATFORM,
        str(user.id),
        name,
        user.language_code or "",
        handle=user.username or "",
        manager=manager,
        veiled=veiled,
        reachable=True,
    )


def person(user: telegram.User) -> Person:
    """Somebody whom others name."""
    return Person(str(user.id), who(user).name, user.is_bot)
