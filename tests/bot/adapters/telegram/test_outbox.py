"""What is still to be written: newest state only, each chat by itself, trouble by its kind."""

import asyncio
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter

from bot.adapters.telegram.faults import Fault, Kind
from bot.adapters.telegram.outbox import TRIES, Job, Outbox


class Time:
    """A clock that moves when somebody waits, to whoever's turn is next."""

    def __init__(self) -> None:
        self.now = datetime(2026, 12, 1, tzinfo=UTC)
        self.waits: list[tuple[datetime, asyncio.Event]] = []

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Wait until the time has come."""
        wait = (self.now + timedelta(seconds=seconds), asyncio.Event())
        self.waits.append(wait)
        await wait[1].wait()

    async def run(self, outbox: Outbox, *first: Coroutine[Any, Any, None]) -> None:
        """Let time pass until ``first`` has happened and nothing is left to write."""

        async def all_over() -> None:
            await asyncio.gather(*first)
            await outbox.emptied()

        over = asyncio.create_task(all_over())
        while not over.done():
            for _ in range(20):
                await asyncio.sleep(0)
            if self.waits:
                first = min(self.waits, key=lambda each: each[0])
                self.waits.remove(first)
                self.now = max(self.now, first[0])
                first[1].set()


class Telegram:
    """Keeps what was written and when; refuses what it is told to refuse."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.begun = time.now
        self.written: list[tuple[int, str]] = []
        self.refusals: list[Exception] = []
        self.failed: list[Fault] = []
        self.at: list[float] = []

    def job(self, chat: int, text: str, *, chore: bool = False) -> Job:
        """Writes a text to a chat."""

        async def run() -> None:
            if self.refusals:
                raise self.refusals.pop(0)
            self.written.append((chat, text))
            self.at.append((self.time.now - self.begun).total_seconds())

        async def failed(fault: Fault) -> None:
            self.failed.append(fault)

        return Job(run, failed, chore=chore)


@pytest.fixture
def time() -> Time:
    """A clock."""
    return Time()


@pytest.fixture
def telegram(time: Time) -> Telegram:
    """Takes all."""
    return Telegram(time)


@pytest.fixture
def outbox(time: Time) -> Outbox:
    """Empty."""
    return Outbox(time, time.sleep)


async def test_sixty_edits_in_a_minute_end_with_the_last(
    time: Time, telegram: Telegram, outbox: Outbox
) -> None:
    """Fewer than twenty are written, the last state among them; another chat is served at once."""

    async def tap() -> None:
        for number in range(60):
            outbox.put(-7, "board", telegram.job(-7, str(number)))
            if number == 30:
                outbox.put(8, "board", telegram.job(8, "other"))
            await time.sleep(1)

    await time.run(outbox, tap())

    group = [text for chat, text in telegram.written if chat == -7]
    assert len(group) < 20
    assert group[-1] == "59"
    other = telegram.at[telegram.written.index((8, "other"))]
    assert other - 30 < 1


async def test_chores_come_last(time: Time, telegram: Telegram, outbox: Outbox) -> None:
    """Taking keys off an old board waits for everything else in the chat."""
    outbox.put(7, 1, telegram.job(7, "keys", chore=True))
    outbox.put(7, 2, telegram.job(7, "board"))
    outbox.put(7, 3, telegram.job(7, "more"))
    await time.run(outbox)

    assert [text for _, text in telegram.written] == ["board", "more", "keys"]


async def test_told_to_wait(time: Time, telegram: Telegram, outbox: Outbox) -> None:
    """The message comes after that time, in its newest state; other chats don't wait."""
    telegram.refusals = [RetryAfter(40)]
    outbox.put(-7, "board", telegram.job(-7, "old"))
    for _ in range(10):
        await asyncio.sleep(0)
    outbox.put(-7, "board", telegram.job(-7, "new"))
    outbox.put(8, "board", telegram.job(8, "other"))
    await time.run(outbox)

    assert telegram.written == [(8, "other"), (-7, "new")]
    assert telegram.at[0] < 2
    assert telegram.at[1] >= 40


async def test_cut_off_for_a_minute(time: Time, telegram: Telegram, outbox: Outbox) -> None:
    """It is tried again, ever more slowly, and comes through."""
    telegram.refusals = [NetworkError("Bad Gateway")] * 6
    outbox.put(7, "board", telegram.job(7, "board"))
    await time.run(outbox)

    assert telegram.written == [(7, "board")]
    assert telegram.at[0] >= 60


async def test_cut_off_for_good(time: Time, telegram: Telegram, outbox: Outbox) -> None:
    """It is given up one day, and the next message goes on."""
    telegram.refusals = [NetworkError("Bad Gateway")] * (TRIES + 1)
    outbox.put(7, "board", telegram.job(7, "board"))
    outbox.put(7, "more", telegram.job(7, "more"))
    await time.run(outbox)

    assert [fault.kind for fault in telegram.failed] == [Kind.CUT_OFF]
    assert telegram.written == [(7, "more")]


async def test_refusals_are_told_once(time: Time, telegram: Telegram, outbox: Outbox) -> None:
    """Whoever wrote decides; a message that is like this already is no trouble."""
    telegram.refusals = [BadRequest("Message is not modified"), Forbidden("bot was blocked")]
    outbox.put(7, 1, telegram.job(7, "same"))
    outbox.put(7, 2, telegram.job(7, "blocked"))
    outbox.put(7, 3, telegram.job(7, "more"))
    await time.run(outbox)

    assert [fault.kind for fault in telegram.failed] == [Kind.SHUT_OUT]
    assert telegram.written == [(7, "more")]


async def test_what_is_stale_costs_no_turn(time: Time, telegram: Telegram, outbox: Outbox) -> None:
    """A board that was overtaken is neither written nor waited for."""
    stale = telegram.job(7, "stale")
    outbox.put(7, 1, Job(stale.run, stale.failed, stale=lambda: True))
    outbox.put(7, 2, telegram.job(7, "board"))
    await time.run(outbox)

    assert (telegram.written, telegram.at) == ([(7, "board")], [0.0])


async def test_what_is_dropped_is_not_written(
    time: Time, telegram: Telegram, outbox: Outbox
) -> None:
    """Nothing waits for a chat that is shut."""
    outbox.put(7, 1, telegram.job(7, "board"))
    outbox.drop(7)
    await time.run(outbox)

    assert telegram.written == []
