"""``patience backup`` and ``patience restore``: copies of the database, taken and put back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.commandline.database import must_exist, with_database
from bot.commandline.output import DONE, NO, USAGE, fail, show
from bot.commandline.settings import settings
from storage.backup import InUse, back_up, database_file, put_back


def backup(target: Path) -> int:
    """Copy the database to ``target`` while the bot goes on; the exit status."""

    def body(database: Path) -> int:
        must_exist(database)
        size = back_up(database, target, datetime.now(UTC))
        show(f"{database} is copied to {target}: {size:,} bytes, checked")
        return DONE

    return _on_file(body)


def restore(copy: Path) -> int:
    """Put a copy in place of the database, which must not be in use; the exit status."""

    def body(database: Path) -> int:
        try:
            before = asyncio.run(put_back(copy, database, datetime.now(UTC)))
        except InUse:
            return fail(f"{database} is in use: stop the bot and every game on it first", NO)
        show(f"{database} is as it was in {copy}")
        if before is not None:
            show(f"what it held before is kept in {before}")
        return DONE

    return _on_file(body)


def _on_file(body: Callable[[Path], int]) -> int:
    def found() -> int:
        database = database_file(settings().database)
        if database is None:
            return fail("this database is a server's: copy it with pg_dump and pg_restore", USAGE)
        return body(database)

    return with_database(found)
