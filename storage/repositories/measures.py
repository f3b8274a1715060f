"""All that the host has decided about people and chats, to judge whoever comes."""

from __future__ import annotations

from sqlalchemy import select

from storage.models import moderation, secrets
from storage.moderation import Measures
from storage.repositories.base import Repository
from storage.repositories.forgotten import KEY

_MARKS = select(moderation.c.mark)
_KEY = select(secrets.c.value).where(secrets.c.name == KEY)


class MeasuresReading(Repository):
    """What was decided, as marks."""

    async def measures(self) -> Measures:
        """All of them."""
        marks = frozenset(row.mark for row in await self._all(_MARKS))
        key = await self._one(_KEY) if marks else None
        return Measures() if key is None else Measures(bytes(key.value), marks)
