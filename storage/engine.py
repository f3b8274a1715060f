"""Connections: one writer and a few readers a process, set up for durable SQLite.

Transactions are begun here by hand: the driver's own way would begin a writer's transaction late,
and a late writer fails with "database is locked" instead of waiting its turn.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.driver import connect
from storage.errors import CannotOpen

READERS = 4
BUSY_MILLISECONDS = 5000

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


def parse(url: str) -> URL:
    """The address with its asynchronous driver; raises CannotOpen when it is none of ours."""
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise CannotOpen(url, "not a database address") from error
    name = parsed.get_backend_name()
    if name == "postgres":
        name = "postgresql"
    if name not in _DRIVERS:
        raise CannotOpen(parsed.render_as_string(), "only sqlite and postgresql are known")
    if name == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise CannotOpen(url, "a database needs a file")
    return parsed.set(drivername=_DRIVERS[name])


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database, None for a server's."""
    if url.get_backend_name() != "sqlite" or url.database is None:
        return None
    return Path(url.database)


def writing_engine(url: URL) -> AsyncEngine:
    """An engine of one connection whose transactions take the write lock at once."""
    # What a player deletes is overwritten, not just unlinked.
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON")
    return _engine(url, "IMMEDIATE", pragmas, pool_size=1)


def reading_engine(url: URL) -> AsyncEngine:
    """An engine of a few connections, each transaction one snapshot that can't write."""
    # Each reading ends its own transaction, so nothing is left to reset on return.
    pool = {"pool_size": READERS, "pool_timeout": 60, "pool_reset_on_return": None}
    return _engine(url, "DEFERRED", ("query_only=ON",), **pool)


def _engine(url: URL, mode: str, pragmas: tuple[str, ...], **pool: Any) -> AsyncEngine:
    pool = {"max_overflow": 0, **pool}
    file = file_of(url)
    if file is None:
        return create_async_engine(url, hide_parameters=True, **pool)
    pragmas = (f"busy_timeout={BUSY_MILLISECONDS}", "foreign_keys=ON", *pragmas)
    # Parameters are names, ids and codes: never in an error, hence never in a log.
    creator = partial(connect, file, pragmas)
    engine = create_async_engine(url, hide_parameters=True, async_creator=creator, **pool)

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(f"BEGIN {mode}")

    event.listen(engine.sync_engine, "begin", begun)
    return engine
