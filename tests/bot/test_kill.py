"""A playing process killed at random points: what was acknowledged is there, nothing half."""

import random
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.replies import GameView, Reply
from games.errors import IllegalMove
from games.record import check, read_records
from games.session import Session
from storage import Storage
from storage.records import GameRow
from tests.bot.conftest import Nursery, Talk, converse, deal_to, session_at
from tests.bot.render.samples import WON

DATABASES = 4
KILLS = 25
"""On each database; 100 in all."""

KEYS = ("bakers-game", "calculation", "devils-grip")
State = dict[str, Any] | None


@dataclass(frozen=True)
class Script:
    """Lines to send, and the game that each of them leads to when nothing happens between."""

    lines: tuple[str, ...]
    states: tuple[State, ...]  # states[k] after k lines

    def found(self, answer: dict[str, Any], after: int) -> int:
        """How many lines the game of an answer stands for, ``after`` or more."""
        assert answer["game"] in self.states[after:], "no whole number of lines leads there"
        return self.states.index(answer["game"], after)

    def after(self, start: int, count: int) -> tuple[State, ...]:
        """The states that the next ``count`` lines lead to."""
        return self.states[start + 1 : start + 1 + count]


async def three_games(file: Path, user: str) -> tuple[Storage, Talk]:
    """A database in which somebody has three games running that can be won."""
    storage = await Storage.open(f"sqlite:///{file}")
    talk = Talk(converse(storage), user)
    for key in KEYS:
        (record,) = read_records((WON / f"{key}.txt").read_text(encoding="utf-8"))
        deck = check(record).deck
        assert deck is not None
        await deal_to(talk, key, deck, "20")
    return storage, talk


def _state(view: GameView | None) -> State:
    return None if view is None else {k: v for k, v in asdict(view).items() if v is not None}


def _playable(session: Session, codes: list[str], most: int) -> tuple[list[str], list[str]]:
    """The next moves of a line, at most so many, and the rest; what was done already is left out.

    Turns and swaps of the line may have been played by the program itself.
    """
    game, position = session.game, session.position
    taken: list[str] = []
    while codes and len(taken) < most:
        code, *codes = codes
        try:
            position = game.play(position, game.parse(code))
        except IllegalMove:
            continue
        taken.append(code)
    return taken, codes


async def written(file: Path, seed: int) -> Script:
    """The three games won line by line, with settings, second thoughts and runs between."""
    rng = random.Random(seed)
    storage, talk = await three_games(file, "ann")
    lines: list[str] = []
    states: list[State] = [_state((await talk.say("board")).game)]

    async def send(line: str) -> Reply:
        lines.append(line)
        reply = await talk.say(line)
        states.append(_state(reply.game))
        return reply

    async def think_twice(row: GameRow, session: Session) -> None:
        runs = session.game.table(session.position).runs
        if row.status == "running" and runs and rng.random() < 0.3:
            run = rng.choice(runs)
            told = (await send(run.source + run.target)).game
            if told is not None and told.seq != session.seq:
                await send("undo")
        elif row.status == "running" and rng.random() < 0.15:
            for line in ("26", "board") if session.undo_reveals else ("undo", "redo"):
                await send(line)

    await send(f"settings auto {'on' if seed % 2 else 'off'}")
    for number in range(len(KEYS)):
        key = KEYS[(number + seed) % len(KEYS)]
        (record,) = read_records((WON / f"{key}.txt").read_text(encoding="utf-8"))
        await send(f"play {key}")
        codes = list(record.codes)
        while True:
            found = await session_at(storage, talk)
            assert found is not None
            session = found[1]
            some, codes = _playable(session, codes, rng.choice((1, 1, 2, 3)))
            if not some:
                break
            await send(" ".join(some) if len(some) > 1 else f"={some[0]}")
            found = await session_at(storage, talk)
            assert found is not None
            await think_twice(*found)
    assert states[-1] is not None
    assert states[-1]["outcome"] == "won"
    await storage.close()
    return Script(tuple(lines), tuple(states))


def sound(file: Path) -> None:
    """The file is whole, and every game's ``seq`` is that of its last event."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        numbers = database.execute(
            "SELECT games.seq, count(events.seq), coalesce(max(events.seq), 0) FROM games"
            " LEFT JOIN events ON events.game_id = games.id GROUP BY games.id"
        ).fetchall()
    assert all(seq == count == last for seq, count, last in numbers)


@pytest.mark.parametrize("seed", range(DATABASES))
async def test_killed_at_random_points(tmp_path: Path, nursery: Nursery, seed: int) -> None:
    """After each kill the game is where the last answer said, or whole messages further on.

    The process dies while it reads, plays, commits or answers: several lines lie unanswered and it
    is killed a random moment after one of its answers. Whatever came out of its pipe counts as
    acknowledged.
    """
    script = await written(tmp_path / "reference.db", seed)
    file = tmp_path / "killed.db"
    storage, _ = await three_games(file, "ann")
    await storage.close()
    rng = random.Random(seed)
    done = unanswered = 0
    for _ in range(KILLS):
        program = nursery.play(file, "ann")
        now = script.found(program.ask("board"), done)
        assert now <= done + unanswered
        done = now
        batch = script.lines[done : done + rng.randrange(1, 6)]
        program.write(*batch)
        answers = [program.answer() for _ in range(rng.randrange(len(batch) + 1))]
        _a_moment(rng)
        answers += program.kill()
        assert [each["game"] for each in answers] == list(script.after(done, len(answers)))
        done += len(answers)
        unanswered = len(batch) - len(answers)
        sound(file)
    await _to_the_end(file, script, nursery, done)


def _a_moment(rng: random.Random) -> None:
    """Up to about the time that a line takes."""
    for _ in range(rng.randrange(200_000)):
        pass


async def _to_the_end(file: Path, script: Script, nursery: Nursery, done: int) -> None:
    """What is left of the script leads where it should, and each game was solved once."""
    program = nursery.play(file, "ann")
    done = script.found(program.ask("board"), done)
    for line, state in zip(script.lines[done:], script.states[done + 1 :], strict=True):
        assert program.ask(line)["game"] == state
    assert program.end() == 0
    with closing(sqlite3.connect(file)) as database:
        solved = database.execute("SELECT game FROM solves ORDER BY game").fetchall()
    assert [game for (game,) in solved] == list(KEYS)
