"""``patience backup`` and ``patience restore``, as a host says them."""

import asyncio
import itertools
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.commandline.backup import backup, move, restore
from storage import Storage
from tests.bot.conftest import Talk, converse, session_at
from tests.bot.program import program
from tests.postgres import Server

Said = pytest.CaptureFixture[str]


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty database, where the settings say it is."""
    file = tmp_path / "patience.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")

    async def make() -> None:
        await (await Storage.open(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file


def test_there_and_back(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each says what it did, and where the data from before is."""
    copy = tmp_path / "copy.db"
    assert backup(copy) == 0
    assert f"copied to {copy}" in capsys.readouterr().out
    assert restore(copy) == 0
    said = capsys.readouterr().out
    assert f"{database} is as it was in {copy}" in said
    assert f"kept in {database}.before-restore-" in said


def test_each_refusal_is_a_line(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that exists, one that isn't there, and a bot that is running."""
    assert backup(database) == 1
    assert "exists already" in capsys.readouterr().err
    assert restore(tmp_path / "none.db") == 1
    assert "no such file" in capsys.readouterr().err

    copy = tmp_path / "copy.db"
    backup(copy)
    with asyncio.Runner() as runner:
        running = runner.run(Storage.open(f"sqlite:///{database}"))
        assert restore(copy) == 1
        runner.run(running.close())
    assert "stop the bot" in capsys.readouterr().err


def test_what_an_ended_copy_left_is_in_no_ones_way(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half a copy is no damage to the database, nor seen by more than its owner afterwards."""
    copy = tmp_path / "copy.db"
    left = copy.with_name("copy.db.part")
    left.write_bytes(b"half a copy")
    left.chmod(0o644)

    assert backup(copy) == 0
    assert f"copied to {copy}" in capsys.readouterr().out
    assert copy.stat().st_mode & 0o777 == 0o600
    assert database.exists()
    assert not left.exists()


def test_moved_to_a_server_copied_and_put_back(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said, postgres: Server
) -> None:
    """A host's way to PostgreSQL and on: each command says what it did, or why not, in a line."""
    with asyncio.Runner() as runner:
        url = runner.run(postgres.emptied())
        storage = runner.run(Storage.open(f"sqlite:///{database}"))
        runner.run(Talk(converse(storage), "ann").say("play calculation"))
        assert move(url) == 1
        assert "is in use" in capsys.readouterr().err
        runner.run(storage.close())

        assert move(url) == 0
        assert "each one compared" in capsys.readouterr().out
        assert move(url) == 1
        assert "holds something already" in capsys.readouterr().err

        monkeypatch.setenv("DATABASE_URL", url)
        copy = tmp_path / "copy.db"
        assert backup(copy) == 0
        assert backup(copy) == 1
        said = capsys.readouterr()
        assert f"copied to {copy}" in said.out
        assert "exists already" in said.err
        storage = runner.run(Storage.open(url))
        assert restore(copy) == 1
        assert "stop the bot" in capsys.readouterr().err
        runner.run(storage.close())
        assert restore(copy) == 0
        assert f"kept in {copy}.before-restore-" in capsys.readouterr().out
        storage = runner.run(Storage.open(url))
        talk = Talk(converse(storage), "ann")
        runner.run(talk.say("board"))
        assert talk.position is not None
        runner.run(storage.close())


async def _say(database: Path, *words: str | Path) -> None:
    """Say a command of the program's, as a host does beside the running bot."""
    process = await program(database.parent, *words, DATABASE_URL=f"sqlite:///{database}")
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()


async def _plays(talk: Talk, game: str, ended: asyncio.Event) -> None:
    """Press moves and take some back, game after game."""
    await talk.say(f"play {game}")
    for step in itertools.count():
        moves = [each for each in talk.buttons if ":m." in each.token]
        if not moves or step % 7 == 6:
            await talk.say("undo" if moves else f"play {game}")
        else:
            await talk.press(moves[step % len(moves)])
        if ended.is_set() and step > 20:
            return


def _histories(file: Path) -> dict[int, list[tuple[object, ...]]]:
    """Each game's row as it began, its ``seq``, and then its events in order."""
    with closing(sqlite3.connect(file)) as connection:
        games = connection.execute("SELECT id, game, deal, cards, starters, seq FROM games")
        events = "SELECT seq, action, code, at FROM events WHERE game_id = ? ORDER BY seq"
        return {row[0]: [row, *connection.execute(events, row[:1])] for row in games.fetchall()}


async def test_taken_under_load_and_put_back_elsewhere(tmp_path: Path) -> None:
    """Move by move: each game in a copy is the beginning of the game as it went on."""
    first, elsewhere = tmp_path / "patience.db", tmp_path / "new" / "patience.db"
    storage, ended = await Storage.open(f"sqlite:///{first}"), asyncio.Event()
    names = {"ann": "bakers-game", "bob": "calculation", "eve": "devils-grip"}
    conversation = converse(storage)
    playing = [
        asyncio.create_task(_plays(Talk(conversation, name), game, ended))
        for name, game in names.items()
    ]
    copies = [tmp_path / f"{number}.db" for number in range(3)]
    for copy in copies:
        await _say(first, "backup", copy)
    ended.set()
    await asyncio.gather(*playing)
    await storage.close()

    whole, counts = _histories(first), []
    for copy in copies:
        then = _histories(copy)
        for number, (row, *events) in then.items():
            begun, *all_events = whole[number]
            assert row[:5] == begun[:5]
            assert row[5] == len(events)
            assert events == all_events[: len(events)]
        counts.append(sum(map(len, then.values())))
    assert counts[0] < counts[1] < counts[2] < sum(map(len, whole.values())), "nobody played"

    elsewhere.parent.mkdir()
    await _say(elsewhere, "restore", copies[1])
    assert _histories(elsewhere) == _histories(copies[1])
    again = await Storage.open(f"sqlite:///{elsewhere}")
    for name in names:
        talk = Talk(converse(again), name)
        await talk.say("board")
        found = await session_at(again, talk)
        assert found is not None
        assert talk.seq == found[0].seq
        assert talk.position == found[1].game.describe(found[1].position)
    await again.close()
