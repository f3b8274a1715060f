"""Who speaks and where, as the core knows people and chats."""

from __future__ import annotations

import discord

from bot.recent import Recent
from bot.requests import Actor, Chat

PLATFORM = "discord"
THEME = "suits"


class Tongues:
    """The language of each client heard of lately: only interactions tell it, messages don't.

    It is a kindness and no setting: losing it means English until the next press.
    """

    def __init__(self, most: int = 4096) -> None:
        """Remember at most ``most`` people, dropping those not heard longest."""
        self._kept = Recent[int, str](most)

    def heard(self, user_id: int, language: str) -> None:
        """Remember what a client speaks."""
        self._kept.put(user_id, language)

    def of(self, user_id: int) -> str:
        """What a client spoke last; empty if it wasn't heard of."""
        return self._kept.get(user_id) or ""


def who(user: discord.User | discord.Member, language: str) -> Actor:
    """A person under the name that people see where they speak."""
    return Actor(PLATFORM, str(user.id), user.display_name, language)


def where(interaction: discord.Interaction) -> Chat:
    """The chat of an interaction: a server, a group, or a private conversation with the bot."""
    if interaction.guild_id is not None:
        return Chat(PLATFORM, str(interaction.guild_id), private=False, theme=THEME)
    private = not interaction.context.private_channel
    return Chat(PLATFORM, str(interaction.channel_id), private=private, theme=THEME)


def where_said(message: discord.Message) -> Chat:
    """The chat of a message."""
    if message.guild is not None:
        return Chat(PLATFORM, str(message.guild.id), private=False, theme=THEME)
    return Chat(PLATFORM, str(message.channel.id), private=True, theme=THEME)
