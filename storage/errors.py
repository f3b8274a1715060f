"""What can go wrong, as data; sentences are made of it elsewhere.

StorageError
├── CannotOpen         the place of the database can't be reached or written
├── DamagedDatabase    the file is no database, another program's, or broken
├── NewerSchema        the file was written by a newer version
├── Unavailable        a statement or commit failed (busy too long, disk full, connection lost)
└── Stale              the game had moved on
"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, IntegrityError


class StorageError(Exception):
    """Any expected failure of storage."""


class CannotOpen(StorageError):
    """The database at ``where`` can't be opened; ``reason`` is the system's word for it."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"cannot open {where}: {reason}")
        self.where = where
        self.reason = reason


class DamagedDatabase(StorageError):
    """What is at ``where`` is not a sound database of this program; it is left as it is."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where} is not a sound database: {reason}")
        self.where = where
        self.reason = reason


class NewerSchema(StorageError):
    """The database at ``where`` is of revision ``found``, which this version doesn't know."""

    def __init__(self, where: str, found: str, known: str) -> None:
        super().__init__(f"{where} is of revision {found}; this version knows up to {known}")
        self.where = where
        self.found = found
        self.known = known


class Unavailable(StorageError):
    """The database could not do it now; nothing of the work is stored."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the database failed: {reason}")
        self.reason = reason


class Stale(StorageError):
    """Game ``game_id`` is no longer at ``expected_seq`` (or is gone); nothing was stored."""

    def __init__(self, game_id: int, expected_seq: int) -> None:
        super().__init__(f"game {game_id} is not at {expected_seq}")
        self.game_id = game_id
        self.expected_seq = expected_seq


_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


def is_damage(error: DBAPIError) -> bool:
    """Whether SQLite says that the file itself is broken."""
    return str(getattr(error.orig, "sqlite_errorname", "")).startswith(_DAMAGED)


FAILURES = (DBAPIError, OSError)
"""What drivers raise; a server that can't be reached, or is silent, is the system's error."""


def no_driver(error: ModuleNotFoundError, where: str) -> CannotOpen:
    """What is missing for a server, and how to get it."""
    advice = 'install the extra: pip install -c constraints.txt ".[postgres]"'
    return CannotOpen(where, f"its driver {error.name} is not installed; {advice}")


def unopened(error: DBAPIError | OSError, where: str) -> StorageError:
    """The same of what comes in the way of opening."""
    if isinstance(error, OSError):
        return CannotOpen(where, str(error) or "no answer in time")
    return (DamagedDatabase if is_damage(error) else CannotOpen)(where, str(error.orig))


def explained(error: DBAPIError | OSError, where: str) -> Exception:
    """The driver's failure in this module's words; a programming mistake stays as it is."""
    if isinstance(error, OSError):
        return Unavailable(str(error) or "no answer in time")
    if isinstance(error, IntegrityError):
        return error
    reason = str(error.orig)
    return DamagedDatabase(where, reason) if is_damage(error) else Unavailable(reason)
