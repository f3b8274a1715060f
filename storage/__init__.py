"""The only SQL: players, chats, games as codes, solves and standings."""

from storage.errors import (
    CannotOpen,
    DamagedDatabase,
    NewerSchema,
    Stale,
    StorageError,
    Unavailable,
)
from storage.storage import Storage
from storage.unit_of_work import Reading, UnitOfWork

__all__ = [
    "CannotOpen",
    "DamagedDatabase",
    "NewerSchema",
    "Reading",
    "Stale",
    "Storage",
    "StorageError",
    "Unavailable",
    "UnitOfWork",
]
