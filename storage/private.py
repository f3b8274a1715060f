"""Files and folders for their owner alone: the database holds keys, and what people play."""

from __future__ import annotations

import os
from pathlib import Path


def make_folder(folder: Path) -> None:
    """Make ``folder`` and those above it that aren't there, each of mode 0700; raises OSError."""
    for each in reversed((folder, *folder.parents)):
        if not each.is_dir():
            each.mkdir(mode=0o700, exist_ok=True)


def make_file(file: Path) -> None:
    """Make an empty file of mode 0600 unless one is there, which stays as it is; raises OSError.

    SQLite gives what it lays beside a database the mode of the database.
    """
    try:
        os.close(os.open(file.resolve(), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return


def seen_by_others(file: Path) -> tuple[Path, ...]:
    """Those of a database's files that not only their owner can read or write."""
    beside = (file.with_name(f"{file.name}{end}") for end in ("", "-wal", "-shm"))
    return tuple(each for each in beside if each.exists() and each.stat().st_mode & 0o077)
