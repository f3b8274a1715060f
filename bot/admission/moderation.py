"""What the host has decided about people and chats, at hand for every request."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from bot.requests import Actor, Chat
from storage import Storage
from storage.moderation import Measures

EVERY = timedelta(seconds=5)
"""A decision made by another process holds after that at the latest."""


class Moderation:
    """Knows the host's measures; they are read again while requests come in."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._measures = Measures()
        self._read_at: datetime | None = None
        self._reading = asyncio.Lock()

    async def refresh(self, storage: Storage, now: datetime) -> None:
        """Read them anew if that was a while ago; raises Unavailable or DamagedDatabase."""
        async with self._reading:
            if self._read_at is None or abs(now - self._read_at) >= EVERY:
                self._measures = await storage.read(lambda reading: reading.moderation.measures())
                self._read_at = now

    def blocks(self, actor: Actor, chat: Chat) -> bool:
        """Whether the person, or everybody in the chat, is not to be answered."""
        person = self.blocks_person(actor.platform, actor.external_id)
        return person or self.blocks_chat(chat.platform, chat.external_id)

    def blocks_person(self, platform: str, external_id: str) -> bool:
        """Whether nothing is to be said to a person."""
        return self._measures.hold("person", platform, external_id)

    def blocks_chat(self, platform: str, external_id: str) -> bool:
        """Whether nothing is to be said in a chat."""
        return self._measures.hold("chat", platform, external_id)

    def hides_name(self, platform: str, external_id: str) -> bool:
        """Whether a person's name is not to be shown."""
        return self._measures.hold("name", platform, external_id)
