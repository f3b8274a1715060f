"""The calls that put messages into chats, change them and take them away."""

from __future__ import annotations

from typing import Any

from tests.fakes.telegram.description import LIMITS, File
from tests.fakes.telegram.keyboards import keyboard
from tests.fakes.telegram.markup import Text, text_of
from tests.fakes.telegram.people import Chat, Sent
from tests.fakes.telegram.refusals import bad, flooded, forbidden, wrong
from tests.fakes.telegram.world import World

Values = dict[str, Any]
CAPTION = 1024
_KIND = {"group": "group chat", "supergroup": "supergroup chat", "channel": "channel chat"}


def send_message(world: World, values: Values) -> Values:
    """A new message of text."""
    most = LIMITS["message.text"]["max"]
    text = text_of(values["text"], values.get("parse_mode"), most, empty="message text is empty")
    return _post(world, values, text).json()


def send_document(world: World, values: Values) -> Values:
    """A new message with a file."""
    document, text = values["document"], Text("")
    if not isinstance(document, File) or not document:
        raise wrong("file must be non-empty")
    if caption := values.get("caption"):
        text = text_of(caption, values.get("parse_mode"), CAPTION, empty="caption is empty")
    message = _post(world, values, text)
    message.document = (document.name, bytes(document))
    return message.json()


def _post(world: World, values: Values, text: Text) -> Sent:
    under = keyboard(values.get("reply_markup"))
    chat = _charged(world, values)
    if not chat.may_write:
        raise bad("not enough rights to send text messages to the chat")
    replied = _replied(chat, values.get("reply_parameters"))
    topic = _topic(chat, values.get("message_thread_id"), replied)
    message = world.keep(chat, world.bot, text)
    message.keyboard, message.reply_to = under, replied
    message.thread = message.topic = topic
    message.versions.append(text.plain)
    return message


def edit_message_text(world: World, values: Values) -> Values:
    """Other words, and the keyboard that is given or none."""
    most = LIMITS["message.text"]["max"]
    text = text_of(
        values.get("text", ""), values.get("parse_mode"), most, empty="message text is empty"
    )
    under = keyboard(values.get("reply_markup"))
    message = _own(world, values)
    if message.document:
        raise bad("there is no text in the message to edit")
    return _changed(world, message, text, under)


def edit_message_reply_markup(world: World, values: Values) -> Values:
    """Another keyboard, or none."""
    under = keyboard(values.get("reply_markup"))
    message = _own(world, values)
    return _changed(world, message, message.text, under)


def _changed(world: World, message: Sent, text: Text, under: Values | None) -> Values:
    if (text, under) == (message.text, message.keyboard):
        raise bad(
            "message is not modified: specified new message content and reply markup are exactly "
            "the same as a current content and reply markup of the message"
        )
    message.text, message.keyboard, message.edited = text, under, int(world.now())
    message.versions.append(text.plain)
    return message.json()


def delete_message(world: World, values: Values) -> bool:
    """Take a message away: the bot's own, within two days."""
    chat = reached(world, values["chat_id"])
    message = chat.messages.get(values["message_id"])
    if message is None or message.deleted:
        raise bad("message to delete not found")
    hours = (world.now() - message.date) / 3600
    if message.sender is not world.bot or hours > LIMITS["delete.age"]["max_hours"]:
        raise bad("message can't be deleted for everyone")
    message.deleted = True
    return True


def _own(world: World, values: Values) -> Sent:
    if "message_id" not in values or "chat_id" not in values:
        raise wrong("message identifier is not specified")
    chat = _charged(world, values)
    message = chat.messages.get(values["message_id"])
    if message is None or message.deleted:
        raise bad("message to edit not found")
    if message.sender is not world.bot:
        raise bad("message can't be edited")
    return message


def _charged(world: World, values: Values) -> Chat:
    """The chat, a message or an edit there having been counted."""
    number = values["chat_id"]
    chat = world.chats.get(number)
    if wait := world.flood.charge(number, group=chat is not None and chat.group):
        raise flooded(wait)
    return reached(world, number)


def reached(world: World, number: int) -> Chat:
    """The chat, if the bot may do anything there; raises Refused."""
    chat = world.chats.get(number)
    if chat is None:
        raise bad("chat not found")
    if chat.migrated_to is not None:
        raise bad(
            "group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.migrated_to
        )
    match chat.bot:
        case "stranger":
            raise forbidden("bot can't initiate conversation with a user")
        case "blocked":
            raise forbidden("bot was blocked by the user")
        case "kicked":
            raise forbidden(f"bot was kicked from the {_KIND[chat.kind]}")
        case "left":
            raise forbidden(f"bot is not a member of the {_KIND[chat.kind]}")
    return chat


def _replied(chat: Chat, parameters: Values | None) -> Sent | None:
    if parameters is None:
        return None
    message = chat.messages.get(parameters["message_id"])
    if message is None or message.deleted:
        if parameters.get("allow_sending_without_reply"):
            return None
        raise bad("message to be replied not found")
    return message


def _topic(chat: Chat, thread: int | None, replied: Sent | None) -> int | None:
    """The topic a message goes into; General has no number, and other groups have no topics."""
    if thread is None:
        thread = replied.topic if replied is not None else None
    if thread is None:
        return None
    topic = chat.topics.get(thread)
    if topic is None or topic.gone:
        raise bad("message thread not found")
    if topic.closed:
        raise bad("TOPIC_CLOSED")
    return topic.id
