"""A world of people in chats: what they write and press, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.fakes.telegram.flood import Flood
from tests.fakes.telegram.markup import Text, units
from tests.fakes.telegram.members import commands_in, hears, member
from tests.fakes.telegram.people import ANONYMOUS, CHANNEL, Chat, Sent, Topic, User
from tests.fakes.telegram.updates import Updates

BOT = User(4242, "Patience", username="PatienceBot", is_bot=True)


@dataclass(eq=False)
class Query:
    """A press, and how the bot answered it: text, and whether as an alert."""

    id: str
    at: float
    message: Sent
    answers: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def told(self) -> str:
        """The one answer's text."""
        [(text, _)] = self.answers
        return text


class World:
    """Everything that one bot could know of; ``now`` tells the seconds since 1970."""

    def __init__(self, now: Callable[[], float]) -> None:
        """An empty world."""
        self.now = now
        self.bot = BOT
        self.updates = Updates()
        self.flood = Flood(now)
        self.chats: dict[int, Chat] = {}
        self.users: dict[int, User] = {BOT.id: BOT}
        self.queries: dict[str, Query] = {}
        self.commands: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.descriptions: dict[tuple[str, str], str] = {}
        self.may_join = self.privacy_mode = True
        self.webhook_error = ""
        self.calls_back = count(1)
        self._ids = count(7001)

    # Who and where

    def user(self, first_name: str, **more: Any) -> User:
        """Somebody new."""
        made = User(next(self._ids), first_name, **more)
        self.users[made.id] = made
        return made

    def private(self, user: User) -> Chat:
        """Somebody's chat with the bot."""
        if user.id not in self.chats:
            self.chats[user.id] = Chat(user.id, "private", user=user, bot="stranger")
        return self.chats[user.id]

    def group(self, title: str, *members: User, kind: str = "supergroup", **more: Any) -> Chat:
        """A group with the bot in it; the first member made it."""
        number = next(self._ids)
        chat = Chat(-number if kind == "group" else -1000000000000 - number, kind, title, **more)
        chat.last_id = 1  # the notice that the group was made, and in forums the General topic
        chat.members = {each.id: "member" for each in members} | {self.bot.id: "member"}
        if members:
            chat.members[members[0].id] = "creator"
        self.chats[chat.id] = chat
        return chat

    def topic(self, chat: Chat, name: str, maker: User) -> Topic:
        """A new topic of a forum."""
        made = self._told(
            chat, maker, {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        )
        made.thread = made.topic = made.id
        topic = chat.topics[made.id] = Topic(made.id, name)
        return topic

    # What people do

    def say(  # noqa: PLR0913 - a message has that many sides
        self,
        user: User,
        chat: Chat,
        text: str,
        *,
        topic: Topic | None = None,
        reply_to: Sent | None = None,
        as_chat: Chat | None = None,
        mentions: dict[str, User] | None = None,
    ) -> Sent:
        """Write a message; ``as_chat`` is the group (an anonymous administrator) or a channel.

        ``mentions`` are words of the text that call somebody who has no public name.
        """
        called = [
            {
                "type": "text_mention",
                "offset": units(text.partition(words)[0]),
                "length": units(words),
                "user": who.json(),
            }
            for words, who in (mentions or {}).items()
        ]
        message = self.keep(chat, user, Text(text, (*commands_in(text), *called)))
        message.reply_to = reply_to
        if as_chat is not None:
            message.sender_chat = as_chat
            anonymous = as_chat is chat
            message.sender = User(
                ANONYMOUS if anonymous else CHANNEL,
                "Group" if anonymous else "Channel",
                username="GroupAnonymousBot" if anonymous else "Channel_Bot",
                is_bot=True,
            )
        self._in_thread(message, topic)
        if not chat.group:
            chat.bot = "member"
        if hears(self.bot, message):
            self.updates.add("message", message.json())
        return message

    def edit(self, message: Sent, text: str) -> None:
        """Change what one has written."""
        message.text = Text(text, tuple(commands_in(text)))
        message.edited = int(self.now())
        if hears(self.bot, message):
            self.updates.add("edited_message", message.json())

    def press(
        self, user: User, message: Sent, label: str = "", *, data: str = "", lost: bool = False
    ) -> Query:
        """Press a button by its label, or as a program would by its data.

        ``lost`` tells that the message is so old that the bot isn't told what stood in it.
        """
        data = data or message.button(label)["callback_data"]
        query = Query(str(900000 + next(self.calls_back)), self.now(), message)
        self.queries[query.id] = query
        chat = message.chat
        told = {"chat": chat.json(), "message_id": message.id, "date": 0}
        self.updates.add(
            "callback_query",
            {
                "id": query.id,
                "from": user.json(),
                "message": told if lost else message.json(),
                "chat_instance": str(chat.id),
                "data": data,
            },
        )
        return query

    # What becomes of chats

    def migrate(self, group: Chat) -> Chat:
        """Make a supergroup of a group: a new chat, whose numbers start anew."""
        grown = self.group(group.title)
        grown.members = group.members
        group.migrated_to = grown.id
        maker = next((self.users[each] for each in group.members), self.bot)
        left = self._told(group, maker, {"migrate_to_chat_id": grown.id})
        came = self._told(grown, maker, {"migrate_from_chat_id": group.id})
        self.updates.add("message", left.json())
        self.updates.add("message", came.json())
        return grown

    def bot_is(self, status: str, chat: Chat, by: User) -> None:
        """Let the bot become ``blocked``, ``kicked``, ``left``, ``member`` or ``administrator``."""
        before, chat.bot = chat.bot, status
        if chat.group:
            chat.members[self.bot.id] = status
        self.updates.add(
            "my_chat_member",
            {
                "chat": chat.json(),
                "from": by.json(),
                "date": int(self.now()),
                "old_chat_member": member(self.bot, before),
                "new_chat_member": member(self.bot, status),
            },
        )

    # Within

    def keep(self, chat: Chat, sender: User | None, text: Text) -> Sent:
        """A new message in a chat."""
        chat.last_id += 1
        message = Sent(chat, chat.last_id, sender, text, int(self.now()))
        chat.messages[message.id] = message
        return message

    def _told(self, chat: Chat, sender: User, service: dict[str, Any]) -> Sent:
        message = self.keep(chat, sender, Text(""))
        message.service = service
        return message

    def _in_thread(self, message: Sent, topic: Topic | None) -> None:
        """Number the thread as Telegram does: topics, and answers to answers in supergroups."""
        replied = message.reply_to
        if topic is not None:
            message.thread = message.topic = topic.id
            if replied is None:
                # In a topic everything answers something, if only the making of the topic.
                message.reply_to = message.chat.messages[topic.id]
        elif message.chat.kind == "supergroup" and not message.chat.forum and replied is not None:
            message.thread = replied.thread or replied.id
