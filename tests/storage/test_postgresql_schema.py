"""The tables on PostgreSQL: the same however they came about, with all that was in them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, Connection, Date, MetaData, insert, text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from storage import schema
from storage.engine import parse
from storage.models import metadata
from tests.postgres import Server
from tests.storage.conftest import contents, url_of
from tests.storage.earlier import earlier

EARLIER = schema.revisions()[:-1]
LOOKS = {
    "columns": "SELECT table_name, column_name, data_type, is_nullable, column_default "
    "FROM information_schema.columns WHERE table_schema = 'public'",
    "indexes": "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "constraints": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
    # What may be null is told by the columns; such constraints keep the name of a renamed one.
    "FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'",
    "sequences": "SELECT sequencename, data_type::text FROM pg_sequences",
}


async def _over(url: str, work: Callable[[Connection], Any]) -> Any:
    """What a work gives over one transaction."""
    engine = create_async_engine(parse(url), poolclass=NullPool)
    async with engine.begin() as connection:
        return await connection.run_sync(work)


def _migrate(connection: Connection, revision: str) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    command.upgrade(config, revision)


def _looks(connection: Connection) -> dict[str, set[tuple[Any, ...]]]:
    return {name: set(map(tuple, connection.execute(text(q)))) for name, q in LOOKS.items()}


async def test_migrations_lead_to_the_models_tables(postgres: Server) -> None:
    """Tables made new and those that went through every version are the same; so Alembic thinks."""

    def walked(connection: Connection) -> Any:
        schema.upgrade(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata), _looks(connection)

    made = await _over(await postgres.emptied(), _looks)
    async with postgres.new() as url:
        different, migrated = await _over(url, walked)

    assert different == []
    assert made == migrated
    assert len(made["sequences"]) == 5


def _as_postgresql_has_it(kind: Any, value: Any) -> Any:
    if value is not None and isinstance(kind, Boolean):
        return bool(value)
    if value is not None and isinstance(kind, Date):
        return date.fromisoformat(value)
    return value


def _filled(file: Path, revision: str) -> Callable[[Connection], None]:
    """Makes a database of a revision with the rows of such a file."""

    def work(connection: Connection) -> None:
        _migrate(connection, revision)
        found = MetaData()
        found.reflect(connection)
        with closing(sqlite3.connect(file)) as source:
            source.row_factory = sqlite3.Row
            for table in found.sorted_tables:
                if table.name == "alembic_version":
                    continue
                rows = [
                    {c.name: _as_postgresql_has_it(c.type, row[c.name]) for c in table.c}
                    for row in source.execute(f'SELECT * FROM "{table.name}"')
                ]
                assert rows, table.name
                connection.execute(insert(table), rows)

    return work


@pytest.mark.parametrize(
    "revision", [EARLIER[0], *(pytest.param(each, marks=pytest.mark.slow) for each in EARLIER[1:])]
)
async def test_earlier_rows_become_what_they_become_in_a_file(
    postgres: Server, tmp_path: Path, revision: str
) -> None:
    """From every version on; the way from the first has every step of every migration in it."""
    earlier(tmp_path / "test.db", revision)
    async with postgres.new() as url:
        await _over(url, _filled(tmp_path / "test.db", revision))

        assert await contents(url) == await contents(url_of(tmp_path))
