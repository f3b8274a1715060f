"""From a file to a server and back: nothing is lost, no number given twice, nobody brought back."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from storage import CannotOpen, Storage
from storage.backup import InUse, back_up, check
from storage.pouring import NotEmpty, NotTheSame
from storage.server_copies import back_up_server, move, put_back_on_server, revision
from tests.postgres import Server
from tests.storage.conftest import NOW, Scene, contents, url_of
from tests.storage.earlier import earlier

DAY = timedelta(days=1)


@pytest.fixture
async def server(postgres: Server) -> str:
    """The address of an empty database on a server."""
    return await postgres.emptied()


@pytest.fixture
async def file(tmp_path: Path) -> str:
    """The address of a file with a row in every table."""
    earlier(tmp_path / "test.db", "0011")
    await (await Storage.open(url_of(tmp_path))).close()
    return url_of(tmp_path)


async def test_there_and_back_it_is_the_same(file: str, server: str, tmp_path: Path) -> None:
    """Row by row, of every table that has any; each way is told how many there were."""
    back = f"sqlite:///{tmp_path}/back.db"
    before = await contents(file)

    assert await move(file, server) == sum(map(Counter.total, before.values()))
    assert await contents(server) == before
    await move(server, back)
    assert await contents(back) == before
    assert await contents(file) == before


async def test_many_rows_go_a_few_at_a_time(
    file: str, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is left out or sent twice where one page ends and the next begins."""
    before = await contents(file)
    for size in (1, 2, 3):
        monkeypatch.setattr("storage.pouring.AT_ONCE", size)
        other = f"{file}.{size}"
        await move(file, other)
        assert await contents(other) == before
    await move(file, server)
    assert await contents(server) == before


@pytest.mark.parametrize("way", ["to a server", "to a file"])
async def test_numbers_go_on(way: str, server: str, tmp_path: Path) -> None:
    """No button out there leads to a newer game: numbers of rows that are gone stay theirs."""
    one, two = url_of(tmp_path), server
    if way == "to a file":
        one, two = two, one
    storage = await Storage.open(one)
    scene = Scene(storage)
    visit = await scene.visit()
    gone = await scene.game(visit)
    await storage.write(lambda work: work.games.discard(gone.id, NOW))
    await storage.close()

    await move(one, two)

    storage = await Storage.open(two)
    assert (await Scene(storage).game(visit)).id == gone.id + 1
    assert (await Scene(storage).visit("bob")).player.id == visit.player.id + 1
    await storage.close()


async def test_only_to_an_empty_database_and_with_nobody_at_either(file: str, server: str) -> None:
    """What would be lost on the way isn't begun."""
    storage = await Storage.open(server)
    with pytest.raises(InUse):
        await move(file, server)
    with pytest.raises(InUse):
        await move(server, file)
    await Scene(storage).visit()
    await storage.close()

    with pytest.raises(NotEmpty):
        await move(file, server)


async def test_what_arrives_otherwise_is_not_kept(file: str, server: str, postgres: Server) -> None:
    """Rows are read back; a database that changes them gets none."""
    connection = await postgres.connect(server)
    await connection.execute(
        "CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN NEW.code := upper(NEW.code); RETURN NEW; END $$"
    )
    await connection.execute(
        "CREATE TRIGGER loud BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION shout()"
    )
    try:
        with pytest.raises(NotTheSame, match="events"):
            await move(file, server)
        assert await connection.fetchval("SELECT count(*) FROM players") == 0
    finally:
        await connection.execute("DROP FUNCTION shout CASCADE")
        await connection.close()


async def test_a_copy_of_a_server_is_a_copy_of_a_file(server: str, tmp_path: Path) -> None:
    """Sound, for its owner alone, of one moment and with its time; a file that is there stays."""
    storage = await Storage.open(server)
    await Scene(storage).visit()
    copy = tmp_path / "copy.db"

    await back_up_server(server, copy, NOW)
    with pytest.raises(CannotOpen, match="exists already"):
        await back_up_server(server, copy, NOW)
    await storage.close()

    check(copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert not copy.with_name("copy.db.part").exists()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM players").fetchall() == [("Ann",)]


async def test_a_copy_put_back_brings_nobody_back(server: str, tmp_path: Path) -> None:
    """Who was deleted since is deleted again, what was decided holds, numbers go on."""
    storage, copy = await Storage.open(server), tmp_path / "copy.db"
    scene = Scene(storage)
    ann, bob = await scene.visit("ann"), await scene.visit("bob")
    for visit in (ann, bob):
        await scene.play(await scene.game(visit), "a")
    await back_up_server(server, copy, NOW)
    later = NOW + DAY
    await storage.write(lambda work: work.own_data.delete(ann.player.id, later))
    await storage.write(lambda work: work.moderation.decide("person", "discord", "bob", later))
    last = await scene.game(bob, deal="618")
    with pytest.raises(InUse):
        await put_back_on_server(copy, server, later)
    await storage.close()
    before = await contents(server)

    kept = await put_back_on_server(copy, server, later)

    assert kept is not None
    there = await contents(f"sqlite:///{kept}")
    assert there | {"facts": 0} == before | {"facts": 0}, "only the copy's time is new"
    storage = await Storage.open(server)
    scene = Scene(storage)
    assert await storage.read(lambda work: work.people.player(ann.player.id)) is None
    assert (await scene.row(2)).player_id == bob.player.id
    held = await storage.read(lambda work: work.moderation.measures())
    assert held.hold("person", "discord", "bob")
    assert (await scene.game(await scene.visit("ann"))).attempt == 2
    assert (await scene.game(bob)).id > last.id
    await storage.close()


async def test_a_files_copy_goes_into_an_empty_server(
    file: str, server: str, tmp_path: Path
) -> None:
    """The other way to move there."""
    back_up(tmp_path / "test.db", tmp_path / "copy.db", NOW)

    assert await put_back_on_server(tmp_path / "copy.db", server, NOW) is None

    assert await contents(server) | {"facts": 0} == await contents(file) | {"facts": 0}


async def test_asking_for_the_revision_changes_nothing(postgres: Server) -> None:
    """An empty database stays empty; no copy is made of it."""
    async with postgres.new() as url:
        assert await revision(url) is None
        with pytest.raises(CannotOpen, match="start the bot once"):
            await back_up_server(url, Path("none.db"), NOW)
        assert await revision(url) is None
