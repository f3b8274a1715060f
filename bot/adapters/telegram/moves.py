"""Groups that became supergroups: what was known under the old id goes on under the new one."""

from __future__ import annotations

import structlog

from bot.adapters.telegram.places import PLATFORM
from bot.recent import Recent
from storage import Storage, UnitOfWork

log = structlog.get_logger(__name__)

_SUPERGROUPS = -(10**12)
"""Ids below this one are supergroups', which move no more."""


class Moves:
    """Knows the present id of each group, also for presses on messages from before it moved."""

    def __init__(self, storage: Storage) -> None:
        """Keep it in ``storage``, and what was asked for lately in memory."""
        self._storage = storage
        self._now = Recent[int, int](4096)

    def now(self, chat: int) -> int:
        """The chat's present id, as far as was looked up."""
        return self._now.get(chat) or chat

    async def look_up(self, chat: int) -> None:
        """Learn the present id of a chat that somebody acts in."""
        if not _SUPERGROUPS < chat < 0 or self._now.get(chat) is not None:
            return
        found = await self._storage.read(lambda reading: reading.facts.get(_fact(chat)))
        self._now.put(chat, int(found) if found else chat)

    async def moved(self, old: int, new: int) -> None:
        """Carry over all that is kept about a group; whoever says so again changes nothing."""
        if old == new or self._now.get(old) == new:
            return

        async def work(uow: UnitOfWork) -> bool:
            await uow.facts.put(_fact(old), str(new))
            await uow.moderation.move(PLATFORM, str(old), str(new))
            return await uow.moved_chats.move(PLATFORM, str(old), str(new))

        carried = await self._storage.write(work)
        self._now.put(old, new)
        if carried:
            log.info("group_moved", chat=old, to=new)


def _fact(chat: int) -> str:
    return f"telegram.moved.{chat}"
