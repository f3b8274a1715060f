"""The other calls: who the bot is, what it is told, its commands, who is in a chat."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.fakes.telegram.description import LIMITS
from tests.fakes.telegram.members import member
from tests.fakes.telegram.people import User
from tests.fakes.telegram.refusals import bad, wrong
from tests.fakes.telegram.sending import Values, reached
from tests.fakes.telegram.world import World

_NAME = re.compile(LIMITS["command.name"]["regex"])
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}\Z")
_MANAGERS = ("creator", "administrator")


def get_me(world: World, _: Values) -> Values:
    """The bot itself."""
    return world.bot.json() | {
        "can_join_groups": world.may_join,
        "can_read_all_group_messages": not world.privacy_mode,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


async def get_updates(world: World, values: Values) -> list[Values]:
    """What has happened, or will within the time given."""
    _keep_allowed(world, values)
    return await world.updates.poll(
        values.get("offset", 0), values.get("limit", 100), values.get("timeout", 0)
    )


def set_webhook(world: World, values: Values) -> bool:
    """Where updates go from now on; an address without TLS only on this machine."""
    url, secret = values["url"], values.get("secret_token", "x")
    if url and not url.startswith(("https://", "http://127.0.0.1:")):
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if not _SECRET.match(secret):
        raise wrong("secret token contains unallowed characters")
    _keep_allowed(world, values)
    if values.get("drop_pending_updates"):
        world.updates.forget()
    world.updates.set_webhook(values)
    return True


def delete_webhook(world: World, values: Values) -> bool:
    """Updates wait for a poll from now on."""
    if values.get("drop_pending_updates"):
        world.updates.forget()
    world.updates.set_webhook({})
    return True


def get_webhook_info(world: World, _: Values) -> Values:
    """Where updates go."""
    return {
        "url": world.updates.webhook.get("url", ""),
        "has_custom_certificate": False,
        "pending_update_count": world.updates.pending,
        **({"last_error_message": world.webhook_error} if world.webhook_error else {}),
    }


def _keep_allowed(world: World, values: Values) -> None:
    if "allowed_updates" in values:
        world.updates.allowed = values["allowed_updates"]


def answer_callback_query(world: World, values: Values) -> bool:
    """Answer a press: in time, and once."""
    query = world.queries.get(values["callback_query_id"])
    deadline = LIMITS["answer_callback_query.deadline"]["seconds"]
    if query is None or world.now() - query.at > deadline:
        raise bad("query is too old and response timeout expired or query ID is invalid")
    if query.answers:
        raise wrong("a callback query is answered for the second time")
    query.answers.append((values.get("text", ""), values.get("show_alert", False)))
    return True


# Commands and descriptions


def set_my_commands(world: World, values: Values) -> bool:
    """The menu of a scope and a language."""
    commands = values["commands"]
    if len(commands) > LIMITS["commands"]["max"]:
        raise wrong("too many commands")
    if not all(_NAME.match(each["command"]) for each in commands):
        raise wrong("BOT_COMMAND_INVALID")
    world.commands[_scope(values)] = commands
    return True


def get_my_commands(world: World, values: Values) -> list[Values]:
    """The menu as it was set for just this scope and language."""
    return world.commands.get(_scope(values), [])


def delete_my_commands(world: World, values: Values) -> bool:
    """No menu of its own for a scope and a language."""
    world.commands.pop(_scope(values), None)
    return True


def set_my_description(world: World, values: Values) -> bool:
    """What stands in an empty chat with the bot."""
    world.descriptions["long", values.get("language_code", "")] = values.get("description", "")
    return True


def set_my_short_description(world: World, values: Values) -> bool:
    """What stands on the bot's profile."""
    text = values.get("short_description", "")
    world.descriptions["short", values.get("language_code", "")] = text
    return True


def get_my_description(world: World, values: Values) -> Values:
    """See ``set_my_description``."""
    return {"description": world.descriptions.get(("long", values.get("language_code", "")), "")}


def get_my_short_description(world: World, values: Values) -> Values:
    """See ``set_my_short_description``."""
    kept = world.descriptions.get(("short", values.get("language_code", "")), "")
    return {"short_description": kept}


def _scope(values: Values) -> tuple[str, str]:
    scope = values.get("scope", {"type": "default"})
    return json.dumps(scope, sort_keys=True), values.get("language_code", "")


# Chats


def get_chat(world: World, values: Values) -> Values:
    """A chat."""
    chat = reached(world, values["chat_id"])
    gifts = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription"), True
    ) | {"gifts_from_channels": True}
    return chat.json() | {
        "accent_color_id": 0,
        "max_reaction_count": 11,
        "accepted_gift_types": gifts,
    }


def get_chat_member(world: World, values: Values) -> Values:
    """How somebody stands in a chat."""
    chat = reached(world, values["chat_id"])
    user = world.users.get(values["user_id"])
    if user is None:
        raise bad("invalid user_id specified")
    return member(user, chat.members.get(user.id, "left"))


def get_chat_administrators(world: World, values: Values) -> list[Values]:
    """Who manages a group; other bots are left out."""
    chat = reached(world, values["chat_id"])
    if not chat.group:
        raise bad("there are no administrators in the private chat")
    found: list[tuple[User, Any]] = [(world.users[each], s) for each, s in chat.members.items()]
    return [
        member(user, status)
        for user, status in found
        if status in _MANAGERS and (not user.is_bot or user is world.bot)
    ]


def send_chat_action(world: World, values: Values) -> bool:
    """Show that the bot is busy."""
    reached(world, values["chat_id"])
    return True


def leave_chat(world: World, values: Values) -> bool:
    """Leave a group."""
    chat = reached(world, values["chat_id"])
    chat.bot = chat.members[world.bot.id] = "left"
    return True
