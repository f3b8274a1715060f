"""Showing and deleting what is held about a player."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select

from storage import Storage, UnitOfWork
from storage.challenges import Invitation, NewChallenge
from storage.dailies import Daily, Reminder, Schedule
from storage.models import metadata
from storage.people import Visit
from storage.records import Board, NewSolve, Tries
from storage.repositories.forgotten import mark
from tests.storage.conftest import NOW, Scene, on_sqlite, url_of

WHO = "zq-ext-4711"
NAME = WHO.title()
DAILY = Daily(
    day=NOW.date(),
    game="golf",
    deal="a daily",
    attempt=1,
    line="a",
    par=1,
    difficulty="",
    made_at=NOW,
)
NUMBERS = {
    ("players", "id"): "players",
    ("identities", "id"): "identities",
    ("games", "id"): "games",
    ("games", "identity_id"): "identities",
    ("parted_games", "game_id"): "games",
    ("chats", "id"): "chats",
    ("standings", "scope"): "chats",
    ("levels", "scope"): "chats",
}
"""Numbers of rows that no reference tells of."""
NOBODYS = {"dailies", "legends", "facts", "secrets", "forgotten", "deletions"}
"""Tables with nothing of a player in them: deals, keys, and marks that name nobody."""


async def _a_life(scene: Scene) -> Visit:
    """Somebody with a row in every table."""
    await scene.visit(WHO, f"private-{WHO}", private=True)
    visit = await scene.visit(WHO)
    await scene.solve(visit)
    game = await scene.play(await scene.game(visit, deal="618"), "a", "b")
    await scene.storage.write(lambda work: work.people.set_current(visit, game.id))
    await scene.storage.write(lambda work: work.daily_tables.keep_end(game))
    await scene.storage.write(lambda work: work.boards.put(game.id, "discord", Board(WHO, "1")))
    challenge = NewChallenge(
        chat_id=visit.chat_id,
        place=WHO,
        language="en",
        game="golf",
        deal="619",
        kind="shuffled",
        cards="",
        starters="",
        anybody=False,
        made_at=NOW,
    )
    called = [Invitation(WHO, NAME)]
    who = visit.identity.id
    await scene.storage.write(lambda work: work.challenges.add(challenge, who, called))
    await scene.storage.write(lambda work: work.schedules.set_by(visit.chat.id, who))
    reminder = Reminder(visit.player.id, visit.identity.id, 540, "en")
    await scene.storage.write(lambda work: work.reminders.put(reminder))
    await scene.storage.write(lambda work: work.moderation.decide("person", "discord", WHO, NOW))
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
        "daily_ends": 1,
        "daily_posts": 1,
        "parted_games": 0,
        "solves": 1,
        "reminders": 1,
        "standings": 16,
        "challenges": 1,
        "invitations": 1,
        "moderation": 1,
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


@on_sqlite
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


async def _a_life_in_every_table(scene: Scene) -> Visit:
    """The same with what only accounts leave behind that were joined and parted again."""
    visit = await _a_life(scene)
    other = await scene.visit(f"{WHO}-too")
    await scene.storage.write(lambda work: work.dailies.add(DAILY))
    told = {"game": DAILY.game, "deal": DAILY.deal, "daily": DAILY.day}
    game = await scene.play(await scene.game(visit, **told), "a", status="won", ended_at=NOW)
    solve = replace(NewSolve.of(game), daily=DAILY.day)
    await scene.storage.write(lambda work: work.solves.record(solve))
    await scene.storage.write(lambda work: work.daily_tables.keep_end(game))

    async def join_and_part(work: UnitOfWork) -> None:
        await work.codes.give(visit.player.id, "0", NOW + timedelta(hours=1))
        await work.codes.take(other.identity, "0", NOW)
        assert await work.linking.join(other.identity, NOW, ())
        joined = replace(other.identity, player_id=visit.player.id)
        assert await work.linking.part(joined, NOW, ())
        await work.codes.give(visit.player.id, "1", NOW + timedelta(hours=1))
        await work.codes.take(other.identity, "1", NOW)
        private = await work.people.find_chat("discord", f"private-{WHO}")
        assert private is not None
        schedule = Schedule(private.id, WHO, "UTC", 5, "", True, "", NOW, DAILY.day)
        await work.schedules.put(schedule)
        await work.schedules.set_by(private.id, visit.identity.id)
        await work.schedules.claim(schedule, DAILY.day, ["golf"], "1", NOW)

    await scene.storage.write(join_and_part)
    return visit


async def _everything(storage: Storage) -> list[tuple[str, str, str, Any]]:
    """Every value in a database: its table, its column, what that points to, and itself."""

    async def work(reading: Any) -> list[tuple[str, str, str, Any]]:
        found = []
        for table in metadata.tables.values():
            targets = {
                key.parent.name: key.column.table.name
                for constraint in table.foreign_key_constraints
                for key in constraint.elements
            }
            for row in await reading.people._connection.execute(select(table)):
                for name, value in row._mapping.items():
                    target = targets.get(name) or NUMBERS.get((table.name, name), "")
                    found.append((table.name, name, target, value))
        return found

    return await storage.read(work)


async def test_no_column_of_any_table_knows_a_deleted_player(scene: Scene) -> None:
    """Whatever tables there are: each that can hold something of a player did, and none does."""
    visit = await _a_life_in_every_table(scene)
    shown = await scene.storage.read(lambda work: work.own_data.export(visit.player.id))
    private = await scene.storage.read(
        lambda work: work.people.find_chat("discord", f"private-{WHO}")
    )
    assert private is not None
    theirs = {
        "players": {visit.player.id},
        "identities": {visit.identity.id},
        "games": {game["id"] for game in shown["games"]},
        "chats": {private.id},
    }

    async def held() -> set[str]:
        return {
            table
            for table, _, target, value in await _everything(scene.storage)
            if value in theirs.get(target, ()) or WHO in str(value) or NAME in str(value)
        }

    parted = await scene.visit(f"{WHO}-too")
    assert await held() == {table.name for table in metadata.tables.values()} - NOBODYS
    for player_id in (parted.player.id, visit.player.id):
        await scene.storage.write(lambda work, who=player_id: work.own_data.delete(who, NOW))

    assert await held() == set()
    left = {table for table, *_ in await _everything(scene.storage)}
    assert left == {"chats", "dailies", "deletions", "forgotten", "moderation", "secrets"}


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
