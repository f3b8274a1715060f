"""Natural winners: shuffled deals that can be won although nearly none can."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import bindparam, func, select

from storage.models import legends
from storage.records import Legend
from storage.repositories.base import Repository

_COUNT = select(func.count()).where(legends.c.game == bindparam("game"))
_NTH = (
    select(*legends.c)
    .where(legends.c.game == bindparam("game"))
    .order_by(legends.c.found_at, legends.c.deal)
    .limit(1)
    .offset(bindparam("n"))
)


class LegendsReading(Repository):
    """Which legends are known."""

    async def count(self, game: str) -> int:
        """How many legends of the game there are."""
        return int((await self._one(_COUNT, game=game))[0])

    async def nth(self, game: str, n: int) -> Legend | None:
        """The legend number ``n`` from 0 in the order they were found; None beyond the last."""
        row = await self._one(_NTH, game=game, n=n)
        return None if row is None else Legend(**row._mapping)


class Legends(LegendsReading):
    """Keeping them."""

    async def add(self, legend: Legend) -> bool:
        """Keep a legend; False if it was known."""
        insert = self._upsert(legends).on_conflict_do_nothing()
        return (await self._connection.execute(insert, asdict(legend))).rowcount > 0
