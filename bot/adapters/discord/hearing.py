"""Which messages are meant for the bot, and what they say to it.

Nothing else is looked at, kept or logged. Without the privileged intent Discord sends the text of
private messages, of messages that mention the bot, and of replies to ordinary messages of its own.
"""

from __future__ import annotations

import re

import discord

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
