"""The deals of each date, made once for everybody."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date

from sqlalchemy import bindparam, select

from storage.dailies import Daily
from storage.models import dailies
from storage.repositories.base import Repository

_OF_DAY = select(*dailies.c).where(dailies.c.day == bindparam("day")).order_by(dailies.c.game)
_DAYS = (
    select(dailies.c.day)
    .distinct()
    .where(dailies.c.day <= bindparam("last"))
    .order_by(dailies.c.day.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)


class DailiesReading(Repository):
    """Which dailies were made."""

    async def of(self, day: date) -> tuple[Daily, ...]:
        """The dailies of a date made so far, by game."""
        return tuple(Daily(**row._mapping) for row in await self._all(_OF_DAY, day=day))

    async def days(self, last: date, offset: int, limit: int) -> tuple[date, ...]:
        """Dates with dailies, from ``last`` backwards."""
        rows = await self._all(_DAYS, last=last, offset=offset, limit=limit)
        return tuple(row[0] for row in rows)


class Dailies(DailiesReading):
    """Keeping them."""

    async def add(self, daily: Daily) -> bool:
        """Keep a daily; False if another process was quicker: then its deal is the one."""
        insert = self._upsert(dailies).on_conflict_do_nothing()
        return (await self._connection.execute(insert, asdict(daily))).rowcount > 0
