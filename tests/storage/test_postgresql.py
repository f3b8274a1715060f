"""What PostgreSQL does that a file does not: it goes away and keeps others waiting."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest

from storage import CannotOpen, NewerSchema, Storage, Unavailable, schema
from storage.engine import WRITERS_LOCK
from tests.postgres import Server
from tests.storage.conftest import NOW, Scene


@pytest.fixture
async def url(postgres: Server) -> str:
    """The address of a database with the tables."""
    return await postgres.emptied()


@pytest.fixture
async def other(postgres: Server, url: str) -> AsyncIterator[asyncpg.Connection]:
    """Somebody else at the same database."""
    connection = await postgres.connect(url)
    yield connection
    await connection.close()


def _name(url: str) -> str:
    return url.partition("@/")[2].partition("?")[0]


async def test_who_comes_first_is_waited_for(scene: Scene, other: asyncpg.Connection) -> None:
    """Another process that writes delays a press and fails none; reading goes on."""
    game = await scene.game(await scene.visit())
    writing = other.transaction()
    await writing.start()
    await other.execute("SELECT pg_advisory_xact_lock($1)", WRITERS_LOCK)
    pressing = asyncio.create_task(scene.play(game, "a"))
    for _ in range(20):
        assert (await scene.row(game.id)).seq == 0
    assert not pressing.done()
    await writing.rollback()

    assert (await pressing).seq == 1


async def test_a_work_sees_what_it_waited_for(scene: Scene, url: str) -> None:
    """What two processes read and then write they do one after the other, with no number twice."""
    second = Scene(await Storage.open(url))
    visits = await asyncio.gather(
        *(each.visit("ann", f"chat {n}") for n in range(10) for each in (scene, second))
    )
    await second.storage.close()

    assert {visit.player.id for visit in visits} == {visits[0].player.id}
    assert len({visit.chat_id for visit in visits}) == 10


async def test_waiting_has_an_end(
    url: str, other: asyncpg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press fails, nothing is stored, and the next one finds a writer."""
    monkeypatch.setattr("storage.engine.BUSY_MILLISECONDS", 1)
    storage = await Storage.open(url)
    scene = Scene(storage)
    game = await scene.game(await scene.visit())
    async with other.transaction():
        await other.execute("SELECT pg_advisory_xact_lock($1)", WRITERS_LOCK)
        with pytest.raises(Unavailable, match="lock timeout"):
            await scene.play(game, "a")

    assert (await scene.play(game, "a")).seq == 1
    await storage.close()


async def _drop_connections(other: asyncpg.Connection) -> None:
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


async def test_dropped_connections_are_replaced(scene: Scene, other: asyncpg.Connection) -> None:
    """A server that was begun anew costs no press: neither reading nor writing fails."""
    game = await scene.game(await scene.visit())
    await _drop_connections(other)

    assert (await scene.row(game.id)).seq == 0
    await _drop_connections(other)
    assert (await scene.play(game, "a")).seq == 1


async def test_a_connection_lost_inside_a_work_loses_the_work(
    scene: Scene, other: asyncpg.Connection
) -> None:
    """It isn't run twice: its caller is told, and the next work finds a writer."""
    visit, runs = await scene.visit(), 0

    async def work(unit: object) -> None:
        nonlocal runs
        runs += 1
        await unit.people.set(visit.player.id, name="Eve")  # type: ignore[attr-defined]
        await _drop_connections(other)
        await unit.people.set(visit.player.id, name="Zoe")  # type: ignore[attr-defined]

    with pytest.raises(Unavailable):
        await scene.storage.write(work)

    assert runs == 1
    assert (await scene.visit()).player.name == "Ann"


async def test_a_server_that_is_gone_is_unavailable(
    url: str, other: asyncpg.Connection, tmp_path: Path
) -> None:
    """Reading and writing say so in the words of storage, and go on once it is back."""
    name, folder = _name(url), Path(url.partition("host=")[2])
    way = tmp_path / "way"
    way.symlink_to(folder)
    storage = await Storage.open(f"postgresql://postgres@/{name}?host={way}")
    scene = Scene(storage)
    game = await scene.game(await scene.visit())
    way.unlink()
    await _drop_connections(other)
    with pytest.raises(Unavailable, match="No such file"):
        await scene.row(game.id)
    with pytest.raises(Unavailable, match="No such file"):
        await scene.play(game, "a")
    way.symlink_to(folder)

    assert (await scene.play(game, "a")).seq == 1
    await storage.close()


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("postgresql://somebody@/{name}?host={folder}", 'role "somebody" does not exist'),
        ("postgresql://postgres@/nothing?host={folder}", 'database "nothing" does not exist'),
        ("postgresql://postgres@/{name}?host={folder}/none", "No such file"),
        ("postgresql://127.0.0.1:9/{name}", "Connect call failed"),
        ("postgresql://127.0.0.1:9/{name}?sslmode=require", "Connect call failed"),
        ("postgresql://127.0.0.1:9/{name}?channel_binding=require", "option channel_binding"),
    ],
)
async def test_what_cant_be_reached_is_told(url: str, address: str, why: str) -> None:
    """Whatever is wrong with an address is one error with the server's or the system's word."""
    name, folder = _name(url), url.partition("host=")[2]

    with pytest.raises(CannotOpen, match=why):
        await Storage.open(address.format(name=name, folder=folder))


async def test_an_empty_database_gets_the_tables_once(postgres: Server) -> None:
    """However many open it at the same time."""
    async with postgres.new() as url:
        opened = await asyncio.gather(*(Storage.open(url) for _ in range(4)))
        visits = [await Scene(storage).visit() for storage in opened]
        for storage in opened:
            await storage.close()

    assert {visit.player.id for visit in visits} == {1}


async def test_a_newer_database_is_refused(postgres: Server) -> None:
    """As a file is."""
    async with postgres.new() as url:
        await (await Storage.open(url)).close()
        connection = await postgres.connect(url)
        await connection.execute("UPDATE alembic_version SET version_num = '9999'")
        await connection.close()
        with pytest.raises(NewerSchema) as refused:
            await Storage.open(url)

    assert (refused.value.found, refused.value.known) == ("9999", schema.revisions()[-1])


async def test_a_big_number_is_kept(scene: Scene, other: asyncpg.Connection) -> None:
    """Numbers of rows go beyond 32 bits, as those of people and messages do."""
    await other.execute("ALTER SEQUENCE games_id_seq RESTART WITH 123456789012")
    game = await scene.play(await scene.game(await scene.visit()), "a")

    assert game.id == 123456789012
    assert game.started_at == NOW
