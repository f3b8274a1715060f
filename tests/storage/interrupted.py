"""Ends an upgrade at each of its steps: ``python -m tests.storage.interrupted FOLDER REVISION``.

A program of its own, for a process that is to be forked must have no threads. Prints how many
steps there were.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from storage import Storage, schema
from tests.storage.earlier import contents, earlier

# Slow to import, and every child needs it.
import alembic.command  # noqa: F401  # isort: skip


def _steps(each: Callable[[], None]) -> None:
    """Let ``each`` be called before everything that an upgrade does."""
    copy = schema._copy

    def copied(*arguments: Any) -> None:
        each()
        copy(*arguments)
        each()

    schema._copy = copied
    event.listen(Engine, "before_cursor_execute", lambda *_: each())
    event.listen(Engine, "commit", lambda *_: each())


def _open(file: Path, end_at: int) -> int:
    """How many steps it took to open a database; ended before step ``end_at``, as by a crash."""
    taken = 0

    def step() -> None:
        nonlocal taken
        taken += 1
        if taken == end_at:
            os.kill(os.getpid(), signal.SIGKILL)

    async def there_and_back() -> None:
        await (await Storage.open(f"sqlite:///{file}")).close()

    _steps(step)
    asyncio.run(there_and_back())
    return taken


def _in_a_child(file: Path, end_at: int = 0) -> int | None:
    """The same in a process of its own; None if it was ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(_open(file, end_at)).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as told:
        said = told.read()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == (-signal.SIGKILL if end_at else 0), status
    return int(said) if said else None


def _go_on(file: Path, copy: Path, steps: int) -> None:
    """Upgrade what was interrupted; all is done anew, and nothing but the copy is left."""
    assert _in_a_child(file) == steps
    assert copy.stat().st_mode & 0o777 == 0o600
    assert {path.name for path in file.parent.glob(f"{file.name}*")} == {file.name, copy.name}


def main(folder: Path, revision: str) -> None:
    """End the upgrade of a database of ``revision`` everywhere, and go on each time."""
    old = folder / "old.db"
    earlier(old, revision)
    before = contents(old)
    whole = folder / "whole.db"
    shutil.copy(old, whole)
    steps = _in_a_child(whole)
    assert steps is not None
    after = contents(whole)
    gone_on: set[frozenset[str]] = set()
    for number in range(1, steps + 1):
        file = folder / f"{number}.db"
        copy = Path(f"{file}.before-{schema.revisions()[-1]}")
        shutil.copy(old, file)
        assert _in_a_child(file, number) is None
        assert contents(file) == before, f"ended at step {number}, half of it was done"
        if copy.exists():
            assert contents(copy) == before, f"ended at step {number}, the copy is not whole"
        left = frozenset(path.name.partition(".")[2] for path in folder.glob(f"{number}.db*"))
        if left not in gone_on or number == steps:
            # The database is what it was, so what comes next depends on what lies beside it alone.
            gone_on.add(left)
            _go_on(file, copy, steps)
            assert contents(file) == after, f"ended at step {number}, it led elsewhere"
            assert contents(copy) == before
        for path in folder.glob(f"{number}.db*"):
            path.unlink()
    print(steps)  # noqa: T201 - its answer


main(Path(sys.argv[1]), sys.argv[2])
