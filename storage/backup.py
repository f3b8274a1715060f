"""Copies of an SQLite database: taken while it is in use, and put back while it is not.

A copy is one snapshot in one file, whatever is being written meanwhile. Putting one back goes
through SQLite itself, so that a crash on the way leaves the database as it was before.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from storage.engine import BUSY_MILLISECONDS, file_of, parse
from storage.errors import CannotOpen, DamagedDatabase, NewerSchema, StorageError
from storage.moderation import Measure
from storage.private import make_file, make_folder
from storage.records import Deletions
from storage.repositories.forgotten import KEY
from storage.schema import revisions
from storage.storage import Storage

MADE = "backup.made"
"""The fact in a copy that tells when it was made."""
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
_OWN_TABLES = {"players", "games", "events", "alembic_version"}


class InUse(StorageError):
    """Another program has the database at ``where`` open."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} is in use")
        self.where = where


def database_file(url: str) -> Path | None:
    """The file of the database at ``url``; None for a server's, which has tools of its own.

    Raises CannotOpen for an address that is none.
    """
    return file_of(parse(url))


def place(url: str) -> str:
    """What the database at ``url`` is called: its file, or its address without the password.

    Raises CannotOpen for an address that is none.
    """
    address = parse(url)
    return str(file_of(address) or address)


def back_up(source: Path, target: Path, now: datetime) -> int:
    """Write a sound copy of ``source`` to ``target``, which must not exist; its size in bytes.

    Writers go on meanwhile. Raises CannotOpen, DamagedDatabase or NewerSchema, and then there is
    no ``target``.
    """
    if target.exists():
        raise CannotOpen(str(target), "it exists already")
    part = target.with_name(f"{target.name}.part")
    try:
        copied(source, part)
        with closing(sqlite3.connect(part)) as copy:
            # A database of the first versions has no facts; nobody was deleted in it either.
            if "facts" in _tables(copy):
                copy.execute("DELETE FROM facts WHERE name = ?", (MADE,))
                copy.execute("INSERT INTO facts VALUES (?, ?)", (MADE, now.isoformat()))
                copy.commit()
        part.replace(target)
    except OSError as error:
        raise CannotOpen(str(target), error.strerror or str(error)) from error
    finally:
        part.unlink(missing_ok=True)
    return target.stat().st_size


def copied(source: Path, target: Path) -> None:
    """Write a sound copy of one moment to ``target``, for its owner's eyes only."""
    # What a copy that was ended in its midst has left is no database, or open to others.
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    with _reading(source) as old, closing(sqlite3.connect(target)) as new:
        # In one step: step by step every write by others would begin the copy anew.
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
    check(target)


def check(file: Path) -> str:
    """The revision of a sound database of this program in ``file``.

    Raises CannotOpen, DamagedDatabase or NewerSchema.
    """
    where = str(file)
    with _reading(file) as connection:
        if not _tables(connection) >= _OWN_TABLES:
            raise DamagedDatabase(where, "it belongs to another program")
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if found is None:
            raise DamagedDatabase(where, "its revision is missing")
        if found[0] not in revisions():
            raise NewerSchema(where, str(found[0]), revisions()[-1])
        [(said,), *_] = connection.execute("PRAGMA integrity_check(1)")
        if said != "ok":
            raise DamagedDatabase(where, str(said))
        if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise DamagedDatabase(where, "a row points to one that is missing")
    return str(found[0])


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


async def put_back(copy: Path, database: Path, now: datetime) -> Path | None:
    """Put ``copy`` in place of ``database``; where the data from before is kept, if there was any.

    The copy is brought to this version's tables on the way and stays as it is itself. Raises
    InUse while another program has the database open, CannotOpen, DamagedDatabase or NewerSchema;
    the database is then as it was.
    """
    check(copy)
    before = database.with_name(f"{database.name}.before-restore-{now:%Y%m%dT%H%M%SZ}")
    work = database.with_name(f"{database.name}.restoring")
    try:
        make_folder(database.parent)
        copied(copy, work)
        await bring_up(work, _deletions(database), _measures(database))
        _count_on(work, database)
        return before if _replaced(database, work, before) else None
    except OSError as error:
        raise CannotOpen(str(database), error.strerror or str(error)) from error
    finally:
        for name in (work.name, f"{work.name}-wal", f"{work.name}-shm"):
            work.with_name(name).unlink(missing_ok=True)


