"""``patience daily make``: dailies made ahead, and how long each deal took."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

from bot.commandline.asked import Misused
from bot.commandline.daily import day_named, row
from bot.commandline.database import with_database
from bot.commandline.output import DONE, NO, fail, show, show_json
from bot.commandline.settings import settings
from bot.daily.dates import last_open
from bot.daily.deals import ORDER
from bot.daily.making import Making
from bot.workers import Job, Trouble
from games.solvers import ready
from storage import Storage
from storage.dailies import Daily

T = TypeVar("T")


class Here:
    """Solvers that answer in this process, on one core; ``spent`` are the seconds of each deal."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {game: [] for game in ORDER}

    async def ask(self, who: Hashable, job: Job[T]) -> T:
        """The answer; compiling counts as no part of it."""
        del who
        game = str(getattr(job, "game", ""))
        ready(game)
        started = time.perf_counter()
        answer = job.run()
        self.spent.setdefault(game, []).append(time.perf_counter() - started)
        return answer

    async def close(self) -> None:
        """Nothing runs."""


def make_days(first: str | None, days: int, *, as_json: bool) -> int:
    """Make the dailies of ``days`` dates and tell how long each deal took; the exit status."""
    if not 0 < days <= 3660:
        raise Misused("--days is a number of dates from 1 to 3660")
    start = last_open(datetime.now(UTC)) if first is None else day_named(first)
    return with_database(lambda: _make(start, days, as_json=as_json))


def _make(start: date, days: int, *, as_json: bool) -> int:
    # The loop runs only while a date is made: an interrupt ends the command between two.
    chosen, here = settings(), Here()
    making = Making(chosen.daily_secret.get_secret_value())
    seconds: dict[str, list[float]] = {game: [] for game in ORDER}
    with asyncio.Runner() as runner:
        storage = runner.run(Storage.open(chosen.database))
        try:
            for number in range(days):
                day = start + timedelta(days=number)
                here.spent = {game: [] for game in ORDER}
                made = runner.run(making.of(day, storage, here, datetime.now(UTC)))
                taken = {game: sum(spent) for game, spent in here.spent.items() if spent}
                for game, spent in taken.items():
                    seconds[game].append(spent)
                _tell_made(day, made, taken, as_json=as_json)
        except Trouble as trouble:
            return fail(f"a daily could not be proved: {type(trouble).__name__}", NO)
        finally:
            runner.run(storage.close())
    if not as_json:
        for game, each in seconds.items():
            show(_summary(game, sorted(each)))
    return DONE


def _tell_made(day: date, made: Iterable[Daily], taken: dict[str, float], *, as_json: bool) -> None:
    for each in made:
        spent = taken.get(each.game)
        if as_json:
            told = {"date": day.isoformat(), "seconds": None if spent is None else round(spent, 6)}
            show_json({**told, **row(each, closed=False), "attempt": each.attempt})
        else:
            told_time = "made before" if spent is None else f"{spent:.3f} s"
            show(f"{day} {each.game}: {each.difficulty}, par {each.par}, {told_time}")


def _summary(game: str, spent: list[float]) -> str:
    if not spent:
        return f"{game}: all of them were made before"
    median, late = spent[len(spent) // 2], spent[int(len(spent) * 0.95)]
    return (
        f"{game}: {len(spent)} proved, {median:.3f} s in the middle, "
        f"{late:.3f} s at the 95th percentile, {spent[-1]:.3f} s at most"
    )
