"""A database that is locked or slow: the post waits, comes once, and nothing is lost by it."""

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest

from storage import Storage, Unavailable, engine
from tests.bot.conftest import Clock
from tests.bot.daily.posting import (
    ORDER,
    Crashes,
    Line,
    World,
    minutes,
    process,
    states,
    subscribe,
)

DAY = date(2026, 12, 1)
DUE = datetime(2026, 12, 1, 9, tzinfo=UTC)
ALL_SENT = dict.fromkeys(ORDER, "sent")


@pytest.fixture
def clock():
    """Before the post is due."""
    return Clock(DUE - timedelta(minutes=1))


class Failing:
    """A storage three of whose calls fail, from the ``first`` on."""

    def __init__(self, storage: Storage, first: int) -> None:
        self._storage, self._first, self.calls = storage, first, 0

    def _passes(self) -> None:
        self.calls += 1
        if self._first <= self.calls < self._first + 3:
            raise Unavailable("database is locked")

    async def read(self, work):
        """As the storage does, or not at all."""
        self._passes()
        return await self._storage.read(work)

    async def write(self, work):
        """As the storage does, or not at all."""
        self._passes()
        return await self._storage.write(work)


async def test_a_database_that_fails_anywhere(tmp_path, clock):
    """Wherever on the way it doesn't answer, one post comes, a little later, and is confirmed."""
    last = 1
    for first in count(1):
        world = World(Clock(DUE))
        storage = await Storage.open(f"sqlite:///{tmp_path}/{first}.db")
        world.clock.now = clock.now
        chat = await subscribe(storage, world, "club")
        world.clock.now = DUE
        failing = Failing(storage, first)
        scheduler, _ = process(failing, world)
        for _ in range(12):
            # A look that fails is followed by the next.
            with suppress(Unavailable):
                await scheduler.step()
            last = max(last, failing.calls if world.clock() == DUE else 0)
            world.clock.forward(seconds=20)
        seen = await states(storage, chat, DAY)
        await storage.close()

        assert (len(world.posts), seen, world.told) == (1, ALL_SENT, []), first
        if first > last:
            break
    assert last > 8


async def test_a_lock_that_another_program_holds(tmp_path, clock, monkeypatch):
    """Really locked for three looks, by a program that isn't ours: nothing is claimed or sent."""
    monkeypatch.setattr(engine, "BUSY_MILLISECONDS", 1)
    storage = await Storage.open(f"sqlite:///{tmp_path}/locked.db")
    world = World(clock)
    chat = await subscribe(storage, world, "club")
    scheduler, _ = process(storage, world)
    with closing(sqlite3.connect(f"{tmp_path}/locked.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        world.clock.now = DUE
        for _ in range(3):
            await scheduler.step()
            world.clock.forward(seconds=20)
        assert (world.posts, await states(storage, chat, DAY)) == ([], {})
        other.execute("ROLLBACK")

    await minutes(scheduler, world.clock, 3)

    assert (len(world.posts), await states(storage, chat, DAY)) == (1, ALL_SENT)
    assert world.told == []
    await storage.close()


@pytest.mark.parametrize("recognises", [timedelta(0), timedelta(minutes=5)])
async def test_a_process_that_stalls_between_claim_and_sending(tmp_path, clock, recognises):
    """Another takes its claim for one of a process that ended; what it sends then is still one.

    Where a repetition is known the other has sent it, elsewhere it is feared lost until it comes.
    """
    world = World(clock, recognises)
    storages = [await Storage.open(f"sqlite:///{tmp_path}/slow.db") for _ in range(2)]
    chat = await subscribe(storages[0], world, "club")
    slow, _ = process(storages[0], world)
    other, _ = process(storages[1], world)

    class Stalling(Line):
        async def post(self, *message):
            world.clock.forward(minutes=2)
            await other.step()
            return await super().post(*message)

    slow._posters[world.platform] = Stalling(world, Crashes())
    world.clock.now = DUE
    await slow.step()

    assert (len(world.posts), await states(storages[0], chat, DAY)) == (1, ALL_SENT)
    assert len(world.told) == (0 if recognises else 1)
    await minutes(other, world.clock, 3)
    assert len(world.posts) == 1
    for each in storages:
        await each.close()
