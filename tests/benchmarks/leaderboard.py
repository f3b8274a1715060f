"""How fast a leaderboard page is with 1,000,000 solves by 100,000 players.

The database is filled by plain SQL in bulk and read through ``Storage``, as a player would: one
page and one's own line in one reading.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from storage import Reading, Storage, periods

PLAYERS = 100_000
SOLVES = 1_000_000
CHATS = 200
DAYS = 365
PAGE = 10
PAGES = 20
READINGS = 500
TODAY = date(2026, 11, 30)
GAMES = ("calculation", "devils-grip", "bakers-game")

_NOON = int(datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp() * 1000)
_INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
_LEVELS = """
    INSERT INTO levels SELECT period, scope, game, solved, clean, leftover, count(*)
    FROM standings GROUP BY 1, 2, 3, 4, 5, 6
"""
_STANDINGS = """
    INSERT INTO standings (period, scope, game, player_id, solved, clean, leftover)
    SELECT {period}, {scope}, {game}, player_id, count(*), sum(clean),
           CASE WHEN {game} = 'devils-grip' THEN player_id % 40 ELSE 1000 END
    FROM solves WHERE day >= ? GROUP BY 2, 3, player_id
"""


def run(
    players: int = PLAYERS, solves: int = SOLVES, readings: int = READINGS, seed: int = 1
) -> list[str]:
    """Fill a database, read it, and say how long both took."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "leaderboard.db"
        return asyncio.run(_run(file, players, solves, readings, random.Random(seed)))


async def _run(
    file: Path, players: int, solves: int, readings: int, chance: random.Random
) -> list[str]:
    await (await Storage.open(f"sqlite:///{file}")).close()
    started = time.perf_counter()
    rows = _fill(file, players, solves, chance)
    filled = time.perf_counter() - started
    lines = [f"{solves:,} solves by {players:,} players: {rows:,} standings in {filled:.0f} s"]
    storage = await Storage.open(f"sqlite:///{file}")
    every: list[float] = []
    for scope, where in ((0, "everywhere"), (1, "one chat")):
        for game in ("", GAMES[1]):
            for period in (periods.ALL, periods.of_month(TODAY)):
                times = await _read(storage, (scope, game, period), readings, players, chance)
                every += times
                lines.append(f"{where}, {game or 'all games'}, {period}: {_spread(times)}")
    await storage.close()
    lines.append(f"a page and one's own line, all of these: {_spread(every)} (at most 10 ms)")
    return lines


async def _read(
    storage: Storage,
    board: tuple[int, str, str],
    readings: int,
    players: int,
    chance: random.Random,
) -> list[float]:
    times = []
    for _ in range(readings):
        offset, who = PAGE * chance.randrange(PAGES), chance.randint(1, players)

        async def page_and_own(work: Reading, offset: int = offset, who: int = who) -> None:
            await work.standings.page(*board, offset, PAGE)
            await work.standings.own(*board, who)

        started = time.perf_counter()
        await storage.read(page_and_own)
        times.append(time.perf_counter() - started)
    return times


def _spread(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {cuts[49] * 1000:.2f} ms, p99 {cuts[98] * 1000:.2f} ms"


def _fill(file: Path, players: int, solves: int, chance: random.Random) -> int:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA synchronous = OFF")
        indexes = list(connection.execute(_INDEXES))
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        connection.executemany(
            "INSERT INTO players (id, name, named_everywhere, created_at) VALUES (?, ?, ?, ?)",
            ((n, f"player {n}", n % 2, _NOON) for n in range(1, players + 1)),
        )
        connection.executemany(
            "INSERT INTO chats (id, platform, external_id, created_at) VALUES (?, 'x', ?, ?)",
            ((n, str(n), _NOON) for n in range(1, CHATS + 1)),
        )
        # Solves point to no games here: reading a board never looks at them.
        connection.executemany(
            "INSERT OR IGNORE INTO solves VALUES (?, ?, ?, ?, ?, ?, 40, 90, ?, 'shuffled', ?)",
            _solves(players, solves, chance),
        )
        for period, since in _windows():
            for scope in ("0", "chat_id"):
                for game in ("''", "game"):
                    statement = _STANDINGS.format(period=f"'{period}'", scope=scope, game=game)
                    connection.execute(statement, (since.isoformat(),))
        connection.execute(_LEVELS)
        for _, sql in indexes:
            connection.execute(sql)
        (rows,) = connection.execute("SELECT count(*) FROM standings").fetchone()
        return int(rows)


def _windows() -> list[tuple[str, date]]:
    """The windows that pruning leaves, with their first days."""
    return [
        (periods.ALL, date.min),
        (periods.of_day(TODAY), TODAY),
        (periods.of_week(TODAY), TODAY - timedelta(days=TODAY.weekday())),
        (periods.of_month(TODAY), TODAY.replace(day=1)),
    ]


def _solves(players: int, solves: int, chance: random.Random) -> Iterator[tuple[object, ...]]:
    """Solves ordered by player, as their table is; a few play much, most play little."""
    weights = [1 / (n**0.5) for n in range(1, players + 1)]
    who = sorted(chance.choices(range(1, players + 1), weights, k=solves))
    for number, player in enumerate(who):
        day = TODAY - timedelta(days=chance.randrange(DAYS))
        game, clean = GAMES[number % len(GAMES)], number % 4 > 0
        chat = 1 + player % CHATS
        yield (player, game, f"{number:07}", number, chat, day.isoformat(), clean, _NOON)


if __name__ == "__main__":
    print("\n".join(run()))  # noqa: T201 - a benchmark talks to its reader
