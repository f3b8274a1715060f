"""Opening: new files, strange files, files of other versions."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from storage import CannotOpen, DamagedDatabase, NewerSchema, Storage, Unavailable, schema
from storage.models import metadata
from tests.storage.conftest import NOW, Scene, url_of


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    """A first start needs nothing prepared."""
    storage = await Storage.open(f"sqlite:///{tmp_path}/a/b/game.db")
    await storage.close()

    assert (tmp_path / "a/b/game.db").exists()


@pytest.mark.parametrize(
    "url", ["", "nonsense", "mysql://localhost/x", "sqlite://", "sqlite:///:memory:"]
)
async def test_an_address_of_no_use_is_refused(url: str) -> None:
    """Only a file or a PostgreSQL server can hold games."""
    with pytest.raises(CannotOpen):
        await Storage.open(url)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql:/me:geheim@db/games", "…@db/games: not a database address"),
        ("postgresql://me:geheim@db:54x/games", "…@db:54x/games: not a database address"),
        ("postgresql://me:geheim@db/games?port=54x", "port is no number"),
        ("postgresql://me@db/games?password=geheim", "option password isn't known"),
        ("mysql://me:geheim@db/games", "only sqlite and postgresql"),
    ],
)
async def test_a_mistyped_address_tells_no_password(url: str, why: str) -> None:
    """One error with what is wrong, which may be shown and logged."""
    with pytest.raises(CannotOpen, match=why) as refused:
        await Storage.open(url)

    assert "geheim" not in str(refused.value)


async def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    """A file where a folder should be is told by name."""
    (tmp_path / "file").write_text("x")

    with pytest.raises(CannotOpen, match=r"file/game\.db"):
        await Storage.open(f"sqlite:///{tmp_path}/file/game.db")


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    """A folder at the database's place can't be opened."""
    with pytest.raises(CannotOpen, match="unable to open"):
        await Storage.open(f"sqlite:///{tmp_path}")


async def test_a_missing_driver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL needs an extra, and the error names it."""

    def absent(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'asyncpg'", name="asyncpg")

    monkeypatch.setattr("storage.storage.reading_engine", absent)

    with pytest.raises(CannotOpen, match="asyncpg"):
        await Storage.open("postgresql://somebody:secret@localhost/games")


def _names(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


@pytest.mark.parametrize(
    "content", [b"not a database " * 500, b"SQLite format 3\0" + b"\xff" * 5000]
)
async def test_a_damaged_file_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    """What can't be read is reported, not overwritten."""
    file = tmp_path / "test.db"
    file.write_bytes(content)

    with pytest.raises(DamagedDatabase):
        await Storage.open(url_of(tmp_path))

    assert file.read_bytes() == content
    assert _names(tmp_path) == ["test.db"]


async def test_damage_inside_is_reported_when_it_is_met(tmp_path: Path) -> None:
    """A broken page deep in the file is damage too, not a crash."""
    storage = await Storage.open(url_of(tmp_path))
    scene = Scene(storage)
    for number in range(200):
        await scene.visit(f"{number}{'x' * 100}")
    await storage.close()
    file = tmp_path / "test.db"
    content = bytearray(file.read_bytes())
    with closing(sqlite3.connect(file)) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'players'"
        ).fetchone()
    content[(page - 1) * 4096 : page * 4096] = b"\xee" * 4096
    file.write_bytes(content)

    storage = await Storage.open(url_of(tmp_path))
    with pytest.raises(DamagedDatabase):
        await storage.read(lambda work: work.people.player(1))
    with pytest.raises(DamagedDatabase):
        await storage.write(lambda work: work.people.set(1, name="Bob"))
    await storage.close()


async def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    """A sound file of somebody else gets none of our tables."""
    file = tmp_path / "test.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    content = file.read_bytes()

    with pytest.raises(DamagedDatabase, match="another program"):
        await Storage.open(url_of(tmp_path))

    assert file.read_bytes() == content


async def _marked(folder: Path, revision: str | None) -> None:
    await (await Storage.open(url_of(folder))).close()
    with closing(sqlite3.connect(folder / "test.db")) as connection, connection:
        connection.execute("DELETE FROM alembic_version")
        if revision is not None:
            connection.execute("INSERT INTO alembic_version VALUES (?)", [revision])


async def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    """An older program must not touch what it doesn't understand."""
    await _marked(tmp_path, "9999")

    with pytest.raises(NewerSchema) as refused:
        await Storage.open(url_of(tmp_path))

    assert ("9999", schema.revisions()[-1]) == (refused.value.found, refused.value.known)


async def test_a_database_without_its_revision_is_refused(tmp_path: Path) -> None:
    """Nobody can tell what such tables are."""
    await _marked(tmp_path, None)

    with pytest.raises(DamagedDatabase, match="revision"):
        await Storage.open(url_of(tmp_path))


async def test_several_may_make_the_same_file_at_once(tmp_path: Path) -> None:
    """Who comes second finds the tables made."""
    opened = await asyncio.gather(*(Storage.open(url_of(tmp_path)) for _ in range(6)))
    visits = [await Scene(storage).visit() for storage in opened]
    for storage in opened:
        await storage.close()

    assert {visit.player.id for visit in visits} == {1}


_SECOND = '''
"""Another table."""
import sqlalchemy as sa
from alembic import op
revision = "9999"
down_revision = "{newest}"
def upgrade() -> None:
    op.create_table("notes", sa.Column("id", sa.Integer(), primary_key=True))
    {more}
'''


def _next_version(folder: Path, monkeypatch: pytest.MonkeyPatch, more: str) -> None:
    versions = folder / "migrations/versions"
    versions.mkdir(parents=True)
    for path in schema.MIGRATIONS.rglob("*.py"):
        (folder / "migrations" / path.relative_to(schema.MIGRATIONS)).write_text(path.read_text())
    newest = schema.revisions()[-1]
    (versions / "v9999_notes.py").write_text(_SECOND.format(newest=newest, more=more))
    monkeypatch.setattr(schema, "MIGRATIONS", folder / "migrations")


def _tables(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


async def test_an_older_file_is_copied_and_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is lost by a new version, not even if it is bad."""
    storage = await Storage.open(url_of(tmp_path))
    before = await Scene(storage).visit()
    await storage.close()
    _next_version(tmp_path / "new", monkeypatch, "")

    storage = await Storage.open(url_of(tmp_path))
    after = await storage.read(
        lambda work: work.people.recognise("discord", "ann", "discord", "club")
    )
    await storage.close()

    assert before == after
    assert "notes" in _tables(tmp_path / "test.db")
    copy = _tables(tmp_path / "test.db.before-9999")
    assert ("players" in copy, "notes" in copy) == (True, False)


async def test_a_failing_upgrade_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A migration is whole or not at all."""
    await (await Storage.open(url_of(tmp_path))).close()
    before = _tables(tmp_path / "test.db")
    _next_version(tmp_path / "new", monkeypatch, 'op.execute("SELECT nonsense")')

    with pytest.raises(CannotOpen, match="nonsense"):
        await Storage.open(url_of(tmp_path))

    assert before == _tables(tmp_path / "test.db")


async def test_a_copy_that_fails_stops_the_upgrade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a copy nothing is upgraded."""
    await (await Storage.open(url_of(tmp_path))).close()
    _next_version(tmp_path / "new", monkeypatch, "")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(schema, "_copy", full)

    with pytest.raises(CannotOpen, match="No space"):
        await Storage.open(url_of(tmp_path))

    assert "notes" not in _tables(tmp_path / "test.db")


async def test_a_closed_storage_says_so(tmp_path: Path) -> None:
    """A late press after the end is an error of its own kind."""
    storage = await Storage.open(url_of(tmp_path))
    await storage.close()

    with pytest.raises(Unavailable):
        await storage.write(lambda work: work.games.close_idle(NOW))


@contextmanager
def _in_memory() -> Iterator[Connection]:
    """A connection to an empty database that is gone, and closed, afterwards."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _made_by(way: str) -> set[tuple[str, str]]:
    with _in_memory() as connection:
        getattr(schema, way)(connection)
        rows = connection.execute(text("SELECT name, coalesce(sql, '') FROM sqlite_master"))
        return {(name, _in_order(" ".join(sql.replace('"', "").split()))) for name, sql in rows}


def _in_order(sql: str) -> str:
    """A statement with the columns and constraints of its table sorted: a later one stands last."""
    head, bracket, rest = sql.partition(" (")
    body, _, tail = rest.rpartition(")")
    parts = (part.strip() for part in re.split(r", (?![^(]*\))", body))
    return " ".join((head, bracket, *sorted(parts), tail))


def test_migrations_lead_to_the_models_tables() -> None:
    """A file made new and one that went through every version are the same but for order."""
    made, migrated = (_made_by(way) for way in ("create", "upgrade"))

    assert made == migrated


def test_alembic_finds_nothing_to_change() -> None:
    """Its own comparison agrees."""
    with _in_memory() as connection:
        schema.upgrade(connection)
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, metadata) == []


def test_revisions_are_named_after_their_files() -> None:
    """The quick look at file names tells what Alembic would."""
    script = ScriptDirectory(str(schema.MIGRATIONS))
    known = [revision.revision for revision in script.walk_revisions()]

    assert tuple(reversed(known)) == schema.revisions()
