"""Databases of earlier versions, with a row in every table: ``tests/data/schemas`` tells them.

The text of a version puts rows into what that version added, over what came from those before.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from storage import schema

ROWS = Path(__file__).parents[1] / "data/schemas"

Contents = dict[str, list[dict[str, Any]]]
"""The rows of each table, by column."""


def migrate(file: Path, revision: str) -> None:
    """Bring a file to a revision, straight by Alembic."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(schema.MIGRATIONS))
        command.upgrade(config, revision)
    engine.dispose()


def earlier(file: Path, revision: str) -> None:
    """A database of a revision, with what the texts up to it tell."""
    for each in schema.revisions():
        migrate(file, each)
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.executescript((ROWS / f"{each}.sql").read_text("utf-8"))
        if each == revision:
            return


def contents(file: Path) -> tuple[set[tuple[str, str]], Contents]:
    """What a sound file holds: its tables and indexes as they were made, and its rows."""
    with closing(sqlite3.connect(file)) as connection:
        [(said,)] = connection.execute("PRAGMA integrity_check")
        assert said == "ok"
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        made = connection.execute("SELECT name, type, coalesce(sql, '') FROM sqlite_master")
        found = made.fetchall()
        connection.row_factory = sqlite3.Row
        rows = {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2")]
            for name, kind, _ in found
            if kind == "table" and name not in ("alembic_version", "sqlite_sequence")
        }
        return {(name, sql) for name, _, sql in found}, rows
