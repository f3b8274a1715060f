"""The machine: Python, time zones, the disk, the database, the solver processes."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.doctor.finding import Finding, mend, note, well
from bot.workers import Workers
from bot.workers.jobs import SOON, OracleHint
from games.catalogue import find
from games.deals import lay_out
from storage import (
    CannotOpen,
    DamagedDatabase,
    NewerSchema,
    Storage,
    StorageError,
    server_copies,
)
from storage.backup import check, database_file
from storage.private import seen_by_others
from storage.schema import revisions

OLDEST = (3, 11)
_MEGABYTE = 1 << 20
LITTLE, TOO_LITTLE = 500 * _MEGABYTE, 50 * _MEGABYTE
"""Free bytes below which a disk is worth a word, and below which nothing good follows."""
_FAR = ("America/Santiago", "Asia/Kathmandu", "Australia/Lord_Howe")


def python(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> Finding:
    """Whether this Python is one the program is made for."""
    said = ".".join(map(str, version))
    if version < OLDEST:
        return mend("Python", said, "3.11 or newer is needed")
    return well("Python", said)


def zones(open_zone: Callable[[str], object] = ZoneInfo) -> Finding:
    """Whether the time zones of the world are there, which daily posts go by."""
    try:
        for name in _FAR:
            open_zone(name)
    except ZoneInfoNotFoundError as error:
        return mend("time zones", f"{error} is missing", "install tzdata (pip install tzdata)")
    return well("time zones", "there")


def disk(folder: Path, free: Callable[[Path], int] | None = None) -> Finding:
    """Whether the folder of the database can be written to, and how much room there is."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        left = free(there) if free is not None else shutil.disk_usage(there).free
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"x")
    except OSError as error:
        why = error.strerror or str(error)
        return mend("disk", f"{there}: {why}", "let the bot's user write to this folder")
    said = f"{left // _MEGABYTE:,} MB free in {there}"
    if left < TOO_LITTLE:
        return mend("disk", said, "make room: a full disk stops every game")
    if left < LITTLE:
        return note("disk", said, "make room before it is full")
    return well("disk", said)


async def database(url: str) -> Finding:
    """Whether the database can be opened, is whole, and is of a schema this version knows."""
    what = "database"
    try:
        file = database_file(url)
        return await _server(url) if file is None else _file(file)
    except CannotOpen as error:
        return mend(what, f"can't be opened: {error.reason}", "see DATABASE_URL in .env")
    except DamagedDatabase as error:
        return mend(what, f"is damaged: {error.reason}", "put a copy back (patience restore FILE)")
    except NewerSchema as error:
        said = f"is of schema {error.found}, newer than this program's {error.known}"
        return mend(what, said, "update the program")
    except StorageError as error:
        return mend(what, f"can't be read: {error}", "see the database server's log")


def _file(file: Path) -> Finding:
    what = "database"
    if not file.exists():
        return note(what, f"{file} isn't there yet", "it is made at the first start")
    revision = check(file)
    if not os.access(file, os.W_OK):
        return mend(what, f"{file} can't be written to", "let the bot's user write to it")
    if revision != revisions()[-1]:
        said = f"{file} is whole, of the older schema {revision}"
        return note(what, said, "it is copied and brought up to date at the next start")
    if others := seen_by_others(file):
        said = f"{file} is whole, but others on this machine can get at it"
        return note(what, said, f"chmod 600 {shlex.join(map(str, others))}")
    return well(what, f"{file} is whole, schema {revision}")


async def _server(url: str) -> Finding:
    what = "database"
    revision = await server_copies.revision(url)
    if revision is None:
        return note(what, "the server's is empty", "its tables are made at the first start")
    if revision != revisions()[-1]:
        said = f"the server's is of the older schema {revision}"
        return note(what, said, "pg_dump it; it is brought up to date at the next start")
    storage = await Storage.open(url)
    try:
        running = await storage.read(lambda reading: reading.games.count_running())
    finally:
        await storage.close()
    return well(what, f"can be read, schema {revision}, {running} games running")


async def dailies(url: str) -> tuple[Finding, ...]:
    """Where daily posts go, and where they stopped; nothing where no chat has them.

    Asked only of a database that ``database`` finds well, for it is opened.
    """
    storage = await Storage.open(url)
    try:
        counts = await storage.read(lambda reading: reading.schedules.counts())
    finally:
        await storage.close()
    return tuple(_posts(platform, why, chats) for platform, why, chats in counts)


def _posts(platform: str, why: str, chats: int) -> Finding:
    what = f"daily posts, {platform}"
    if not why:
        return well(what, f"go to {chats} chats")
    advice = "who manages those chats was told; they go on once setup daily names a place"
    return note(what, f"paused in {chats} chats ({why})", advice)


async def solvers(now: Callable[[], datetime]) -> Finding:
    """Whether a solver process starts and answers; the first time it compiles for a while."""
    game = find("bakers-game")
    began = now()
    workers = Workers()
    try:
        await workers.warm()
        position = game.deal(lay_out(game, "1"))
        hint = await workers.ask("doctor", OracleHint(game.key, "1", position, SOON))
    except Exception as error:  # noqa: BLE001 - whatever it is, it is the finding
        said = f"no answer ({type(error).__name__})"
        return mend("solvers", said, "see that numba works here and that memory suffices")
    finally:
        await workers.close()
    took = (now() - began).total_seconds()
    if hint.move is None:
        return mend("solvers", "a wrong answer", "install the program anew")
    return well("solvers", f"answered after {took:.1f} s")
