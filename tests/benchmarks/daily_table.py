"""How fast a date's table everywhere is with 10,000 first tries: a page and one's own line."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import tempfile
import time
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

from bot.daily.ranking import own, ranked
from bot.daily.standing import results, table
from storage import Reading, Storage
from tests.benchmarks.timing import median, percentile

PLAYERS = 10_000
READINGS = 40
PAGE = 10
PAGES = 20
DAY = date(2026, 11, 30)
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
GAME = "calculation"
CARDS = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK")

_AT = int(NOW.timestamp() * 1000)
_GAMES = """
    INSERT INTO games (id, player_id, chat_id, game, deal, kind, cards, starters, rules_version,
        status, helped, moves, foundation, started_at, first_move_at, last_move_at, ended_at,
        active_at, identity_id, daily)
    VALUES (?, ?, 1, 'calculation', 'daily-0', 'shuffled', ?, '', 1,
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
    pages, wholes = [], []
    for _ in range(readings):
        who, number = chance.randint(1, players), chance.randrange(PAGES)

        async def page(reading: Reading, who: int = who, number: int = number) -> None:
            await table(reading, DAY, GAME, NOW, who, page=number, size=PAGE)

        async def whole(reading: Reading, who: int = who) -> None:
            every = await results(reading, DAY, GAME, NOW)
            ranked(every)
            own(every, who)

        for work, times in ((page, pages), (whole, wholes)):
            started = time.process_time()
            await storage.read(work)
            times.append(time.process_time() - started)
    await storage.close()
    ours, all_of_it = median(pages), median(wholes)
    spread = f"median {1000 * ours:.1f} ms of CPU, p95 {1000 * percentile(pages, 0.95):.1f} ms"
    return [
        f"daily table: a page and one's own line of {players:,} tries: {spread} (under 50)",
        f"daily table: ranking all of them for it takes {all_of_it / ours:.1f} times as long",
    ]


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
    return (number, number, CARDS, *figures, _AT, _AT, last, ended, last, number)


if __name__ == "__main__":
    print("\n".join(run()))  # noqa: T201 - a benchmark talks to its reader
