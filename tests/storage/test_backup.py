"""Copies of the database: taken under load, put back, and refused where they could do harm."""

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from storage import CannotOpen, DamagedDatabase, NewerSchema, Storage
from storage.backup import InUse, back_up, put_back
from tests.storage.conftest import NOW, Scene, on_sqlite, url_of


def _rows(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with closing(sqlite3.connect(file)) as connection:
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr)
                for name in names}  # fmt: skip


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def _play(scene: Scene, games: int) -> None:
    visit = await scene.visit()
    for number in range(games):
        game = await scene.game(visit, deal=str(number))
        for move in range(5):
            game = await scene.play(game, f"m{move}")


@on_sqlite
async def test_a_copy_under_load_is_one_moment(tmp_path: Path, storage: Storage) -> None:
    """Taken while moves are stored: each game in it has just the moves that its row tells."""
    scene, copy = Scene(storage), tmp_path / "copy.db"
    await _play(scene, 3)
    playing = asyncio.create_task(_play(scene, 12))
    sizes = []
    while not playing.done():
        copy.unlink(missing_ok=True)
        sizes.append(await asyncio.to_thread(back_up, tmp_path / "test.db", copy, NOW))
        with closing(sqlite3.connect(copy)) as connection:
            told = connection.execute("SELECT id, seq FROM games").fetchall()
            kept = dict(connection.execute("SELECT game_id, max(seq) FROM events GROUP BY 1"))
        assert [(number, kept.get(number, 0)) for number, _ in told] == told
    await playing

    assert len(sizes) > 2
    assert copy.stat().st_mode & 0o777 == 0o600


async def test_put_back_elsewhere_it_is_the_same(tmp_path: Path) -> None:
    """Row by row and move by move; what was there before is kept beside it."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first = await Storage.open(url_of(tmp_path / "one"))
    await _play(Scene(first), 5)
    await first.close()
    second = await Storage.open(url_of(tmp_path / "two"))
    await Scene(second).visit("bob")
    await second.close()
    copy, target = tmp_path / "copy.db", tmp_path / "two" / "test.db"
    back_up(tmp_path / "one" / "test.db", copy, NOW)
    before = _rows(target)

    kept = await put_back(copy, target, NOW)

    assert kept is not None
    assert _rows(target) == _rows(copy)
    there = _rows(tmp_path / "one" / "test.db")
    assert _rows(target) | {"facts": []} == there | {"facts": []}, "only the copy's time is new"
    assert _rows(kept) == before
    assert _names(target.parent) == {"test.db", kept.name}
    again = await Storage.open(url_of(tmp_path / "two"))
    assert (await Scene(again).visit()).current_game is None
    await again.close()


@pytest.mark.parametrize("before", [0, 2])
async def test_numbers_are_not_given_again(tmp_path: Path, before: int) -> None:
    """An old board's button leads to no game that began after a copy was put back."""
    storage, copy = await Storage.open(url_of(tmp_path)), tmp_path / "copy.db"
    await _play(Scene(storage), before)
    back_up(tmp_path / "test.db", copy, NOW)
    await _play(Scene(storage), 3)
    await storage.close()

    await put_back(copy, tmp_path / "test.db", NOW)

    again = await Storage.open(url_of(tmp_path))
    scene = Scene(again)
    visit = await scene.visit("bob")
    assert (await scene.game(visit)).id == before + 3 + 1
    assert visit.player.id == 2
    await again.close()


@on_sqlite
async def test_never_over_a_database_in_use(tmp_path: Path, storage: Storage) -> None:
    """A bot that runs goes on undisturbed."""
    scene, copy = Scene(storage), tmp_path / "copy.db"
    back_up(tmp_path / "test.db", copy, NOW)
    visit = await scene.visit("bob")

    with pytest.raises(InUse):
        await put_back(copy, tmp_path / "test.db", NOW)

    await scene.game(visit)
    assert _names(tmp_path) == {
        "copy.db", "test.db", "test.db-wal", "test.db-shm"
    }  # fmt: skip


