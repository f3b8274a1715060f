"""All rows of one database into another, table by table, whatever either is kept in."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Table, func, insert, literal, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import StorageError
from storage.models import NUMBERED, metadata

AT_ONCE = 500
"""So many rows are held in memory, and sent by one statement."""


class NotTheSame(StorageError):
    """What arrived of ``table`` is not what was sent."""

    def __init__(self, table: str) -> None:
        super().__init__(f"not every row of {table} has arrived as it was")
        self.table = table


class NotEmpty(StorageError):
    """The database at ``where`` holds something already."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} holds something already")
        self.where = where


async def pour(source: AsyncConnection, target: AsyncConnection) -> int:
    """Copy every row to a database of the same tables with no rows; how many there were.

    Each table is read back and compared. No number that either database has given is given again.
    Raises NotTheSame; the caller's transaction is then to be rolled back.
    """
    count = 0
    # Those that others point to come first.
    for table in metadata.sorted_tables:
        sent = _Sum()
        async for rows in _pages(source, table):
            sent.add(rows)
            await target.execute(insert(table), [dict(row._mapping) for row in rows])
        arrived = _Sum()
        async for rows in _pages(target, table):
            arrived.add(rows)
        if (sent.rows, sent.total) != (arrived.rows, arrived.total):
            raise NotTheSame(table.name)
        count += sent.rows
    await count_on(target, await given(source))
    return count


async def is_empty(connection: AsyncConnection) -> bool:
    """Whether no table has a row."""
    for table in metadata.sorted_tables:
        if (await connection.execute(select(literal(1)).select_from(table).limit(1))).first():
            return False
    return True


async def given(connection: AsyncConnection) -> dict[str, int]:
    """The highest number that each numbered table has given, gone rows counted in."""
    if connection.dialect.name == "sqlite":
        told = await connection.execute(text("SELECT name, seq FROM sqlite_sequence"))
        return {name: number for name, number in told if name in NUMBERED}
    found = {}
    for name in NUMBERED:
        said = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "
        found[name] = int(await connection.scalar(text(f"{said}{name}_id_seq")) or 0)
    return found


async def count_on(connection: AsyncConnection, numbers: Mapping[str, int]) -> None:
    """Give no number again up to those in ``numbers``, nor one that was given here."""
    own = await given(connection)
    for name, number in numbers.items():
        last = max(number, own.get(name, 0))
        if last == 0:
            continue
        if connection.dialect.name == "sqlite":
            change = (
                "UPDATE sqlite_sequence SET seq = :last WHERE name = :name"
                if name in own
                else "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"
            )
            await connection.execute(text(change), {"name": name, "last": last})
        else:
            await connection.execute(select(func.setval(f"{name}_id_seq", last)))


async def _pages(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[Any]]:
    """Every row, some at a time, in the order of the key."""
    keys = tuple(table.primary_key)
    statement = select(table).order_by(*keys).limit(AT_ONCE)
    rows = (await connection.execute(statement)).all()
    while rows:
        yield rows
        if len(rows) < AT_ONCE:
            return
        last = tuple_(*(literal(rows[-1]._mapping[key], key.type) for key in keys))
        rows = (await connection.execute(statement.where(tuple_(*keys) > last))).all()


class _Sum:
    """How many rows, and a number that any other rows would not have, in whichever order."""

    def __init__(self) -> None:
        self.rows = 0
        self.total = 0

    def add(self, rows: Sequence[Any]) -> None:
        self.rows += len(rows)
        for row in rows:
            digest = hashlib.sha256(repr(tuple(row)).encode()).digest()
            self.total += int.from_bytes(digest)
