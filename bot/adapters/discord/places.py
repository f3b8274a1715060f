"""Who speaks and where, as the core knows people and chats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

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


def who(user: discord.User | discord.Member, language: str, *, manager: bool = False) -> Actor:
    """A person under the name that people see where they speak."""
    return Actor(PLATFORM, str(user.id), user.display_name, language, manager, reachable=True)


def manages(interaction: discord.Interaction) -> bool:
    """Whether who acts may manage the server: Discord tells with each interaction."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def manages_said(message: discord.Message) -> bool:
    """The same of who wrote a message."""
    author = message.author
    return isinstance(author, discord.Member) and author.guild_permissions.manage_guild


@dataclass(frozen=True, slots=True)
class Channels:
    """The channels of a server that the bot is in; threads go with theirs."""

    guild: discord.Guild

    def called(self, place: str) -> str | None:
        """The name of the channel with the id ``place``, None if there is none."""
        channel = self.guild.get_channel(int(place))
        if channel is None or isinstance(channel, discord.CategoryChannel):
            return None
        return channel.name

    def takes_posts(self, place: str) -> bool:
        """Whether it is a channel or a known thread in which the bot may write."""
        channel = self.guild.get_channel_or_thread(int(place))
        if channel is None or not isinstance(channel, discord.abc.Messageable):
            return False
        thread = isinstance(channel, discord.Thread)
        try:
            may = channel.permissions_for(self.guild.me)
        except discord.ClientException:
            # A thread whose channel isn't known.
            return False
        return may.view_channel and (may.send_messages_in_threads if thread else may.send_messages)


def where(interaction: discord.Interaction) -> Chat:
    """The chat of an interaction: a server, a group, or a private conversation with the bot."""
    if interaction.guild_id is None:
        private = not interaction.context.private_channel
        return _chat(interaction.channel_id, private=private)
    # The guild that comes with an interaction may be a shell without channels.
    guild = interaction.client.get_guild(interaction.guild_id)
    return _chat(interaction.guild_id, interaction.channel_id, interaction.channel, guild)


def where_said(message: discord.Message) -> Chat:
    """The chat of a message."""
    if message.guild is None:
        return _chat(message.channel.id, private=True)
    chat = _chat(message.guild.id, message.channel.id, message.channel, message.guild)
    return replace(chat, whispers=False)  # everybody there reads what is typed


def _chat(
    chat: int | None,
    place: int | None = None,
    channel: Any = None,
    guild: discord.Guild | None = None,
    *,
    private: bool = False,
) -> Chat:
    # A server that the bot is no member of, or that Discord can't reach now, tells no channels.
    known = None if guild is None or guild.unavailable else Channels(guild)
    within = str(channel.parent_id) if isinstance(channel, discord.Thread) else ""
    return Chat(
        PLATFORM,
        str(chat),
        private=private,
        theme=THEME,
        place=str(place or ""),
        within=within,
        known_places=known,
        pictures=True,
        whispers=True,
    )
