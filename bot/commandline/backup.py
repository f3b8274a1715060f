"""``patience backup``, ``restore`` and ``move``: the database copied, put back, taken elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.commandline.database import must_exist, with_database
from bot.commandline.output import DONE, NO, fail, show
from bot.commandline.settings import settings
from storage import server_copies
from storage.backup import InUse, back_up, database_file, place, put_back
from storage.pouring import NotEmpty, NotTheSame


def backup(target: Path) -> int:
    """Copy the database to ``target`` while the bot goes on; the exit status."""

    def body(url: str) -> int:
        file, now = database_file(url), datetime.now(UTC)
        must_exist(file)
        if file is None:
            size = asyncio.run(server_copies.back_up_server(url, target, now))
        else:
            size = back_up(file, target, now)
        show(f"{place(url)} is copied to {target}: {size:,} bytes, checked")
        return DONE

    return _with(body)


def restore(copy: Path) -> int:
    """Put a copy in place of the database, which must not be in use; the exit status."""

    def body(url: str) -> int:
        file, now = database_file(url), datetime.now(UTC)
        if file is None:
            before = asyncio.run(server_copies.put_back_on_server(copy, url, now))
        else:
            before = asyncio.run(put_back(copy, file, now))
        show(f"{place(url)} is as it was in {copy}")
        if before is not None:
            show(f"what it held before is kept in {before}")
        return DONE

    return _with(body)


def move(target: str) -> int:
    """Copy all that the database holds to an empty one at ``target``; the exit status."""

    def body(url: str) -> int:
        must_exist(database_file(url))
        rows = asyncio.run(server_copies.move(url, target))
        show(f"{rows:,} rows of {place(url)} are in {place(target)} too, each one compared")
        show("give DATABASE_URL that address and start the bot; the old database stays as it is")
        return DONE

    return _with(body)


def _with(body: Callable[[str], int]) -> int:
    """The exit status of ``body`` about the host's database; 1 after a line where it can't be."""

    def found() -> int:
        try:
            return body(settings().database)
        except InUse as error:
            return fail(f"{error.where} is in use: stop the bot and every game on it first", NO)
        except NotEmpty as error:
            return fail(f"{error.where} holds something already: a new database is wanted", NO)
        except NotTheSame as error:
            return fail(f"{error}; nothing is copied", NO)

    return with_database(found)
