"""Commands that need the database, and the line that tells why it can't be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bot.commandline.output import NO, fail
from bot.commandline.settings import settings
from storage import CannotOpen, DamagedDatabase, NewerSchema, Storage, Unavailable
from storage.backup import database_file


def with_database(body: Callable[[], int]) -> int:
    """The exit status of ``body``; 1 after one line where its database can't be used."""
    try:
        return body()
    except NewerSchema as error:
        return fail(
            f"{error.where} was written by a newer version ({error.found}); this one knows "
            f"{error.known}. Update the program.",
            NO,
        )
    except DamagedDatabase as error:
        return fail(f"{error.where} is damaged and was left as it is: {error.reason}", NO)
    except CannotOpen as error:
        return fail(f"cannot open {error.where}: {error.reason}", NO)
    except Unavailable as error:
        return fail(str(error), NO)


async def open_existing() -> Storage:
    """The host's database, for what makes sense only where there is one; raises as Storage.open."""
    url = settings().database
    must_exist(database_file(url))
    return await Storage.open(url)


def must_exist(file: Path | None) -> None:
    """Raise CannotOpen where an SQLite database's file isn't there; a server tells by itself."""
    if file is not None and not file.exists():
        raise CannotOpen(str(file), "there is no such file; set DATABASE_URL as the bot has it")