async def test_a_broken_database_is_put_aside(tmp_path: Path) -> None:
    """It is for such days that copies are made."""
    storage = await Storage.open(url_of(tmp_path))
    await Scene(storage).visit()
    await storage.close()
    copy, target = tmp_path / "copy.db", tmp_path / "test.db"
    back_up(target, copy, NOW)
    target.write_bytes(b"not a database at all" * 500)

    kept = await put_back(copy, target, NOW)

    assert kept is not None
    assert kept.read_bytes().startswith(b"not a database")
    assert _rows(target) == _rows(copy)


@pytest.mark.parametrize("kind", ["none", "text", "other", "newer", "cut"])
async def test_bad_copies_change_nothing(tmp_path: Path, kind: str) -> None:
    """A copy that isn't sound is refused, and the database stays as it was."""
    storage = await Storage.open(url_of(tmp_path))
    await _play(Scene(storage), 8)
    await storage.close()
    copy, target = tmp_path / "copy.db", tmp_path / "test.db"
    expected: type[Exception] = DamagedDatabase
    match kind:
        case "none":
            expected = CannotOpen
        case "text":
            copy.write_text("hello " * 1000)
        case "other":
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute("CREATE TABLE notes (id INTEGER)")
        case "newer":
            back_up(target, copy, NOW)
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute("UPDATE alembic_version SET version_num = '9998'")
                connection.commit()
            expected = NewerSchema
        case "cut":
            back_up(target, copy, NOW)
            copy.write_bytes(copy.read_bytes()[:-8192])
    before = _rows(target)

    with pytest.raises(expected):
        await put_back(copy, target, NOW)

    assert _rows(target) == before
    assert _names(tmp_path) <= {"copy.db", "test.db"}


@on_sqlite
async def test_a_copy_never_takes_a_file_away(tmp_path: Path, storage: Storage) -> None:
    """An existing file stays; a folder that is missing is told."""
    del storage
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(CannotOpen, match="exists"):
        back_up(tmp_path / "test.db", tmp_path / "copy.db", NOW)
    with pytest.raises(CannotOpen):
        back_up(tmp_path / "test.db", tmp_path / "nowhere" / "copy.db", NOW)
    with pytest.raises(CannotOpen, match="no such file"):
        back_up(tmp_path / "other.db", tmp_path / "another.db", NOW)
    assert (tmp_path / "copy.db").read_text() == "mine"


async def test_who_was_deleted_stays_deleted(tmp_path: Path) -> None:
    """A copy from before brings nobody back, and nobody has a second first try by it.

    Who was deleted before the copy and has come back since then is left alone.
    """
    storage = await Storage.open(url_of(tmp_path))
    scene, copy, target = Scene(storage), tmp_path / "copy.db", tmp_path / "test.db"
    ann, bob = await scene.visit("ann"), await scene.visit("bob")
    await storage.write(lambda work: work.own_data.delete(bob.player.id, NOW - timedelta(days=1)))
    await scene.visit("bob")
    await scene.play(await scene.game(ann, deal="1"), "x")
    back_up(target, copy, NOW)
    await scene.play(await scene.game(ann, deal="2"), "x")
    await storage.write(lambda work: work.own_data.delete(ann.player.id, NOW + timedelta(hours=1)))
    await storage.close()

    for _ in range(2):
        await put_back(copy, target, NOW + timedelta(hours=2))
        again = await Storage.open(url_of(tmp_path))
        names = {each.name for each in [(await Scene(again).visit("bob")).player]}
        rows = _rows(target)
        assert [row[1] for row in rows["players"]] == ["Bob"]
        assert rows["games"] == rows["events"] == []
        ann = await Scene(again).visit("ann")
        for deal in ("1", "2"):
            tries = await again.read(
                lambda work, who=ann.player.id, deal=deal: work.games.tries(who, "golf", deal)
            )
            assert tries.count == 1
        await again.write(
            lambda work, who=ann.player.id: work.own_data.delete(who, NOW + timedelta(hours=1))
        )
        await again.close()
    assert names == {"Bob"}


async def test_a_lock_is_no_lack_of_deletions(tmp_path: Path) -> None:
    """A database that somebody holds alone is in use: nothing is put back without its marks."""
    storage = await Storage.open(url_of(tmp_path))
    await Scene(storage).visit()
    await storage.close()
    copy, target = tmp_path / "copy.db", tmp_path / "test.db"
    back_up(target, copy, NOW)
    with closing(sqlite3.connect(target, isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode=EXCLUSIVE")
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InUse):
            await put_back(copy, target, NOW)
