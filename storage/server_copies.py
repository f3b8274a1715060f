"""A server's database as a file, such a file put back, and moving from one database to another.

A copy is the SQLite file that ``storage.backup`` makes of a file, so either goes into either.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.backup import InUse, back_up, bring_up, check, copied, database_file, in_use, place
from storage.engine import APPLICATION, parse, reading_engine, writing_engine
from storage.errors import FAILURES, CannotOpen, explained, no_driver, unopened
from storage.models import metadata
from storage.pouring import NotEmpty, is_empty, pour
from storage.schema import revision_of, revisions
from storage.storage import Storage


async def back_up_server(url: str, target: Path, now: datetime) -> int:
    """Write what a server's database holds at one moment to a new file; its size in bytes.

    Writers go on meanwhile. Raises as ``back_up`` does, and NotTheSame; no ``target`` is left.
    """
    found = await revision(url)
    if found != revisions()[-1]:
        raise CannotOpen(place(url), "start the bot once: it brings the tables up to date")
    with TemporaryDirectory(dir=_folder(target)) as folder:
        file = Path(folder) / "copy.db"
        await _made_ready(_address(file))
        async with _both(url, _address(file)) as (old, new):
            await pour(old, new)
        return await asyncio.to_thread(back_up, file, target, now)


async def revision(url: str) -> str | None:
    """The revision of a server's database, None for an empty one; nothing is changed.

    Raises CannotOpen, DamagedDatabase or NewerSchema.
    """
    where = place(url)
    engine = _reading(url)
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(revision_of, where)
    except FAILURES as error:
        raise unopened(error, where) from error
    finally:
        await engine.dispose()


async def put_back_on_server(copy: Path, url: str, now: datetime) -> Path | None:
    """Put ``copy`` in place of what a server's database holds; a copy of that, if it held anything.

    As ``put_back`` does, with the same errors; the database is then as it was.
    """
    check(copy)
    storage = await Storage.open(url)
    try:
        past = await storage.write(lambda uow: uow.own_data.past())
        measures = await storage.read(lambda reading: reading.moderation.every())
    finally:
        await storage.close()
    await _must_be_alone(url)
    before: Path | None = copy.with_name(f"{copy.name}.before-restore-{now:%Y%m%dT%H%M%SZ}")
    with TemporaryDirectory(dir=_folder(copy)) as folder:
        work = Path(folder) / "copy.db"
        copied(copy, work)
        await bring_up(work, past, measures)
        async with _both(_address(work), url) as (old, new):
            if await is_empty(new):
                before = None
            else:
                assert before is not None
                await back_up_server(url, before, now)
            for table in reversed(metadata.sorted_tables):
                await new.execute(delete(table))
            await pour(old, new)
    return before


async def move(source: str, target: str) -> int:
    """Copy all that the database at ``source`` holds to the empty one at ``target``; how many rows.

    The source stays as it is. Raises InUse while another program has either open, NotEmpty,
    NotTheSame, CannotOpen, DamagedDatabase or NewerSchema; nothing has then arrived.
    """
    for url in (source, target):
        await _must_be_alone(url)
    await _made_ready(source, target)
    async with _both(source, target) as (old, new):
        if not await is_empty(new):
            raise NotEmpty(place(target))
        return await pour(old, new)


def _folder(file: Path) -> Path:
    """Where something may be laid beside ``file``; raises CannotOpen."""
    if not file.parent.is_dir():
        raise CannotOpen(str(file), "there is no such folder")
    return file.parent


def _address(file: Path) -> str:
    return f"sqlite:///{file}"


async def _made_ready(*urls: str) -> None:
    """Bring each database to this version's tables."""
    for url in urls:
        await (await Storage.open(url)).close()


async def _must_be_alone(url: str) -> None:
    """Raise InUse while another of this program's processes is at the database."""
    file = database_file(url)
    if file is not None:
        if file.exists():
            in_use(file)
        return
    engine = _reading(url)
    others = text(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = :name "
        "AND datname = current_database() AND pid <> pg_backend_pid()"
    )
    try:
        async with engine.begin() as connection:
            count = await connection.scalar(others, {"name": APPLICATION})
            where = str(await connection.scalar(select(func.current_database())))
    except FAILURES as error:
        raise unopened(error, place(url)) from error
    finally:
        await engine.dispose()
    if count:
        raise InUse(where)


def _reading(url: str) -> AsyncEngine:
    try:
        return reading_engine(parse(url))
    except ModuleNotFoundError as error:
        raise no_driver(error, place(url)) from error


@asynccontextmanager
async def _both(source: str, target: str) -> AsyncIterator[tuple[AsyncConnection, AsyncConnection]]:
    """A snapshot of one database, and a transaction that writes the other."""
    engines: tuple[AsyncEngine, AsyncEngine] = (
        reading_engine(parse(source)),
        writing_engine(parse(target)),
    )
    try:
        async with engines[0].begin() as old, engines[1].begin() as new:
            yield old, new
    except FAILURES as error:
        raise explained(error, place(target)) from error
    finally:
        for engine in engines:
            await engine.dispose()
