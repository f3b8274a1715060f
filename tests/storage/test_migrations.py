"""What older databases held is there after an upgrade, and belongs to whom it belonged."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from storage import Storage, schema
from storage.models import metadata
from tests.storage.conftest import url_of
from tests.storage.earlier import contents, earlier, migrate

EARLIER = schema.revisions()[:-1]


@pytest.mark.parametrize(
    "revision", [EARLIER[0], *(pytest.param(each, marks=pytest.mark.slow) for each in EARLIER[1:])]
)
def test_an_upgrade_may_end_anywhere(tmp_path: Path, revision: str) -> None:
    """Killed before each of its steps, nothing is half done: begun again it leads to the same.

    The copy beside the database is whole whenever there is one. The way from the first version has
    every step of every migration in it.
    """
    ended = [sys.executable, "-m", "tests.storage.interrupted", str(tmp_path), revision]
    done = subprocess.run(ended, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[-1]) > 10


@pytest.mark.parametrize("revision", EARLIER)
async def test_every_row_of_every_version_is_kept(tmp_path: Path, revision: str) -> None:
    """Each version's tables have rows, and none is lost or changed that has its columns still."""
    file = tmp_path / "test.db"
    earlier(file, revision)
    _, before = contents(file)
    assert [name for name, rows in before.items() if not rows] == []

    with capture_logs() as logged:
        await (await Storage.open(url_of(tmp_path))).close()

    tables, after = contents(file)
    assert set(after) == set(metadata.tables)
    migrate(tmp_path / "walked.db", schema.revisions()[-1])
    assert tables == contents(tmp_path / "walked.db")[0]
    for name, rows in before.items():
        assert len(rows) == len(after[name])
        kept = set(rows[0]) & set(after[name][0])
        assert len(kept) > 1
        now = [{column: new[column] for column in kept} for new in after[name]]
        assert all({column: old[column] for column in kept} in now for old in rows)
    newest = schema.revisions()[-1]
    copied = {"copy": f"{file}.before-{newest}", "revision": revision}
    assert logged == [
        {"event": "database_copied", "log_level": "info", **copied},
        {"event": "database_upgraded", "log_level": "info", "before": revision, "revision": newest},
    ]


async def test_several_that_start_at_once_upgrade_once(tmp_path: Path) -> None:
    """Who comes second waits, and finds it done."""
    earlier(tmp_path / "test.db", EARLIER[0])
    with capture_logs() as logged:
        opened = await asyncio.gather(*(Storage.open(url_of(tmp_path)) for _ in range(4)))
    for storage in opened:
        await storage.close()

    assert [each["event"] for each in logged] == ["database_copied", "database_upgraded"]


async def test_processes_that_start_at_once_upgrade_once(tmp_path: Path) -> None:
    """The same with a process each."""
    earlier(tmp_path / "test.db", EARLIER[0])
    opening = f"""if True:
        import asyncio
        from storage import Storage
        async def there_and_back():
            await (await Storage.open({url_of(tmp_path)!r})).close()
        asyncio.run(there_and_back())
    """
    started = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", opening, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        for _ in range(2)
    ]
    said = b"".join([(await each.communicate())[0] for each in started]).decode()

    assert [each.returncode for each in started] == [0, 0], said
    assert said.count("database_upgraded") == 1
    assert set(contents(tmp_path / "test.db")[1]) == set(metadata.tables)


async def test_practice_of_earlier_versions_ranks_no_more(tmp_path: Path) -> None:
    """What was surely begun as practice is marked, and nothing that may be a first try."""
    earlier(tmp_path / "test.db", "0007")
    storage = await Storage.open(url_of(tmp_path))
    rows = [await storage.read(lambda work, n=n: work.games.get(n)) for n in range(11, 17)]
    await storage.close()

    assert [row.unranked for row in rows if row] == [False, True, True, True, False, True]


def _as_of(file: Path, revision: str, *statements: str) -> None:
    """A file of an older version that holds what ``statements`` put there."""
    migrate(file, revision)
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


async def test_what_was_a_players_becomes_their_sole_identitys(tmp_path: Path) -> None:
    """Names, memberships with their current game, games with their moves: nothing is lost."""
    _as_of(
        tmp_path / "test.db",
        "0004",
        "INSERT INTO players (id, name, created_at) VALUES (3, 'Ann', 5), (7, 'Bob', 6)",
        "INSERT INTO identities VALUES ('x', 'ann', 3, 5), ('y', 'bob', 7, 6)",
        "INSERT INTO chats (id, platform, external_id, created_at) VALUES (1, 'x', 'club', 5)",
        "INSERT INTO games (id, player_id, chat_id, game, deal, kind, cards, starters, "
        "rules_version, status, seq, assisted, started_at, active_at) "
        "VALUES (9, 7, 1, 'golf', '617', 'shuffled', '', '', 1, 'running', 1, true, 5, 5)",
        "INSERT INTO events VALUES (9, 1, 1, 'a', 5)",
        "INSERT INTO memberships VALUES (7, 1, 9), (3, 1, NULL)",
    )

    storage = await Storage.open(url_of(tmp_path))
    ann, bob = [
        await storage.read(lambda work, who=who: work.people.recognise(*who, "x", "club"))
        for who in (("x", "ann"), ("y", "bob"))
    ]
    game = await storage.read(lambda work: work.games.get(9))
    events = await storage.read(lambda work: work.games.events(9))
    await storage.close()

    assert ann is not None
    assert bob is not None
    assert (ann.player.id, ann.identity.name, ann.current_game) == (3, "Ann", None)
    assert (bob.player.id, bob.identity.name, bob.current_game) == (7, "Bob", 9)
    assert (ann.member, bob.member) == (True, True)
    assert game is not None
    assert (game.player_id, game.identity_id) == (7, bob.identity.id)
    assert (game.helped, game.known, game.assisted) == (True, False, True)
    assert [event.code for event in events] == ["a"]
