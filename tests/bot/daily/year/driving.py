"""Two processes over one file, each let go on by a seeded choice, ended and begun anew."""

import multiprocessing
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from tests.bot.daily.year.awaits import awaits_of
from tests.bot.daily.year.lives import GO, POINT, TOLD, Ended, Look, Looked, Posting, live
from tests.bot.daily.year.world import World

BOTH = 2
SELDOM = 30
"""An await that fewer than one look in so many passes."""
SEEDLING = multiprocessing.get_context("forkserver")
SEEDLING.set_forkserver_preload(["tests.bot.daily.year.warm"])


class Program:
    """A process of the operating system that posts."""

    def __init__(self, database: str, number: int) -> None:
        self.number = number
        self.line, theirs = SEEDLING.Pipe()
        self._process = SEEDLING.Process(target=live, args=(theirs, database, number))
        self._process.start()
        theirs.close()

    def told(self, order: Any) -> Any:
        """What it says next, once it was told something."""
        line: Connection = self.line
        line.send(order)
        return line.recv()

    def end(self, *, orderly: bool) -> None:
        """Let it end, or see that it has."""
        if orderly:
            self.line.send(None)
        self._process.join()
        assert self._process.exitcode == (0 if orderly else 9)
        self._process.close()
        self.line.close()


@dataclass
class Crash:
    """An end at an await: whose process it was, and which chats' posts were under way there."""

    at: datetime
    program: int
    where: str
    posts: dict[int, str]


@dataclass
class Pair:
    """The two, and how their lives go. ``most`` crashes are made at each await.

    ``often`` is how probably a look is one at which a process may end at any await.
    """

    database: str
    world: World
    draw: Random
    most: int
    often: float
    programs: list[Program | None] = field(default_factory=lambda: [None] * BOTH)
    crashes: list[Crash] = field(default_factory=list)
    ended_at: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    """In how many looks each await was passed."""
    strange: list[str] = field(default_factory=list)
    begun: int = 0
    looks: list[datetime] = field(default_factory=list)

    def ends(self) -> Counter[str]:
        """How many have ended at each await of the source, from whatever place it was reached."""
        found = Counter({each: 0 for where in self.passed for each in awaits_of(where)})
        for where, count in self.ended_at.items():
            for each in set(awaits_of(where)):
                found[each] += count
        return found

    def revive(self, *, surely: bool = False) -> None:
        """Begin those anew that have ended, at once or some time."""
        for slot in range(BOTH):
            if self.programs[slot] is None and (surely or self.draw.random() < 1 / 3):
                self.begun += 1
                self.programs[slot] = Program(self.database, self.begun)

    def stop(self, slot: int) -> None:
        """End one in order, if it runs."""
        program, self.programs[slot] = self.programs[slot], None
        if program is not None:
            program.end(orderly=True)

    def look(self) -> None:
        """Both look at what is due now, one going on for a while, then the other."""
        waiting: dict[int, Any] = {}
        slots = [slot for slot in range(BOTH) if self.programs[slot] is not None]
        self.draw.shuffle(slots)
        self.looks += [self.world.now] if slots else []
        for slot in slots:
            waiting[slot] = self._tell(slot, Look(self.world.now, self._spared()))
        while waiting:
            slot = self.draw.choice(sorted(waiting))
            match waiting.pop(slot):
                case Looked(places, strange):
                    self.passed.update(places)
                    self.strange += strange
                case Ended() as ended:
                    self._ended(slot, ended)
                case point:
                    assert point == POINT
                    waiting[slot] = self._tell(slot, GO)

    def _tell(self, slot: int, order: Any) -> Any:
        """What one says next, its posts answered: it may hold the database while it sends them."""
        program = self.programs[slot]
        assert program is not None
        while True:
            match program.told(order):
                case Posting() as posting:
                    order = self.world.post(posting)
                case (told, chat) if told == TOLD:
                    self.world.told[chat] += 1
                    order = GO
                case other:
                    return other

    def _spared(self) -> frozenset[str]:
        """The awaits at which none ends now: where enough have, and mostly those often passed.

        One that was never passed is not among them, nor one that is seldom passed.
        """
        often = self.draw.random() < self.often
        seldom = len(self.looks) / SELDOM
        return frozenset(
            each
            for each, looks in self.passed.items()
            if self.ended_at[each] >= self.most or not (often or looks < seldom)
        )

    def _ended(self, slot: int, ended: Ended) -> None:
        program, self.programs[slot] = self.programs[slot], None
        assert program is not None
        program.end(orderly=False)
        self.passed.update(ended.places)
        self.ended_at[ended.where] += 1
        self.crashes.append(Crash(self.world.now, program.number, ended.where, ended.posts))
        for chat in ended.posts:
            self.world.hindered[chat].append(self.world.now)
