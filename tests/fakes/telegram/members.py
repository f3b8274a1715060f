"""How people and the bot stand in chats, and what privacy mode lets the bot hear."""

from __future__ import annotations

import re
from typing import Any

from tests.fakes.telegram.markup import units
from tests.fakes.telegram.people import Sent, User

_COMMAND = re.compile(r"(?<!\S)/[A-Za-z0-9_]{1,32}(?:@\w+)?")
_ADDRESSED = re.compile(r"/[A-Za-z0-9_]{1,32}(?:@(\w+))?(?:\s|\Z)")


def hears(bot: User, message: Sent) -> bool:
    """Whether privacy mode lets the bot know of a message."""
    chat = message.chat
    if not chat.group or chat.members.get(bot.id) == "administrator":
        return True
    if chat.bot != "member":
        return False
    if message.reply_to is not None and message.reply_to.sender is bot:
        return True
    command = _ADDRESSED.match(message.plain)
    return command is not None and (command[1] or bot.username).lower() == bot.username.lower()


def commands_in(text: str) -> list[dict[str, Any]]:
    """The entities of the commands in a text."""
    return [
        {"type": "bot_command", "offset": units(text[: each.start()]), "length": units(each[0])}
        for each in _COMMAND.finditer(text)
    ]


def member(user: User, status: str) -> dict[str, Any]:
    """Somebody's standing in a chat as Telegram tells it."""
    status = {"blocked": "kicked", "stranger": "left"}.get(status, status)
    told: dict[str, Any] = {"status": status, "user": user.json()}
    if status == "kicked":
        told["until_date"] = 0
    if status == "creator":
        told["is_anonymous"] = False
    if status == "administrator":
        told |= {"can_be_edited": False} | dict.fromkeys(_RIGHTS, False)
    return told


_RIGHTS = (
    "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
    "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users",
    "can_post_stories", "can_edit_stories", "can_delete_stories",
)  # fmt: skip
