"""Who was deleted, as keyed marks: what a copy from before must not bring back."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from storage.models import deletions, forgotten, identities, secrets
from storage.records import Deletions
from storage.repositories.forgotten import KEY, mark
from storage.repositories.own_data import OwnData

_KEY = select(secrets.c.value).where(secrets.c.name == KEY)
_DEAL = forgotten.c.mark, forgotten.c.tries, forgotten.c.looked_at
_EVERYBODY = select(identities.c.platform, identities.c.external_id, identities.c.player_id)


class DeletingAgain(OwnData):
    """Taking up, after a copy was put back, what was deleted since it was made."""

    async def past(self) -> Deletions | None:
        """What is remembered here of deleted players; None before there is a key for it."""
        key = await self._one(_KEY)
        if key is None:
            return None
        marks = {row.mark: row.at for row in await self._all(select(deletions))}
        deals = tuple(tuple(row) for row in await self._all(select(*_DEAL)))
        return Deletions(bytes(key.value), marks, deals)

    async def take_up(self, past: Deletions, since: datetime) -> int:
        """Delete again who was deleted after ``since``; how many players that were.

        What was kept of them against a second first try is kept here as well.
        """
        await self._put(secrets, "name", {"name": KEY, "value": past.key})
        gone: dict[int, datetime] = {}
        for platform, external_id, player_id in await self._all(_EVERYBODY):
            deleted = past.marks.get(mark(past.key, platform, external_id))
            if deleted is not None and deleted > since:
                gone[player_id] = deleted
        for player_id, deleted in gone.items():
            await self.delete(player_id, deleted)
        # What was remembered then counts: it knows of tries that the copy doesn't.
        for sealed, tries, looked_at in past.deals:
            values = {"tries": tries, "looked_at": looked_at}
            await self._put(forgotten, "mark", {"mark": sealed, **values})
        for sealed, at in past.marks.items():
            await self._put(deletions, "mark", {"mark": sealed, "at": at})
        return len(gone)
