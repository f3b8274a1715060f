"""Each update once, however often Telegram brings it."""

from __future__ import annotations

import json

from bot.recent import Recent
from storage import DamagedDatabase, Storage, Unavailable, UnitOfWork

FACT = "telegram.heard"
KEPT = 200


class Heard:
    """Which updates came before.

    A button tells by itself that it was pressed already; a message would be played twice. So the
    numbers of messages are stored before anything is done about them: after a crash, and for
    another process over the same database, they count as heard.
    """

    def __init__(self, storage: Storage) -> None:
        """Keep numbers in ``storage``, and those of late in memory."""
        self._storage = storage
        self._here = Recent[int, bool](4 * KEPT)

    def again(self, update: int) -> bool:
        """Whether this process has had the update before; from now on it has."""
        if self._here.get(update):
            return True
        self._here.put(update, True)
        return False

    async def first(self, update: int) -> bool:
        """Whether no process has had this message before; from now on one has."""

        async def work(uow: UnitOfWork) -> bool:
            told = await uow.facts.get(FACT)
            numbers: list[int] = json.loads(told) if told else []
            if update in numbers:
                return False
            await uow.facts.put(FACT, json.dumps([*numbers, update][-KEPT:]))
            return True

        try:
            return await self._storage.write(work)
        except (Unavailable, DamagedDatabase):
            # Nothing can be played either; whoever wrote is told so.
            return True
