"""What there is on the fake Discord: people, a server with a channel, messages; as it sends them.

Objects are the dictionaries that go over the wire, so that there is one form of each.
"""

from __future__ import annotations

import itertools
from typing import Any

FIRST = 309_000_000_000
"""Ids begin here: milliseconds of a day in 2024, as Discord counts them."""
ALL_PERMISSIONS = str((1 << 50) - 1)
SOME_DAY = "2026-11-30T12:00:00+00:00"
EPHEMERAL, LOADING = 64, 128
"""Flags of a message that one person sees, and of one that is still awaited."""

Payload = dict[str, Any]


class World:
    """One server, its channel and everything said there."""

    def __init__(self) -> None:
        """Everybody is still to come; the bot is there."""
        self._ids = itertools.count(FIRST)
        self.bot = self.person("patience", bot=True)
        self.application = self.id()
        self.flags = 0
        self.public = True
        self.guilds: dict[int, Payload] = {}
        self.channels: dict[int, Payload] = {}
        self.messages: dict[int, Payload] = {}
        self.commands: list[Payload] = []
        self.emojis: list[Payload] = []

    def id(self) -> int:
        """An id that nothing else has."""
        return next(self._ids) << 22

    def person(self, name: str, *, bot: bool = False) -> Payload:
        """A new user."""
        return {
            "id": str(self.id()),
            "username": name,
            "discriminator": "0",
            "global_name": name,
            "avatar": None,
            "bot": bot,
        }

    def guild(self, *, shard: int = 0, shards: int = 1) -> Payload:
        """A new server with one text channel, which that shard of so many hears of."""
        guild_id = next(each for each in iter(self.id, 0) if (each >> 22) % shards == shard)
        channel = self._channel(guild_id)
        everyone = {
            "id": str(guild_id),
            "name": "@everyone",
            "permissions": ALL_PERMISSIONS,
            "position": 0,
            "color": 0,
            "hoist": False,
            "managed": False,
            "mentionable": False,
        }
        guild = {
            "id": str(guild_id),
            "name": "Club",
            "owner_id": str(self.id()),
            "roles": [everyone],
            "channels": [channel],
            "threads": [],
            "members": [member(self.bot)],
            "member_count": 2,
            "emojis": [],
            "stickers": [],
            "features": [],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "preferred_locale": "en-US",
            "premium_tier": 0,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "afk_timeout": 300,
            "system_channel_flags": 0,
            "large": False,
            "unavailable": False,
        }
        self.guilds[guild_id] = guild
        return guild

    def _channel(self, guild_id: int) -> Payload:
        channel = {
            "id": str(self.id()),
            "guild_id": str(guild_id),
            "type": 0,
            "name": "cards",
            "position": 0,
            "permission_overwrites": [],
            "nsfw": False,
            "rate_limit_per_user": 0,
            "parent_id": None,
            "topic": None,
            "last_message_id": None,
        }
        self.channels[int(channel["id"])] = channel
        return channel

    def message(self, channel_id: str, author: Payload, body: Payload, **more: Any) -> Payload:
        """A new message with the content, buttons and flags of ``body``; the channel shows it."""
        made = {
            "id": str(self.id()),
            "channel_id": channel_id,
            "author": author,
            "type": 19 if "message_reference" in body else 0,
            "content": "",
            "components": [],
            "flags": 0,
            "timestamp": SOME_DAY,
            "edited_timestamp": None,
            "tts": False,
            "pinned": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            **more,
        }
        self.messages[int(made["id"])] = made
        return edited(made, body)

    def shown(self, channel_id: str) -> list[Payload]:
        """What everybody sees in a channel, oldest first."""
        return [
            each
            for each in self.messages.values()
            if each["channel_id"] == channel_id and not each["flags"] & EPHEMERAL
        ]


def edited(message: Payload, body: Payload) -> Payload:
    """``message`` with what ``body`` gives of it; what isn't given stays."""
    for part, empty in (("content", ""), ("components", []), ("nonce", None)):
        if part in body:
            message[part] = body[part] or empty
    message["flags"] = message["flags"] & ~LOADING | body.get("flags", 0)
    return message


def member(user: Payload) -> Payload:
    """A user as a member of a server, who may do everything there."""
    return {
        "user": user,
        "nick": None,
        "roles": [],
        "joined_at": SOME_DAY,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": ALL_PERMISSIONS,
    }


def buttons(message: Payload) -> list[Payload]:
    """The buttons of a message in reading order."""
    return [
        item for row in message["components"] for item in row.get("components", ())
        if item["type"] == 2
    ]  # fmt: skip
