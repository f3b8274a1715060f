"""Several processes at one file, and processes that die."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from storage import Stale, Storage, Unavailable
from tests.storage.conftest import NOW, Scene, happenings, on_sqlite, seldom_on_postgresql, url_of

ROOT = Path(__file__).parents[2]

_PRESSES = """
import asyncio, sys
from storage import Stale, Storage
from tests.storage.conftest import NOW, happenings

async def main(url, game_id, name, presses):
    storage = await Storage.open(url)
    print("ready", flush=True)
    sys.stdin.readline()
    for seq in range(presses):
        try:
            await storage.write(
                lambda work: work.games.append(
                    game_id, seq, happenings(seq + 1, name), {"moves": seq + 1}, NOW
                )
            )
            print(seq, flush=True)
        except Stale:
            pass
    await storage.close()

asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
"""


def _process(url: str, game_id: int, name: str, presses: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _PRESSES, url, str(game_id), name, str(presses)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


async def _a_game(url: str) -> int:
    storage = await Storage.open(url)
    scene = Scene(storage)
    game = await scene.game(await scene.visit())
    await storage.close()
    return game.id


@seldom_on_postgresql
async def test_of_two_processes_pressing_at_once_one_wins(url: str) -> None:
    """Every number is taken exactly once, and who was told so took it."""
    game_id = await _a_game(url)
    processes = [_process(url, game_id, name, 40) for name in ("left", "right")]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        _go(process)
    told = {}
    for name, process in zip(("left", "right"), processes, strict=True):
        out, _ = await asyncio.to_thread(process.communicate)
        assert process.returncode == 0
        told |= {(int(seq) + 1, name): True for seq in out.split()}

    storage = await Storage.open(url)
    events = await storage.read(lambda work: work.games.events(game_id))
    await storage.close()

    assert [event.seq for event in events] == list(range(1, 41))
    assert {(event.seq, event.code) for event in events} == set(told)


async def test_of_many_presses_at_once_one_wins(scene: Scene) -> None:
    """In one process too: the others are told that the board had moved on."""
    game = await scene.game(await scene.visit())

    answers = await asyncio.gather(
        *(scene.play(game, f"move {number}") for number in range(30)), return_exceptions=True
    )

    assert sum(isinstance(answer, Stale) for answer in answers) == 29
    assert (await scene.row(game.id)).seq == 1


@on_sqlite
async def test_a_busy_database_is_waited_for(scene: Scene, tmp_path: Path) -> None:
    """Another process holding the lock for a while delays a press and fails none."""
    game = await scene.game(await scene.visit())
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(tmp_path / "test.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            held.set()
            release.wait()
            other.execute("ROLLBACK")

    holding = asyncio.create_task(asyncio.to_thread(hold))
    await asyncio.to_thread(held.wait)
    pressing = asyncio.create_task(scene.play(game, "a"))
    # Reading goes on meanwhile, and gives the press time to meet the lock.
    for _ in range(20):
        assert (await scene.row(game.id)).seq == 0
    assert not pressing.done()
    release.set()

    assert (await pressing).seq == 1
    await holding


@seldom_on_postgresql
async def test_a_killed_process_leaves_whole_works_only(url: str) -> None:
    """What was told is stored, and events and figures agree, wherever the kill falls."""
    game_id, told = await _a_game(url), 0
    for kill_after in (1, 3, 8):
        process = _process(url, game_id, "move", 100_000)
        assert process.stdout is not None
        process.stdout.readline()
        _go(process)
        for _ in range(kill_after):
            told = int(process.stdout.readline()) + 1
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate()
        whole = [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        told = int(whole[-1]) + 1 if whole else told

        storage = await Storage.open(url)
        row = await storage.read(lambda work: work.games.get(game_id))
        events = await storage.read(lambda work: work.games.events(game_id))
        await storage.close()

        assert row is not None
        assert told <= row.seq == row.moves == len(events)


@seldom_on_postgresql
async def test_a_kill_inside_a_work_undoes_it(url: str) -> None:
    """A process killed between a work's statements leaves the game as it was."""
    game_id = await _a_game(url)
    code = """
import asyncio, os, signal, sys
from storage import Storage
from tests.storage.conftest import NOW, happenings

async def main():
    storage = await Storage.open(sys.argv[1])
    async def work(unit):
        await unit.games.append(int(sys.argv[2]), 0, happenings(1, "a"), {}, NOW)
        os.kill(os.getpid(), signal.SIGKILL)
    await storage.write(work)

asyncio.run(main())
"""
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", code, url, str(game_id)],
        cwd=ROOT,
        check=False,
    )
    storage = await Storage.open(url)
    row = await storage.read(lambda work: work.games.get(game_id))
    events = await storage.read(lambda work: work.games.events(game_id))
    await storage.write(lambda work: work.games.append(game_id, 0, happenings(1, "b"), {}, NOW))
    await storage.close()

    assert done.returncode == -signal.SIGKILL
    assert row is not None
    assert (row.seq, events) == (0, ())


async def test_a_database_busy_for_too_long_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The press fails, nothing is stored, and the next one finds a writer."""
    monkeypatch.setattr("storage.engine.BUSY_MILLISECONDS", 1)
    storage = await Storage.open(url_of(tmp_path))
    scene = Scene(storage)
    game = await scene.game(await scene.visit())
    with closing(sqlite3.connect(tmp_path / "test.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await scene.play(game, "a")

    assert (await scene.play(game, "a")).seq == 1
    await storage.close()
