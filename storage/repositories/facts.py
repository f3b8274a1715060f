"""What the program remembers about itself."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from storage.models import facts
from storage.repositories.base import Repository

_VALUE = select(facts.c.value).where(facts.c.name == bindparam("name"))


class FactsReading(Repository):
    """Remembering."""

    async def get(self, name: str) -> str | None:
        """The fact of that name, None if it was never kept."""
        row = await self._one(_VALUE, name=name)
        return None if row is None else str(row[0])


class Facts(FactsReading):
    """Keeping in mind."""

    async def put(self, name: str, value: str) -> None:
        """Keep a fact in place of an older one of that name."""
        await self._connection.execute(
            self._upsert(facts).on_conflict_do_update(
                index_elements=["name"], set_={"value": value}
            ),
            {"name": name, "value": value},
        )
