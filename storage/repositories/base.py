"""What every repository shares."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

Insert = postgresql.Insert | sqlite.Insert


class Repository:
    """Statements over one connection, inside a transaction that others begin and end."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def _upsert(self, table: Table) -> Insert:
        """An insert that may say ``on_conflict_do_…``, in the dialect of the database."""
        if self._connection.dialect.name == "postgresql":
            return postgresql.insert(table)
        return sqlite.insert(table)

    async def _one(self, statement: Any, **values: Any) -> Any:
        """The first row or None."""
        return (await self._connection.execute(statement, values)).first()

    async def _all(self, statement: Any, **values: Any) -> Any:
        """Every row."""
        return (await self._connection.execute(statement, values)).all()
