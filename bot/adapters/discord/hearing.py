"""Which messages are meant for the bot, and what they say to it.

Nothing else is looked at, kept or logged. Without the privileged intent Discord sends the text of
private messages, of messages that mention the bot, and of replies to ordinary messages of its own.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.recent import Recent
from bot.requests import Person

_KINDS = frozenset({discord.MessageType.default, discord.MessageType.reply})


def heard(message: discord.Message, me: int) -> str | None:
    """The text said to the bot with the id ``me``, its mention taken off; None for all others."""
    if message.author.bot or message.webhook_id is not None or message.type not in _KINDS:
        return None
    mention = re.compile(rf"<@!?{me}>")
    if mention.search(message.content):
        return mention.sub(" ", message.content).strip()
    if message.guild is None or _answers(message, me):
        return message.content.strip() or None
    return None


def _answers(message: discord.Message, me: int) -> bool:
    reference = message.reference
    answered = reference.resolved if reference is not None else None
    return isinstance(answered, discord.Message) and answered.author.id == me


def answered(message: discord.Message, me: int) -> Person | None:
    """Who else than the bot ``me`` wrote what the message is a reply to, if that is known."""
    reference = message.reference
    other = reference.resolved if reference is not None else None
    if not isinstance(other, discord.Message) or other.author.id == me:
        return None
    return _person(other.author)


def mentioned(message: discord.Message, me: int) -> tuple[Person, ...]:
    """Whom the message mentions, but for the bot ``me``."""
    return tuple(_person(each) for each in message.mentions if each.id != me)


def named(interaction: discord.Interaction) -> tuple[Person, ...]:
    """Whom a command's options name: Discord tells of them along with it."""
    data: Any = interaction.data or {}
    resolved = data.get("resolved") or {}
    members = resolved.get("members") or {}
    return tuple(
        Person(number, _shown(user, members.get(number) or {}), bool(user.get("bot")))
        for number, user in (resolved.get("users") or {}).items()
    )


def _person(user: discord.User | discord.Member) -> Person:
    return Person(str(user.id), user.display_name, user.bot)


def _shown(user: dict[str, Any], member: dict[str, Any]) -> str:
    """The name that people see there."""
    return str(member.get("nick") or user.get("global_name") or user.get("username") or "")


class ToldWhere:
    """Who was told lately where games are played: nobody is told again and again.

    It is a kindness and no setting: after a restart somebody may be told once more.
    """

    EVERY = timedelta(hours=1)

    def __init__(self, most: int = 1024) -> None:
        """Remember at most ``most`` people, dropping those not told longest."""
        self._told = Recent[tuple[int, int], datetime](most)

    def due(self, message: discord.Message) -> bool:
        """Whether who wrote it is to be told; they count as told then."""
        who = message.author.id, message.guild.id if message.guild is not None else 0
        before = self._told.get(who)
        if before is not None and message.created_at - before < self.EVERY:
            return False
        self._told.put(who, message.created_at)
        return True
