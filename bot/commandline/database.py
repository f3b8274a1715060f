"""Commands that need the database, and the line that tells why it can't be used."""

from __future__ import annotations

from collections.abc import Callable

from bot.commandline.output import NO, fail
from storage import CannotOpen, DamagedDatabase, NewerSchema, Unavailable


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
