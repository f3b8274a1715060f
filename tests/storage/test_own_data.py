"""Showing and deleting what is held about a player."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from storage import Storage
from storage.people import Visit
from storage.records import Board, Tries
from storage.repositories.forgotten import mark
from tests.storage.conftest import NOW, Scene, url_of

WHO = "zq-ext-4711"
NAME = WHO.title()


async def _a_life(scene: Scene) -> Visit:
    """Somebody with a row in every table."""
    await scene.visit(WHO, f"private-{WHO}", private=True)
    visit = await scene.visit(WHO)
    await scene.solve(visit)
    game = await scene.play(await scene.game(visit, deal="618"), "a", "b")
    await scene.storage.write(lambda work: work.people.set_current(visit, game.id))
    await scene.storage.write(lambda work: work.boards.put(game.id, "discord", Board(WHO, "1")))
    return visit


async def test_everything_is_shown(scene: Scene) -> None:
    """Each table's rows of theirs, as JSON can hold them."""
    visit = await _a_life(scene)

    shown = await scene.storage.read(lambda work: work.own_data.export(visit.player.id))

    assert json.loads(json.dumps(shown)) == shown
    sizes = {table: len(rows) for table, rows in shown.items()}
    assert sizes == {
        "player": 1,
        "identities": 1,
        "link_codes": 0,
        "chats": 2,
        "games": 2,
        "events": 3,
        "boards": 1,
        "solves": 1,
        "standings": 16,
        "challenges": 1,
        "invitations": 1,
    }
    assert shown["games"][0]["started_at"] == NOW.isoformat()
    assert shown["solves"][0]["day"] == "2026-11-30"


async def test_others_data_is_not_shown(scene: Scene) -> None:
    """An export holds one person only."""
    await _a_life(scene)
    other = await scene.visit("bob")

    shown = await scene.storage.read(lambda work: work.own_data.export(other.player.id))

    assert NAME not in json.dumps(shown)
    assert (shown["games"], shown["standings"]) == ([], [])


async def test_nothing_is_left_of_a_deleted_player(scene: Scene, tmp_path: Path) -> None:
    """No row names them or points to them, nor does any byte of the file; others stay."""
    bob = await scene.visit("bob")
    await scene.solve(bob)
    visit = await _a_life(scene)

    await scene.storage.write(lambda work: work.own_data.delete(visit.player.id, NOW))
    await scene.storage.close()

    file = tmp_path / "test.db"
    with closing(sqlite3.connect(file)) as connection:
        tables = [
            n for (n,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        rows = {table: list(connection.execute(f"SELECT * FROM {table}")) for table in tables}
        connection.row_factory = sqlite3.Row
        pointing = [
            table
            for table in tables
            for row in connection.execute(f"SELECT * FROM {table}")
            if "player_id" in dict(row) and row["player_id"] == visit.player.id
        ]
    text = repr(rows)
    assert (WHO in text, NAME in text, pointing) == (False, False, [])
    assert (len(rows["players"]), len(rows["solves"]), len(rows["chats"])) == (1, 1, 1)
    assert len(rows["forgotten"]) == 2
    content = file.read_bytes()
    assert (WHO.encode() in content, NAME.encode() in content) == (False, False)


async def test_a_returning_player_gets_no_second_first_try(scene: Scene) -> None:
    """Tries made before count on, also through a second deletion; other deals are fresh."""
    visit = await _a_life(scene)
    for expected in (1, 2):
        await scene.storage.write(lambda work, who=visit.player.id: work.own_data.delete(who, NOW))
        visit = await scene.visit(WHO)
        tries = await _tries(scene.storage, visit, "618")
        assert tries == Tries(expected, seen_hidden=True)
        assert await _tries(scene.storage, visit, "619") == Tries(0, seen_hidden=False)
        again = await scene.game(visit, deal="618")
        assert again.attempt == expected + 1
        await scene.play(again, "a")

    other = await scene.visit("bob")
    assert await _tries(scene.storage, other, "618") == Tries(0, seen_hidden=False)


async def _tries(storage: Storage, visit: Visit, deal: str) -> Tries:
    return await storage.read(lambda work: work.games.tries(visit.player.id, "golf", deal))


async def test_a_player_who_never_played_leaves_nothing(scene: Scene) -> None:
    """Without tries there is nothing to remember."""
    visit = await scene.visit(WHO)
    await scene.game(visit)

    await scene.storage.write(lambda work: work.own_data.delete(visit.player.id, NOW))

    assert await scene.storage.read(lambda work: work.people.player(visit.player.id)) is None
    assert (await scene.visit(WHO)).player.id > visit.player.id


async def test_a_conversation_shared_with_others_stays(scene: Scene) -> None:
    """A private chat somebody else acts in is theirs too."""
    visit = await scene.visit(WHO, "two of us", private=True)
    await scene.visit("bob", "two of us", private=True)

    await scene.storage.write(lambda work: work.own_data.delete(visit.player.id, NOW))

    assert await scene.storage.read(lambda work: work.people.chat(visit.chat.id)) == visit.chat


async def test_the_key_is_made_once(tmp_path: Path) -> None:
    """Marks of earlier days stay readable; the key is asked for when it is needed first."""
    asked: list[int] = []

    def token_bytes(size: int) -> bytes:
        asked.append(size)
        return bytes(size)

    storage = await Storage.open(url_of(tmp_path), token_bytes=token_bytes)
    scene = Scene(storage)
    for who in ("ann", "bob"):
        visit = await scene.visit(who)
        await scene.solve(visit)
        await storage.write(lambda work, who=visit.player.id: work.own_data.delete(who, NOW))
    await storage.close()

    assert asked == [32]


def test_marks_keep_their_parts_apart() -> None:
    """Moving a sign from one part to the next makes another mark, and so does another key."""
    parts = [("a", "b|c", "d", "e"), ("a|b", "c", "d", "e"), ("a", "b", "c|d", "e")]

    marks = {mark(key, *part) for part in parts for key in (b"1", b"2")}

    assert len(marks) == 6
    assert {len(one) for one in marks} == {64}
