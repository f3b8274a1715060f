"""The database is for its owner alone, whatever the process lets others do."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage import Storage
from storage.backup import back_up, put_back
from storage.private import seen_by_others

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _open_handed() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """The mode of each thing below a folder."""
    return {str(each.relative_to(folder)): oct(each.stat().st_mode & 0o777)
            for each in folder.rglob("*")}  # fmt: skip


async def test_a_new_database_is_private(tmp_path: Path) -> None:
    """The file, what SQLite lays beside it, and each folder made on the way."""
    storage = await Storage.open(f"sqlite:///{tmp_path}/a/b/new.db")
    made = modes(tmp_path)
    await storage.close()
    files = dict.fromkeys(("a/b/new.db", "a/b/new.db-wal", "a/b/new.db-shm"), "0o600")
    assert made == {"a": "0o700", "a/b": "0o700", **files}


async def test_a_copy_put_back_is_private(tmp_path: Path) -> None:
    """Neither the copy nor what is made from it is for others."""
    storage = await Storage.open(f"sqlite:///{tmp_path}/old.db")
    await storage.close()
    back_up(tmp_path / "old.db", tmp_path / "copy.db", NOW)
    await put_back(tmp_path / "copy.db", tmp_path / "there" / "new.db", NOW)
    made = modes(tmp_path)
    assert made.pop("there") == "0o700"
    assert {"copy.db", "there/new.db"} <= made.keys()
    assert set(made.values()) == {"0o600"}


async def test_older_files_stay_and_are_told(tmp_path: Path) -> None:
    """A file that others can read is found, not changed."""
    file = tmp_path / "old.db"
    file.touch(mode=0o644)
    await (await Storage.open(f"sqlite:///{file}")).close()
    assert seen_by_others(file) == (file,)
    file.chmod(0o600)
    assert seen_by_others(file) == ()
