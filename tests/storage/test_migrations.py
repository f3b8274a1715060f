"""What older databases held is there after an upgrade, and belongs to whom it belonged."""

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

from storage import Storage, schema
from tests.storage.conftest import url_of


def _as_of(file: Path, revision: str, *statements: str) -> None:
    """A file of an older version that holds what ``statements`` put there."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(schema.MIGRATIONS))
        command.upgrade(config, revision)
    engine.dispose()
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
