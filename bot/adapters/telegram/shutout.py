"""Chats that the bot may not write to: blocked by their owner, thrown out, or gone."""

from __future__ import annotations

import structlog

from storage import Storage

log = structlog.get_logger(__name__)


def fact_of(chat: int) -> str:
    """The fact that says so: ``paused`` while nothing is to be posted there by itself, else empty.

    Whoever posts without being asked looks here first.
    """
    return f"telegram.chat.{chat}"


class ShutOut:
    """Remembers where the bot was shut out, and that it was let in again."""

    def __init__(self, storage: Storage) -> None:
        """Keep it in ``storage``; what this process knows isn't stored twice."""
        self._storage = storage
        self._known: dict[int, bool] = {}

    async def note(self, chat: int, words: str) -> None:
        """Nothing can be written to the chat any more."""
        if self._known.get(chat) is not True:
            log.info("shut_out", chat=chat, words=words)
            await self._keep(chat, paused=True)

    async def back(self, chat: int) -> None:
        """The chat can be written to again."""
        if self._known.get(chat) is not False:
            await self._keep(chat, paused=False)

    def closed(self, chat: int) -> bool:
        """Whether this process was shut out of the chat."""
        return self._known.get(chat) is True

    async def _keep(self, chat: int, *, paused: bool) -> None:
        value = "paused" if paused else ""
        await self._storage.write(lambda uow: uow.facts.put(fact_of(chat), value))
        self._known[chat] = paused
