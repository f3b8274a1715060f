"""People, chats and messages, each as Telegram tells a bot about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.fakes.telegram.markup import Text

ANONYMOUS = 1087968824
"""GroupAnonymousBot: who an administrator is that hides behind the group."""
CHANNEL = 136817688
"""Channel_Bot: who somebody is that writes as a channel."""


@dataclass(eq=False)
class User:
    """Somebody, or a bot."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    is_bot: bool = False

    def json(self) -> dict[str, Any]:
        """As Telegram tells it."""
        told = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        more = {name: getattr(self, name) for name in ("last_name", "username", "language_code")}
        return told | {name: value for name, value in more.items() if value}


@dataclass(eq=False)
class Topic:
    """A topic of a forum; ``id`` is the number of the message that says it was made."""

    id: int
    name: str
    closed: bool = False
    gone: bool = False


@dataclass(eq=False)
class Chat:
    """A chat.

    ``bot`` is how the bot stands in it: a member's status, ``blocked``, or ``stranger`` to
    somebody who has never written to it.
    """

    id: int
    kind: str
    title: str = ""
    user: User | None = None
    forum: bool = False
    bot: str = "member"
    topics: dict[int, Topic] = field(default_factory=dict)
    members: dict[int, str] = field(default_factory=dict)
    messages: dict[int, Sent] = field(default_factory=dict)
    migrated_to: int | None = None
    may_write: bool = True
    last_id: int = 0

    @property
    def group(self) -> bool:
        """Whether several people are here."""
        return self.kind != "private"

    def json(self) -> dict[str, Any]:
        """As Telegram tells it."""
        told: dict[str, Any] = {"id": self.id, "type": self.kind}
        if self.user is not None:
            names = self.user.json()
            return told | {
                name: names[name] for name in ("first_name", "last_name", "username")
                if name in names
            }  # fmt: skip
        return told | {"title": self.title} | ({"is_forum": True} if self.forum else {})

    @property
    def shown(self) -> list[Sent]:
        """The messages that are still there, oldest first."""
        return [each for each in self.messages.values() if not each.deleted]


@dataclass(eq=False)
class Sent:
    """A message."""

    chat: Chat
    id: int
    sender: User | None
    text: Text
    date: int
    keyboard: dict[str, Any] | None = None
    topic: int | None = None
    thread: int | None = None
    reply_to: Sent | None = None
    sender_chat: Chat | None = None
    document: tuple[str, bytes] | None = None
    service: dict[str, Any] = field(default_factory=dict)
    edited: int = 0
    deleted: bool = False
    versions: list[str] = field(default_factory=list)

    @property
    def plain(self) -> str:
        """The text as people see it."""
        return self.text.plain

    @property
    def buttons(self) -> list[dict[str, Any]]:
        """The buttons in reading order."""
        rows = (self.keyboard or {}).get("inline_keyboard", ())
        return [button for row in rows for button in row]

    @property
    def labels(self) -> list[str]:
        """What stands on them."""
        return [button["text"] for button in self.buttons]

    def button(self, label: str) -> dict[str, Any]:
        """The button of that label; a label that no button has fails the test."""
        found = [each for each in self.buttons if each["text"] == label]
        assert found, f"no button {label!r} among {self.labels} under {self.plain!r}"
        return found[0]

    def json(self, *, nested: bool = False) -> dict[str, Any]:
        """As Telegram tells it; a message within a message tells of no third one."""
        told: dict[str, Any] = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.json(),
            **self.service,
        }
        if self.sender is not None:
            told["from"] = self.sender.json()
        if self.sender_chat is not None:
            told["sender_chat"] = self.sender_chat.json()
        if self.edited:
            told["edit_date"] = self.edited
        if self.keyboard:
            told["reply_markup"] = self.keyboard
        if self.thread is not None:
            told["message_thread_id"] = self.thread
        if self.topic is not None:
            told["is_topic_message"] = True
        if self.reply_to is not None and not nested:
            told["reply_to_message"] = self.reply_to.json(nested=True)
        return told | self._content()

    def _content(self) -> dict[str, Any]:
        caption = "caption_" if self.document else ""
        told: dict[str, Any] = {}
        if self.text.plain:
            told["caption" if caption else "text"] = self.text.plain
        if self.text.entities:
            told[f"{caption}entities"] = list(self.text.entities)
        if self.document:
            name, content = self.document
            told["document"] = {
                "file_id": f"file{self.chat.id}x{self.id}",
                "file_unique_id": f"unique{self.chat.id}x{self.id}",
                "file_name": name,
                "file_size": len(content),
            }
        return told
