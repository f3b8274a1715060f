"""What is put in order by itself."""

import asyncio
from datetime import timedelta

import pytest

from bot.housekeeping import keep_house, keep_on
from storage.dailies import Schedule
from tests.bot.conftest import NOON, Talk


async def test_a_game_idle_for_sixty_days_is_unfinished(conversation, storage, clock):
    """It is out of the running games and of the rates; a younger one stays."""
    old, young = Talk(conversation, "ann"), Talk(conversation, "bo")
    await old.say("play bakers-game 617")
    await old.say("1a")
    clock.forward(days=2)
    await young.say("play bakers-game 617")
    await young.say("1a")
    clock.forward(days=59)

    await keep_house(storage, clock())

    assert clock() > NOON
    assert "No game" in (await old.say("board")).text
    assert "1 unfinished" in (await old.say("stats")).text
    assert (await young.say("board")).game is not None


async def test_what_piles_up_is_dropped_every_day(conversation, storage, clock, monkeypatch):
    """Codes that nobody used, and which posts were made long ago; a failure ends nothing."""
    ann = Talk(conversation, "ann")
    await ann.say("link")
    chat = await storage.read(lambda reading: reading.people.find_chat("terminal", "private:ann"))
    schedule = Schedule(chat.id, "", "UTC", 540, "", True, "", None, None)
    dates = [NOON.date() + timedelta(days=n) for n in range(60)]
    for day in dates:
        await storage.write(
            lambda uow, day=day: uow.schedules.claim(schedule, day, ("golf",), f"{day}", NOON)
        )
    write, failures, rounds = storage.write, [RuntimeError("strange")], []

    async def failing(work):
        if failures:
            raise failures.pop()
        return await write(work)

    async def sleep(seconds):
        rounds.append(seconds)
        clock.forward(seconds=seconds)
        if len(rounds) == 60:
            raise asyncio.CancelledError

    monkeypatch.setattr(storage, "write", failing)
    with pytest.raises(asyncio.CancelledError):
        await keep_on(storage, clock, sleep)

    async def left(reading):
        codes = (await reading.own_data.export(1))["link_codes"]
        return codes, [day for day in dates if await reading.schedules.claims(chat.id, day)]

    assert rounds == [86400.0] * 60
    assert await storage.read(left) == ([], dates[-31:])
