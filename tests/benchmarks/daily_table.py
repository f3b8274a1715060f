"""How fast a date's table everywhere is with 10,000 first tries: a page and one's own line.

Once while the date is open, and once after its close, when one in twenty has been played on.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bot.daily.ranking import own, ranked
from bot.daily.standing import results, table
from games.cards import texts
from games.catalogue import find
from games.deals import lay_out
from storage import Reading, Storage
from tests.benchmarks.timing import median, percentile

PLAYERS = 10_000
READINGS = 40
PAGE = 10
PAGES = 20
DAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
LATER = NOW + timedelta(days=2)
PLAYED_ON = 0.05
GAME = "calculation"
DECK = lay_out(find(GAME), "617")

_AT = int(NOW.timestamp() * 1000)
_GAMES = """
    INSERT INTO games (id, player_id, chat_id, game, deal, kind, cards, starters, rules_version,
        status, helped, moves, foundation, started_at, first_move_at, last_move_at, ended_at,
        active_at, identity_id, daily)
    VALUES (?, ?, 1, 'calculation', 'daily-0', 'shuffled', ?, ?, 1,
        ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '2026-11-30')
"""


def run(players: int = PLAYERS, readings: int = READINGS, seed: int = 1) -> list[str]:
    """Fill a database, read the table, and say how long it took beside ranking all tries here."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.db"
        return asyncio.run(_run(file, players, readings, random.Random(seed)))


async def _run(file: Path, players: int, readings: int, chance: random.Random) -> list[str]:
    await (await Storage.open(f"sqlite:///{file}")).close()
    _fill(file, players, chance)
    storage = await Storage.open(f"sqlite:///{file}")
    opened = await _measured(storage, players, readings, chance, NOW)
    _play_on(file, chance)
    closed = await _measured(storage, players, readings, chance, LATER)
    await storage.close()
    return [*_said(opened, players, ""), *_said(closed, players, ", closed and played on")]


async def _measured(
    storage: Storage, players: int, readings: int, chance: random.Random, now: datetime
) -> tuple[list[float], list[float]]:
    """Seconds of CPU for pages by the database, and for ranking all tries here."""
    pages, wholes = [], []
    for _ in range(readings):
        who, number = chance.randint(1, players), chance.randrange(PAGES)

        async def page(reading: Reading, who: int = who, number: int = number) -> None:
            await table(reading, DAY, GAME, now, who, page=number, size=PAGE)

        async def whole(reading: Reading, who: int = who) -> None:
            every = await results(reading, DAY, GAME, now)
            ranked(every)
            own(every, who)

        for work, times in ((page, pages), (whole, wholes)):
            started = time.process_time()
            await storage.read(work)
            times.append(time.process_time() - started)
    return pages, wholes


def _said(times: tuple[list[float], list[float]], players: int, when: str) -> list[str]:
    pages, wholes = times
    ours, all_of_it = median(pages), median(wholes)
    spread = f"median {1000 * ours:.1f} ms of CPU, p95 {1000 * percentile(pages, 0.95):.1f} ms"
    return [
        f"daily table{when}: a page and one's own line of {players:,} tries: {spread} (under 50)",
        f"daily table{when}: ranking all of them for it takes {all_of_it / ours:.1f} times as long",
    ]


def _play_on(file: Path, chance: random.Random) -> None:
    """Let some unsolved tries go on after the close, each with how it stood."""
    late = int(LATER.timestamp() * 1000)
    with closing(sqlite3.connect(file)) as connection, connection:
        found = connection.execute(
            "SELECT id, status, foundation, leftover FROM games WHERE status != 'won'"
        )
        some = [row for row in found.fetchall() if chance.random() < PLAYED_ON]
        connection.executemany("INSERT INTO daily_ends VALUES (?, ?, ?, ?)", some)
        connection.executemany(
            "UPDATE games SET active_at = ? WHERE id = ?", ((late, row[0]) for row in some)
        )


def _fill(file: Path, players: int, chance: random.Random) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO chats (id, platform, external_id, created_at) VALUES (1, 'x', 'x', 0)"
        )
        numbers = range(1, players + 1)
        connection.executemany(
            "INSERT INTO players (id, name, hidden, created_at) VALUES (?, ?, ?, 0)",
            ((n, f"player {n}", n % 50 == 0) for n in numbers),
        )
        connection.executemany(
            "INSERT INTO identities (id, platform, external_id, player_id, name, created_at) "
            "VALUES (?, 'x', ?, ?, '', 0)",
            ((n, str(n), n) for n in numbers),
        )
        connection.executemany(_GAMES, (_game(n, chance) for n in numbers))


def _game(number: int, chance: random.Random) -> tuple[object, ...]:
    status = chance.choice(("won", "won", "lost", "resigned", "running"))
    last = _AT + 1000 * chance.randint(60, 3600)
    ended = None if status == "running" else last
    score = 52 if status == "won" else chance.randint(4, 51)
    figures = status, chance.random() < 0.3, chance.randint(80, 140), score
    return (
        number,
        number,
        texts(DECK.cards),
        texts(DECK.starters),
        *figures,
        _AT,
        _AT,
        last,
        ended,
        last,
        number,
    )


if __name__ == "__main__":
    print("\n".join(run()))  # noqa: T201 - a benchmark talks to its reader
