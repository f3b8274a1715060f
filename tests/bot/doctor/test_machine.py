"""The machine made wrong in every way, and the line that each wrong thing gives."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfoNotFoundError

import pytest

from bot.daily.poster import FORBIDDEN
from bot.doctor import State, machine
from bot.workers import Workers
from storage import Storage
from storage.schema import revisions
from tests.bot.conftest import NOON, Clock
from tests.bot.daily.posting import World, subscribe
from tests.postgres import Server


def test_python() -> None:
    """Too old is told with what is needed."""
    assert machine.python((3, 12, 1)).line == "ok    Python: 3.12.1"
    assert machine.python((3, 10, 2)).line == "mend  Python: 3.10.2 – 3.11 or newer is needed"


def test_zones() -> None:
    """They are here; where they aren't, tzdata is named."""
    assert machine.zones().state is State.WELL

    def none(name: str) -> object:
        raise ZoneInfoNotFoundError(name)

    found = machine.zones(none)
    assert found.state is State.MEND
    assert "tzdata" in found.advice


@pytest.mark.parametrize(
    ("free", "state"),
    [(10 << 30, State.WELL), (400 << 20, State.NOTE), (10 << 20, State.MEND)],
)
def test_room(tmp_path: Path, free: int, state: State) -> None:
    """Little room is worth a word; too little is to be mended."""
    assert machine.disk(tmp_path / "to" / "come", lambda _: free).state is state


def test_a_folder_that_can_not_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Told with the folder; root may write anywhere, so the refusal is the system's stand-in."""

    def refused(**_: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(machine.tempfile, "TemporaryFile", refused)
    found = machine.disk(tmp_path)
    assert found.state is State.MEND
    assert found.said == f"{tmp_path}: Permission denied"


@pytest.mark.parametrize(
    ("kind", "state", "said"),
    [
        ("whole", State.WELL, "is whole, schema"),
        ("older", State.NOTE, "is whole, of the older schema 0001"),
        ("none", State.NOTE, "isn't there yet"),
        ("text", State.MEND, "is damaged"),
        ("other", State.MEND, "belongs to another program"),
        ("newer", State.MEND, "is of schema 9998"),
        ("nonsense", State.MEND, "can't be opened"),
        ("nobody", State.MEND, "can't be opened"),
    ],
)
async def test_database(tmp_path: Path, kind: str, state: State, said: str) -> None:
    """Missing, broken, another program's, too new, at no address, on a server that isn't there."""
    file = tmp_path / "test.db"
    url = f"sqlite:///{file}"
    match kind:
        case "whole" | "newer" | "older":
            await (await Storage.open(url)).close()
            if number := {"newer": "9998", "older": "0001"}.get(kind):
                with closing(sqlite3.connect(file)) as connection:
                    connection.execute("UPDATE alembic_version SET version_num = ?", (number,))
                    connection.commit()
        case "text":
            file.write_text("hello " * 1000)
        case "other":
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("CREATE TABLE notes (id INTEGER)")
        case "nonsense":
            url = "not an address"
        case "nobody":
            url = "postgresql://127.0.0.1:9/patience"
    found = await machine.database(url)
    assert found.state is state
    assert said in found.said
    assert bool(found.advice) == (state is not State.WELL)


async def test_a_servers_database(postgres: Server) -> None:
    """Empty, of an older schema, and well; looking changes nothing."""
    async with postgres.new() as url:
        for _ in range(2):
            found = await machine.database(url)
            assert (found.state, found.said) == (State.NOTE, "the server's is empty")
        await (await Storage.open(url)).close()
        found = await machine.database(url)
        assert (found.state, found.said) == (
            State.WELL,
            f"can be read, schema {revisions()[-1]}, 0 games running",
        )
        connection = await postgres.connect(url)
        await connection.execute("UPDATE alembic_version SET version_num = '0001'")
        await connection.close()
        found = await machine.database(url)
    assert (found.state, found.said) == (State.NOTE, "the server's is of the older schema 0001")


async def test_daily_posts(tmp_path: Path) -> None:
    """Where they go, and where they stopped and why."""
    url, world = f"sqlite:///{tmp_path / 'patience.db'}", World(Clock())
    storage = await Storage.open(url)
    assert await machine.dailies(url) == ()
    for name in ("club", "den", "attic"):
        chat = await subscribe(storage, world, name)
    await storage.write(lambda uow: uow.schedules.change(chat.id, paused=FORBIDDEN))
    await storage.close()
    goes_on, paused = await machine.dailies(url)
    assert (goes_on.state, goes_on.said) == (State.WELL, "go to 2 chats")
    assert (paused.state, paused.said) == (State.NOTE, "paused in 1 chats (forbidden)")


async def test_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """They answer; what keeps them from it is named."""
    times = iter((NOON, NOON + timedelta(seconds=2)))
    found = await machine.solvers(lambda: next(times))
    assert found.line == "ok    solvers: answered after 2.0 s"

    async def broken(_: Workers) -> None:
        raise MemoryError

    monkeypatch.setattr(Workers, "warm", broken)
    found = await machine.solvers(lambda: datetime.now(UTC))
    assert found.state is State.MEND
    assert "MemoryError" in found.said
