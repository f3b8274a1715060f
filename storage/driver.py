"""SQLite connections that need one visit to their thread a statement.

The driver runs SQLite in a thread of its own and goes there once to make a cursor, once to
execute, once to fetch and once to close. Statements here are short and results small, so nearly
all the time of a statement would be those visits; here they are one.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

import aiosqlite

LONGEST_WAIT = 5.0
PAUSE = 0.005
"""Seconds: how long a locked file is waited for while a connection is set up, and how often."""


class WholeCursor:
    """A cursor that executes, fetches all and closes in one visit."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(self, connection: WholeConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []

    async def __aenter__(self) -> Self:
        """Nothing to wait for: the real cursor is made when it is needed."""
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:
        """Run one statement and keep its rows."""
        await self._connection.visit(self._run, "execute", sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Any) -> Self:
        """Run one statement for each set of parameters."""
        await self._connection.visit(self._run, "executemany", sql, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        """The rows kept."""
        return self._rows

    async def close(self) -> None:
        """Nothing is open."""

    def _run(
        self,
        connection: sqlite3.Connection,
        method: Literal["execute", "executemany"],
        sql: str,
        parameters: Any,
    ) -> None:
        cursor = connection.cursor()
        try:
            getattr(cursor, method)(sql, parameters)
            if cursor.description:
                self._rows = cursor.fetchall()
            self.description = cursor.description
            self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class WholeConnection(aiosqlite.Connection):
    """A connection that gives out such cursors."""

    def cursor(self) -> WholeCursor:  # type: ignore[override] # the part that the engine uses
        """A cursor, at no cost."""
        return WholeCursor(self)

    async def visit(self, task: Any, *arguments: Any) -> None:
        """Run ``task`` in the connection's thread over the real connection."""
        execute: Any = self._execute
        await execute(lambda: task(self._conn, *arguments))


async def connect(file: Path, pragmas: Sequence[str]) -> aiosqlite.Connection:
    """An open connection to ``file`` set up with ``pragmas``; the file is made if it isn't there.

    Transactions are left to the caller to begin.
    """
    connection = WholeConnection(lambda: _open(file, pragmas), iter_chunk_size=64)
    # A program that stops in a hurry must not wait for it.
    connection._thread.daemon = True
    try:
        return await connection
    except BaseException:
        # The thread has been told to stop; it must have done so before the event loop is gone.
        connection._thread.join()
        raise


def _open(file: Path, pragmas: Sequence[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    try:
        for pragma in pragmas:
            _set(connection, pragma)
    except BaseException:
        connection.close()
        raise
    return connection


def _set(connection: sqlite3.Connection, pragma: str) -> None:
    """Run a pragma, waiting while the file is locked.

    SQLite itself doesn't wait when two processes open a new file at once and both turn to WAL.
    """
    until = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        else:
            return
        time.sleep(PAUSE)
