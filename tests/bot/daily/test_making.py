"""Making dailies: proved or not at all, and one row for everybody."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from bot.daily.deals import ORDER, deal_text
from bot.daily.making import ATTEMPTS, Making, Unproved
from bot.daily.proving import Proof, Prove
from bot.daily.verify import findings, seal_of
from bot.workers import Died, TooSlow
from storage import Storage
from tests.bot.conftest import NOON, Inline

DAY = date(2026, 12, 1)


class Told:
    """Solvers that answer what a test tells: a proof, nothing, or a trouble, deal after deal."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked: list[Prove] = []

    async def ask(self, who, job):
        """The next answer; a proof when none is left."""
        await asyncio.sleep(0)
        self.asked.append(job)
        answer = self.answers.pop(0) if self.answers else Proof(("x",), 1, "easy")
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def close(self):
        """Nothing runs."""


async def test_each_daily_is_proved_and_kept(storage: Storage):
    """Real solvers: the lines win, the texts are those of the first winnable attempt."""
    made = await Making("s").of(DAY, storage, Inline(), NOON)

    texts = [each.deal for each in made]
    assert [each.game for each in made] == list(ORDER)
    assert texts == [deal_text(b"s", e.game, DAY, e.attempt) for e in made]
    assert findings(DAY, texts, seal_of(texts), [e.line.split() for e in made]) == ()
    for each in made:
        for attempt in range(1, each.attempt):
            assert Prove(each.game, deal_text(b"s", each.game, DAY, attempt)).run() is None
    assert await Making("other").of(DAY, storage, Told(), NOON) == made


async def test_what_is_not_decided_is_passed_over(storage: Storage):
    """An undecided deal and one that ends its process are followed by the next attempt."""
    solvers = Told(None, TooSlow(), None)

    made = await Making("s").of(DAY, storage, solvers, NOON)

    assert [each.attempt for each in made] == [4, 1, 1]
    deals = [deal_text(b"s", ORDER[0], DAY, n) for n in (1, 2, 3, 4)]
    assert [job.deal for job in solvers.asked[:4]] == deals


@pytest.mark.parametrize(
    "answers", [[Died()] * 3, [None] * ATTEMPTS], ids=["workers down", "nothing proved"]
)
async def test_no_proof_no_daily(storage: Storage, answers):
    """Without a proof nothing is stored, and the next call makes it."""
    with pytest.raises((Died, Unproved)):
        await Making("s").of(DAY, storage, Told(*answers), NOON)

    assert await storage.read(lambda reading: reading.dailies.of(DAY)) == ()
    assert len(await Making("s").of(DAY, storage, Told(), NOON)) == 3


async def test_many_who_ask_at_once_make_it_once(storage: Storage):
    """Who comes while a date is made waits for it."""
    making, solvers = Making("s"), Told()

    made = await asyncio.gather(*(making.of(DAY, storage, solvers, NOON) for _ in range(20)))

    assert len(set(made)) == 1
    assert len(solvers.asked) == 3


async def test_of_two_processes_one_decides(storage: Storage, tmp_path: Path):
    """Two that look at other deals at the same time end with the same ones."""
    other = await Storage.open(f"sqlite:///{tmp_path / 'test.db'}")
    try:
        one, two = await asyncio.gather(
            Making("s").of(DAY, storage, Told(None), NOON),
            Making("t").of(DAY, other, Told(), NOON),
        )
    finally:
        await other.close()

    assert one == two


async def test_without_a_setting_the_database_keeps_the_secret(storage: Storage):
    """It is made once, is 32 random bytes, and every later start uses it."""
    await Making().of(DAY, storage, Told(), NOON)
    key = await storage.write(lambda uow: uow.keys.key("daily"))

    made = await Making().of(date(2026, 12, 2), storage, Told(), NOON)

    assert len(key) == 32
    assert [e.deal for e in made] == [deal_text(key, e.game, e.day, e.attempt) for e in made]


async def test_dates_are_made_ahead(storage: Storage, clock):
    """Three dates beyond the last that is open, and again as time goes on."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        clock.forward(days=1)
        if len(waits) == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await Making("s").keep_ahead(storage, Told(), clock, sleep)

    days = await storage.read(lambda reading: reading.dailies.days(date.max, 0, 20))
    assert days == tuple(date(2026, 12, day) for day in range(6, 0, -1))


async def test_trouble_ahead_is_tried_again(storage: Storage, clock):
    """A time of dead workers leaves the next round to make what is missing."""
    rounds: list[int] = []

    async def sleep(_: float) -> None:
        rounds.append(len(await storage.read(lambda r: r.dailies.days(date.max, 0, 20))))
        if len(rounds) == 2:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await Making("s").keep_ahead(storage, Told(Died(), Died(), Died()), clock, sleep)

    assert rounds == [0, 4]
