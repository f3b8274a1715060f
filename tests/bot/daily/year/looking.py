"""Looking into the database from outside, while processes use it and end."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, Protocol

import asyncpg

BUSY = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND state <> 'idle'
"""


class Look(Protocol):
    """The rows that a question about the database has, dates as text; ``?`` stands for a value."""

    def __call__(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """Ask."""


@contextmanager
def looking(database: str) -> Iterator[Look]:
    """A way to look into the database at an address."""
    if database.startswith("sqlite:///"):
        file = database.removeprefix("sqlite:///")
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            yield lambda question, *values: connection.execute(question, values).fetchall()
        return
    with asyncio.Runner() as runner:
        server = runner.run(asyncpg.connect(database))

        async def ask(question: str, *values: Any) -> list[tuple[Any, ...]]:
            # A server learns a moment later that a process has ended: what it sent counts still.
            while await server.fetchval(BUSY):
                pass
            for number in range(1, len(values) + 1):
                question = question.replace("?", f"${number}", 1)
            rows = await server.fetch(question.replace("day,", "day::text,"), *values)
            return [tuple(row) for row in rows]

        try:
            yield lambda question, *values: runner.run(ask(question, *values))
        finally:
            runner.run(server.close())