async def bring_up(
    work: Path, past: Deletions | None, measures: tuple[Measure, ...] | None
) -> None:
    """Bring a copy to this version's tables, and delete again who was deleted since it was made.

    What the host has decided since then holds on too.
    """
    storage = await Storage.open(f"sqlite:///{work}")
    try:
        made = await storage.read(lambda reading: reading.facts.get(MADE))
        if past is not None:
            since = datetime.fromisoformat(made) if made else _LONG_AGO
            await storage.write(lambda uow: uow.own_data.take_up(past, since))
            if measures is not None:
                await storage.write(lambda uow: uow.moderation.take_up(measures))
    finally:
        await storage.close()


def _count_on(work: Path, database: Path) -> None:
    """Give no number again that was given since the copy was made.

    Boards, buttons and links out there carry numbers of games; they must lead to no other game.
    """
    try:
        with _reading(database) as connection:
            given = connection.execute("SELECT seq, name FROM sqlite_sequence").fetchall()
    except (CannotOpen, DamagedDatabase):
        return
    with closing(sqlite3.connect(work)) as connection:
        known = {name for (name,) in connection.execute("SELECT name FROM sqlite_sequence")}
        for last, name in given:
            if name in known:
                connection.execute(
                    "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (last, name)
                )
            else:
                connection.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, last))
        connection.commit()


def _deletions(database: Path) -> Deletions | None:
    """What the database that is to be replaced remembers of deleted players."""
    try:
        with _reading(database) as connection:
            if not _tables(connection) >= _OWN_TABLES:
                return None
            keys = {row["name"]: row["value"] for row in _table(connection, "secrets")}
            marks = {row["mark"]: _moment(row["at"]) for row in _table(connection, "deletions")}
            deals = tuple(
                (row["mark"], row["tries"], at and _moment(at))
                for row in _table(connection, "forgotten")
                for at in [row.get("looked_at")]
            )
    except (CannotOpen, DamagedDatabase):
        return None  # none there, or none that can be read
    if KEY not in keys:
        return None
    return Deletions(keys[KEY], marks, deals)


def _table(connection: sqlite3.Connection, name: str) -> list[dict[str, Any]]:
    """The rows of a table of any version; none where it isn't known yet."""
    if name not in _tables(connection):
        return []
    cursor = connection.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - a table of ours
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _moment(at: int) -> datetime:
    return _LONG_AGO + timedelta(milliseconds=at)


def _measures(database: Path) -> tuple[Measure, ...] | None:
    """The host's measures in the database that is to be replaced; None where it can hold none."""
    try:
        with _reading(database) as connection:
            rows = connection.execute(
                "SELECT mark, kind, platform, external_id, at FROM moderation"
            ).fetchall()
    except (CannotOpen, DamagedDatabase):
        return None
    return tuple(
        Measure(mark, kind, platform, external_id, _LONG_AGO + timedelta(milliseconds=at))
        for mark, kind, platform, external_id, at in rows
    )


def _replaced(database: Path, work: Path, before: Path) -> bool:
    """Put ``work`` in place of the database, which is kept as ``before``; whether it held any."""
    make_file(database)
    try:
        with _alone(database) as target:
            held = target.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
            if held:
                before.touch(mode=0o600)
                with closing(sqlite3.connect(before)) as kept:
                    target.backup(kept)
            with _reading(work) as source:
                source.backup(target)
    except (DamagedDatabase, sqlite3.DatabaseError):
        # What SQLite can't read is put aside as it is: nobody can be using it.
        for suffix in ("", "-wal", "-shm"):
            part = database.with_name(database.name + suffix)
            if part.exists():
                part.replace(before.with_name(before.name + suffix))
        work.replace(database)
        return True
    return held


@contextmanager
def _reading(file: Path) -> Iterator[sqlite3.Connection]:
    where = str(file)
    if not file.is_file():
        raise CannotOpen(where, "there is no such file")
    try:
        address = f"{file.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
            yield connection
    except sqlite3.DatabaseError as error:
        raise _told(error, where) from error


def _told(error: sqlite3.DatabaseError, where: str) -> StorageError:
    """SQLite's failure in this module's words: locked by others, or not to be read."""
    if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return InUse(where)
    return DamagedDatabase(where, str(error))


def in_use(file: Path) -> None:
    """Raise InUse while another program has the database in ``file`` open."""
    with _alone(file):
        return


@contextmanager
def _alone(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection that nobody else's stands beside; raises InUse."""
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            # Leaving the write-ahead log takes that no other connection is open.
            [mode] = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
            if mode != "delete":
                raise InUse(str(file))
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            told = _told(error, str(file))
            if isinstance(error, sqlite3.OperationalError) and isinstance(told, DamagedDatabase):
                told = CannotOpen(str(file), str(error))
            raise told from error
        yield connection
