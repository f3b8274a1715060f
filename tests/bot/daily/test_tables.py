"""Tables through the database: hand-made ones, and the same as the pure ranks for any tries."""

import random
import sqlite3
from contextlib import closing
from datetime import date

import pytest

from bot.daily.dates import closes
from bot.daily.ranking import own, ranked
from bot.daily.standing import results, table
from tests.bot.conftest import NOON

DAY = date(2026, 11, 30)
START = int(NOON.timestamp() * 1000)
CLUB = 1
COLUMNS = ("status", "helped", "moves", "seconds", "foundation", "leftover", "hidden", "member")


@pytest.fixture
def put(storage):
    """Puts first tries at a daily there: for each player the ``COLUMNS``, and what else is told."""

    def puts(rows, **more):
        with closing(sqlite3.connect(storage.where)) as connection, connection:
            connection.execute("INSERT INTO chats (id, platform, external_id, created_at) "
                               "VALUES (1, 'x', 'club', 0)")  # fmt: skip
            for number, row in enumerate(rows, 1):
                told = dict(zip(COLUMNS, row, strict=True))
                hidden, member = told.pop("hidden"), told.pop("member")
                seconds, at = told.pop("seconds"), START + 1000 * told_seconds(row)
                connection.execute(
                    "INSERT INTO players (id, name, hidden, created_at) VALUES (?, ?, ?, 0)",
                    [number, f"p{number}", hidden],
                )
                connection.execute(
                    "INSERT INTO identities (id, platform, external_id, player_id, name, "
                    "created_at) VALUES (?, 'x', ?, ?, '', 0)",
                    [number, str(number), number],
                )
                if member:
                    connection.execute("INSERT INTO memberships VALUES (?, 1, NULL)", [number])
                assert seconds >= 0
                values = {
                    "id": number, "player_id": number, "chat_id": CLUB, "game": "calculation",
                    "deal": "daily-0", "kind": "shuffled", "cards": "", "starters": "",
                    "rules_version": 1, "started_at": START, "first_move_at": START,
                    "last_move_at": at, "active_at": at, "identity_id": number,
                    "daily": DAY.isoformat(),
                    "ended_at": None if told["status"] == "running" else at,
                } | told | more  # fmt: skip
                connection.execute(
                    f"INSERT INTO games ({', '.join(values)}) "
                    f"VALUES ({', '.join('?' * len(values))})",
                    list(values.values()),
                )

    return puts


def told_seconds(row):
    """The time of a row of ``COLUMNS``."""
    return row[COLUMNS.index("seconds")]


async def read(storage, **more):
    """A table of everybody as it is at noon."""
    asked = {"player_id": None, "size": 50} | more
    who = asked.pop("player_id")
    now = asked.pop("now", NOON)
    return await storage.read(lambda reading: table(reading, DAY, "calculation", now, who, **asked))


HAND_MADE = [
    # status, helped, moves, seconds, foundation, leftover, hidden, member      rank
    (("won", 0, 90, 60, 52, None, 0, 1), 1),  # clean, fewest moves
    (("won", 0, 91, 50, 52, None, 0, 1), 2),  # one move more, in less time
    (("won", 0, 91, 55, 52, None, 0, 1), 3),  # these two are equal
    (("won", 0, 91, 55, 52, None, 0, 1), 3),
    (("won", 1, 80, 40, 52, None, 0, 1), 5),  # helped: below every clean one
    (("lost", 0, 70, 30, 51, None, 0, 1), 6),  # unsolved, by score alone
    (("resigned", 1, 60, 20, 40, None, 0, 1), 7),
    (("lost", 0, 10, 90, 40, None, 0, 1), 7),
    (("restarted", 0, 1, 1, 4, None, 0, 1), 9),
    (("running", 0, 50, 20, 50, None, 0, 1), None),  # goes on
]


async def test_a_table_made_by_hand(storage, put):
    """Solved, clean, moves, time; then score; equal is shared; who goes on has no rank."""
    put([row for row, _ in HAND_MADE])

    found = await read(storage)

    assert [each.rank for each in found.lines] == [rank for _, rank in HAND_MADE]
    assert (found.tries, found.solved, found.listed) == (10, 5, 10)


async def test_practice_and_late_tries_stand_in_no_table(storage, put):
    """Nor do second tries: first ones alone, begun while the date was open."""
    end = int(closes(DAY).timestamp() * 1000)
    for more in ({"unranked": 1}, {"attempt": 2}, {"first_move_at": end}, {"first_move_at": None}):
        with closing(sqlite3.connect(storage.where)) as connection, connection:
            for name in ("memberships", "games", "identities", "players", "chats"):
                connection.execute(f"DELETE FROM {name}")
        put([HAND_MADE[0][0]], **more)
        assert (await read(storage, player_id=1)).tries == 0


@pytest.mark.parametrize("seed", range(6))
async def test_the_database_ranks_as_the_pure_function_does(storage, put, seed):
    """Any tries, any page, any reader, everywhere and in a chat, open and closed."""
    chance = random.Random(seed)
    put([
        (
            chance.choice(["won", "won", "lost", "resigned", "running", "unfinished"]),
            chance.random() < 0.4,
            chance.randrange(3),
            chance.randrange(3),
            chance.randrange(4),
            chance.choice([2, 3, 4]) if seed % 2 else None,
            chance.random() < 0.2,
            chance.random() < 0.5,
        )
        for _ in range(60)
    ])  # fmt: skip
    for now in (NOON, closes(DAY)):
        for chat_id in (None, CLUB):
            every = await storage.read(
                lambda reading, now=now, chat_id=chat_id: results(
                    reading, DAY, "calculation", now, chat_id
                )
            )
            expected = ranked(every)
            for who, page in ((1, 0), (2, 1), (3, 4), (60, 99)):
                found = await read(
                    storage, now=now, player_id=who, chat_id=chat_id, page=page, size=7
                )
                last = max(0, len(expected) - 1) // 7
                start = min(page, last) * 7
                assert found.start == start
                assert found.lines == expected[start : start + 7]
                assert found.mine == own(every, who)
                assert found.tries == len(every)
                assert found.solved == sum(each.solved for each in every)
                assert found.listed == len(expected)
