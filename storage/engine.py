"""Connections: one writer and a few readers a process, over SQLite or PostgreSQL alike.

Writers of all processes come one after another, so that what a work has read still holds when it
writes; readers see one moment and can't write. SQLite's transactions are begun here by hand: the
driver's own way would begin a writer's transaction late, and a late writer fails with "database is
locked" instead of waiting its turn. PostgreSQL's writers take one lock for all of them first.
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
ANSWER_SECONDS = 60
"""How long a server may take over connecting or one statement before it counts as gone."""
APPLICATION = "patience"
"""What this program's connections are called by PostgreSQL."""
WRITERS_LOCK = 0x706174
"""The number under which PostgreSQL knows the lock of those who write."""

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_OPTIONS = {"host": "host", "port": "port", "ssl": "ssl", "sslmode": "ssl"}
"""What may stand behind the question mark of a server's address, and what the driver calls it."""


def parse(url: str) -> URL:
    """The address with its asynchronous driver; raises CannotOpen when it is none of ours."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        _, at, host = url.rpartition("@")
        # Before the sign a password may stand.
        raise CannotOpen(f"…@{host}" if at else url, "not a database address") from error
    name = parsed.get_backend_name()
    if name == "postgres":
        name = "postgresql"
    if name not in _DRIVERS:
        raise CannotOpen(parsed.render_as_string(), "only sqlite and postgresql are known")
    if name == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise CannotOpen(url, "a database needs a file")
    if name == "postgresql":
        parsed = _with_options(parsed)
    return parsed.set(drivername=_DRIVERS[name])


def _with_options(url: URL) -> URL:
    """The address with its options as the driver calls them."""
    for each in url.query:
        if each not in _OPTIONS:
            # Such as ``password``.
            raise CannotOpen(str(url.set(query={})), f"the option {each} isn't known")
    if not all(port.isdecimal() for port in url.normalized_query.get("port", ())):
        raise CannotOpen(str(url), "its port is no number")
    return url.set(query={_OPTIONS[name]: value for name, value in url.query.items()})


def file_of(url: URL) -> Path | None:
    """The file of an SQLite database, None for a server's."""
    if url.get_backend_name() != "sqlite" or url.database is None:
        return None
    return Path(url.database)


def writing_engine(url: URL) -> AsyncEngine:
    """An engine of one connection whose transactions take the write lock at once."""
    if file_of(url) is None:
        engine = _server_engine(url, pool_size=1)
        # Until the end of the transaction.
        _begin_with(engine, f"SELECT pg_advisory_xact_lock({WRITERS_LOCK})")
        return engine
    # What a player deletes is overwritten, not just unlinked.
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON")
    return _file_engine(url, "IMMEDIATE", pragmas, pool_size=1)


def reading_engine(url: URL) -> AsyncEngine:
    """An engine of a few connections, each transaction one snapshot that can't write."""
    pool = {"pool_size": READERS, "pool_timeout": 60}
    if file_of(url) is None:
        # A connection that has died meanwhile is replaced before anybody notices.
        return _server_engine(
            url,
            isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
            pool_pre_ping=True,
            **pool,
        )
    # Each reading ends its own transaction, so nothing is left to reset on return.
    return _file_engine(url, "DEFERRED", ("query_only=ON",), pool_reset_on_return=None, **pool)


def _server_engine(url: URL, **more: Any) -> AsyncEngine:
    arguments = {
        "timeout": ANSWER_SECONDS,
        "command_timeout": ANSWER_SECONDS,
        "server_settings": {
            "application_name": APPLICATION,
            "lock_timeout": str(BUSY_MILLISECONDS),
            "synchronous_commit": "on",
        },
    }
    # Parameters are names, ids and codes: never in an error, hence never in a log.
    return create_async_engine(
        url, hide_parameters=True, max_overflow=0, connect_args=arguments, **more
    )


def _file_engine(url: URL, mode: str, pragmas: tuple[str, ...], **pool: Any) -> AsyncEngine:
    file = file_of(url)
    assert file is not None
    pragmas = (f"busy_timeout={BUSY_MILLISECONDS}", "foreign_keys=ON", *pragmas)
    # No parameters in errors here either.
    engine = create_async_engine(
        url,
        hide_parameters=True,
        max_overflow=0,
        async_creator=partial(connect, file, pragmas),
        **pool,
    )
    _begin_with(engine, f"BEGIN {mode}")
    return engine


def _begin_with(engine: AsyncEngine, statement: str) -> None:
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    event.listen(engine.sync_engine, "begin", begun)
