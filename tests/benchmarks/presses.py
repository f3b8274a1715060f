"""(a) Acknowledged moves a second with 100 players at once, and (b) one press.

Beside the bot, in the same run and interleaved: the statements of a move alone, through the same
storage engine with the same 100 at once; and a bare ``sqlite3`` loop that commits one row at a
time with the same durability.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import secrets
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.adapters.console import Seat
from bot.conversation import Conversation
from bot.replies import Reply
from bot.requests import Press
from bot.scene import Services
from bot.workers import Workers
from games.session import Event
from storage import Reading, Storage, UnitOfWork
from storage.records import NewGame
from tests.benchmarks.timing import median, percentile

PLAYERS = 100
MOVES = 10
ROUNDS = 5
SINGLE = 300


def run() -> list[str]:
    """Lines with medians of five interleaved rounds."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder)))


async def _measure(folder: Path) -> list[str]:
    storage = await Storage.open(f"sqlite+aiosqlite:///{folder}/bench.db")
    try:
        conversation = Conversation(
            Services(storage, lambda: datetime.now(UTC), secrets.randbelow, Workers(1))
        )
        players = [await _seated(conversation, number) for number in range(PLAYERS)]
        rates: dict[str, list[float]] = {"bot": [], "statements": [], "sqlite3": []}
        for number in range(ROUNDS):
            rates["bot"].append(await _bot(players))
            rates["statements"].append(await _statements(storage, number))
            rates["sqlite3"].append(_bare(folder / "bare.db"))
        alone = await _single(players[0])
    finally:
        await storage.close()
    bot, statements, bare = (median(rates[name]) for name in rates)
    return [
        f"presses: {PLAYERS} players at once: {bot:,.0f} acknowledged moves a second",
        f"presses: the same statements alone: {statements:,.0f} a second",
        f"presses: bot beside its statements: {bot / statements:.2f} (reach 0.50)",
        f"presses: bare sqlite3 commits: {bare:,.0f} a second; ratio {bot / bare:.2f}",
        f"presses: one press alone, median of {SINGLE}: {1000 * median(alone):.1f} ms",
        f"presses: one press alone, p99: {1000 * percentile(alone, 0.99):.1f} ms",
    ]


class Player:
    """Someone who presses a button that plays a move, again and again."""

    def __init__(self, conversation: Conversation, seat: Seat, reply: Reply, seed: int) -> None:
        """Keep the last board shown."""
        self.conversation, self.seat, self.reply = conversation, seat, reply
        self.rng = random.Random(seed)

    async def press(self) -> None:
        """One press that is stored: a move, or undo where the game is stuck."""
        keys = [button.token for row in self.reply.rows for button in row]
        playing = [token for token in keys if ":m." in token or ":x." in token]
        undo = f"{self.prefix}:{self.reply.game.seq}:undo"
        self.reply = await self._send(self.rng.choice(playing) if playing else undo)

    async def _send(self, token: str) -> Reply:
        return await self.conversation.handle(Press(self.seat.actor, self.seat.chat, token))

    @property
    def prefix(self) -> str:
        """The part of a token that names the game."""
        return ":".join(self.reply.rows[0][0].token.split(":")[:3])


async def _seated(conversation: Conversation, number: int) -> Player:
    seat = Seat.at(f"player{number}", None, "en")
    reply = await conversation.handle(seat.request(f"play bakers-game {number + 1}"))
    return Player(conversation, seat, reply, number)


async def _bot(players: list[Player]) -> float:
    async def play(player: Player) -> None:
        for _ in range(MOVES):
            await player.press()

    return await _at_once([lambda p=player: play(p) for player in players])


async def _statements(storage: Storage, round_number: int) -> float:
    """What the database does for a move, and nothing else: recognise, load, append."""
    now = datetime.now(UTC)
    games = []
    for number in range(PLAYERS):
        name = f"statements{round_number}-{number}"
        games.append((name, await storage.write(lambda uow, n=name: new_game(uow, n, now))))

    async def play(name: str, game: int) -> None:
        for seq in range(MOVES):
            await look(storage, name)
            await append(storage, game, seq, now)

    return await _at_once([lambda n=name, g=game: play(n, g) for name, game in games])


async def look(storage: Storage, name: str) -> None:
    """What is read for a move: who it is, and the game they are at."""

    async def work(reading: Reading) -> None:
        visit = await reading.people.recognise("terminal", name, "terminal", name)
        await reading.games.get(visit.current_game)

    await storage.read(work)


async def append(storage: Storage, game: int, seq: int, now: datetime) -> None:
    """What is written for a move: the event, and the game's figures."""
    changes = {
        "status": "running",
        "ending": "",
        "moves": seq,
        "foundation": 0,
        "leftover": None,
        "seen_hidden": False,
        "first_move_at": now,
        "last_move_at": now,
        "ended_at": None,
        "helped": False,
    }

    async def work(uow: UnitOfWork) -> None:
        await uow.games.append(game, seq, (Event(seq + 1, seq + 1, "26"),), changes, now)

    await storage.write(work)


async def new_game(uow: UnitOfWork, name: str, now: datetime) -> int:
    """A game for these to play; its id."""
    visit = await uow.people.welcome(
        "terminal", name, name, "terminal", name, private=True, now=now
    )
    row = await uow.games.add(
        NewGame(
            player_id=visit.player.id,
            identity_id=visit.identity.id,
            chat_id=visit.chat.id,
            game="bakers-game",
            deal="1",
            cards="",
            rules_version=1,
            started_at=now,
            status="running",
        )
    )
    await uow.people.set_current(visit, row.id)
    return row.id


async def _at_once(works: list[Callable[[], Awaitable[None]]]) -> float:
    start = time.perf_counter()
    await asyncio.gather(*(work() for work in works))
    return PLAYERS * MOVES / (time.perf_counter() - start)


def _bare(path: Path) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS events(n INTEGER PRIMARY KEY, code TEXT)")
    start = time.perf_counter()
    for _ in itertools.repeat(None, PLAYERS * MOVES):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO events(code) VALUES ('26')")
        connection.execute("COMMIT")
    rate = PLAYERS * MOVES / (time.perf_counter() - start)
    connection.close()
    return rate


async def _single(player: Player) -> list[float]:
    times = []
    for _ in range(SINGLE):
        start = time.perf_counter()
        await player.press()
        times.append(time.perf_counter() - start)
    return times
