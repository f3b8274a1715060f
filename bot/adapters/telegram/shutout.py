"""Chats that the bot may not write to: blocked by their owner, thrown out, or gone."""

from __future__ import annotations

import structlog

from bot.recent import Recent
from storage import Storage

log = structlog.get_logger(__name__)

PAUSED = "paused"


def fact_of(chat: int) -> str:
    """The fact that says so: ``PAUSED`` while nothing is to be written there, else empty."""
    return f"telegram.chat.{chat}"


class ShutOut:
    """Remembers where the bot was shut out, and that it was let in again."""

    def __init__(self, storage: Storage) -> None:
        """Keep it in ``storage``; what this process knows isn't stored twice."""
        self._storage = storage
        self._known = Recent[int, bool](4096)

    async def note(self, chat: int, words: str) -> None:
        """Nothing can be written to the chat any more."""
        if self._known.get(chat) is not True:
            log.info("shut_out", chat=chat, words=words)
            await self._keep(chat, paused=True)

    async def back(self, chat: int) -> None:
        """The chat can be written to again."""
        if self._known.get(chat) is not False:
            await self._keep(chat, paused=False)

    async def heard_from(self, chat: int) -> None:
        """Somebody writes to the bot there: it isn't shut out (any more)."""
        known = self._known.get(chat)
        if known is None:
            known = await self.paused(chat)
            self._known.put(chat, known)
        if known:
            await self.back(chat)

    async def paused(self, chat: int) -> bool:
        """Whether nothing is to be written there without being asked, as it is stored."""
        fact = await self._storage.read(lambda reading: reading.facts.get(fact_of(chat)))
        return fact == PAUSED

    async def _keep(self, chat: int, *, paused: bool) -> None:
        value = PAUSED if paused else ""
        await self._storage.write(lambda uow: uow.facts.put(fact_of(chat), value))
        self._known.put(chat, paused)
