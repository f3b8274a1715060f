"""Dailies of some dates, each with a line that wins it."""

from datetime import date, timedelta

import pytest

from bot.daily.deals import ORDER, deal_text
from bot.daily.proving import Prove
from storage import Storage
from storage.dailies import Daily
from tests.bot.conftest import NOON, compiled_once

SECRET = b"known to the tests alone"
FIRST = date(2026, 11, 29)
DATES = tuple(FIRST + timedelta(days=n) for n in range(4))
"""At noon of the 30th in UTC the first has just closed, and the last is not open anywhere."""


@pytest.fixture(scope="session")
def proved():
    """The dailies of ``DATES``."""
    compiled_once()
    made = []
    for day in DATES:
        for game in ORDER:
            attempt = 1
            while (proof := Prove(game, deal_text(SECRET, game, day, attempt)).run()) is None:
                attempt += 1
            made.append(
                Daily(
                    day=day,
                    game=game,
                    deal=deal_text(SECRET, game, day, attempt),
                    attempt=attempt,
                    line=" ".join(proof.line),
                    par=proof.par,
                    difficulty=proof.difficulty,
                    made_at=NOON,
                )
            )
    return tuple(made)


@pytest.fixture
async def dailies(storage: Storage, proved):
    """The same, stored; by date and game."""
    for daily in proved:
        await storage.write(lambda uow, daily=daily: uow.dailies.add(daily))
    return {(daily.day, daily.game): daily for daily in proved}
