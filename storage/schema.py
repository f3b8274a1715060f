"""Bringing a database to this version's tables when it is opened.

A new database is made from the models and marked with the newest revision, which costs no import
of Alembic; a test proves that the migrations lead to the same tables. An older file is copied
beside itself first.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import structlog
from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    inspect,
    select,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.engine import file_of
from storage.errors import DamagedDatabase, NewerSchema
from storage.models import metadata

log = structlog.get_logger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"

# Alembic's own table, as it would make it.
_VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def revisions() -> tuple[str, ...]:
    """The revisions this version knows, the oldest first: ``v0001_initial.py`` is ``0001``."""
    return tuple(sorted(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v*.py")))


async def prepare(readers: AsyncEngine, writers: AsyncEngine, where: str) -> None:
    """Make or upgrade the tables; a database that isn't ours to change is left as it is.

    Raises NewerSchema or DamagedDatabase.
    """
    async with readers.connect() as connection:
        await connection.run_sync(revision_of, where)
    async with writers.begin() as connection:
        # Asked again under the write lock: another process may have been quicker.
        found = await connection.run_sync(revision_of, where)
        if found is None:
            await connection.run_sync(create)
        elif found != revisions()[-1]:
            file = file_of(writers.url)
            if file is not None:
                copy = file.with_name(f"{file.name}.before-{revisions()[-1]}")
                await asyncio.to_thread(_copy, file, copy)
                log.info("database_copied", copy=str(copy), revision=found)
            await connection.run_sync(upgrade)
            log.info("database_upgraded", before=found, revision=revisions()[-1])


def revision_of(connection: Connection, where: str) -> str | None:
    """The database's revision, None for an empty one; raises NewerSchema or DamagedDatabase."""
    names = set(inspect(connection).get_table_names())
    if _VERSION.name not in names:
        if names and connection.dialect.name == "sqlite":
            raise DamagedDatabase(where, "it belongs to another program")
        return None
    found = connection.scalar(select(_VERSION.c.version_num))
    if found is None:
        raise DamagedDatabase(where, "its revision is missing")
    if found not in revisions():
        raise NewerSchema(where, found, revisions()[-1])
    return str(found)


def create(connection: Connection) -> None:
    """Make all tables in an empty database and mark it as of the newest revision."""
    metadata.create_all(connection, checkfirst=False)
    _VERSION.create(connection)
    connection.execute(_VERSION.insert(), {"version_num": revisions()[-1]})


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing, inside the transaction under way."""
    from alembic import command  # noqa: PLC0415 - slow to import and seldom needed
    from alembic.config import Config  # noqa: PLC0415 - as above

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")


def _copy(source: Path, target: Path) -> None:
    """Copy a database for its owner's eyes; what is called ``target`` is whole at any moment."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
    part.replace(target)
