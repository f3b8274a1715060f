"""An open database, in a file and on a server, and people and games to put into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from storage import Storage
from storage.models import metadata
from storage.people import Visit
from storage.records import GameRow, NewGame, NewSolve
from tests.postgres import Server

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Happening:
    """An event as a game hands it in."""

    seq: int
    action: int
    code: str


def happenings(first: int, *codes: str) -> list[Happening]:
    """Events of one action."""
    return [Happening(first + n, first, code) for n, code in enumerate(codes)]


def url_of(folder: Path) -> str:
    """The address of the test's database."""
    return f"sqlite:///{folder / 'test.db'}"


async def contents(url: str) -> dict[str, Counter[Any]]:
    """How often each row stands in each table of a database, once it is upgraded."""
    storage = await Storage.open(url)

    async def work(reading: Any) -> dict[str, Counter[Any]]:
        run = reading.people._connection.execute
        return {
            name: Counter(map(tuple, await run(select(table))))
            for name, table in metadata.tables.items()
        }

    found = await storage.read(work)
    await storage.close()
    return found


class Scene:
    """Short ways to say what happens in a test."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    async def visit(self, who: str = "ann", chat: str = "club", *, private: bool = False) -> Visit:
        """Somebody acts somewhere."""
        return await self.storage.write(
            lambda work: work.people.welcome(
                "discord", who, who.title(), "discord", chat, private=private, now=NOW
            )
        )

    async def game(self, visit: Visit, **more: Any) -> GameRow:
        """A deal for them, as it is when not told otherwise."""
        told = {
            "game": "golf",
            "deal": "617",
            "cards": "AH 2D",
            "rules_version": 1,
            "started_at": NOW,
        }
        new = NewGame(
            player_id=visit.player.id,
            identity_id=visit.identity.id,
            chat_id=visit.chat.id,
            **(told | more),
        )
        return await self.storage.write(lambda work: work.games.add(new))

    async def play(self, game: GameRow, *codes: str, **changes: Any) -> GameRow:
        """Moves in that game, a second later."""
        at = NOW + timedelta(seconds=1)
        changes = {"status": "running", "first_move_at": at, "last_move_at": at} | changes
        await self.storage.write(
            lambda work: work.games.append(
                game.id,
                game.seq,
                happenings(game.seq + 1, *codes),
                changes,  # type: ignore[arg-type]
                at,
            )
        )
        return await self.row(game.id)

    async def row(self, game_id: int) -> GameRow:
        """The game as it is stored now."""
        found = await self.storage.read(lambda work: work.games.get(game_id))
        assert found is not None
        return found

    async def solve(self, visit: Visit, deal: str = "617", **more: Any) -> bool:
        """A solved game of theirs, counted."""
        game = await self.game(visit, deal=deal, game=more.pop("game", "golf"))
        game = await self.play(game, "x", status="won", ended_at=NOW)
        told = {"clean": True, "kind": "shuffled", "day": NOW.date(), "moves": 40, "seconds": 90}
        new = NewSolve(
            player_id=visit.player.id,
            game=game.game,
            deal=deal,
            game_id=game.id,
            chat_id=visit.chat.id,
            at=NOW,
            **(told | more),
        )
        return await self.storage.write(lambda work: work.solves.record(new))


SELDOM = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
"""The databases of tests that take longer than is worth it each time on a server."""
on_sqlite = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
seldom_on_postgresql = pytest.mark.parametrize("url", SELDOM, indirect=True)


async def address(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of an empty database of the kind that ``request`` names."""
    if request.param == "sqlite":
        return url_of(folder)
    server: Server = request.getfixturevalue("postgres")
    return await server.emptied()


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of the test's database: once in a file, once on a server."""
    return await address(request, tmp_path)


@pytest.fixture
async def storage(url: str) -> AsyncIterator[Storage]:
    """A new database."""
    opened = await Storage.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def scene(storage: Storage) -> Scene:
    """What may happen in it."""
    return Scene(storage)
