"""Solver processes: how long a warm start takes, and how much memory work leaves them with."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Iterable
from dataclasses import dataclass

from bot.workers import Workers
from bot.workers.jobs import Check, FairHint, OracleHint
from games.catalogue import GAMES
from games.catalogue.devils_grip import DevilsGrip
from games.deals import lay_out
from games.solvers import Limits
from tests.benchmarks.timing import median

ROUNDS = 5
DEALS = 10
LIMITS = Limits(seconds=10)


@dataclass(frozen=True)
class Weigh:
    """The largest memory the process has held so far, in bytes."""

    limits: Limits = LIMITS

    def run(self) -> int:
        """As the system counts it."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@dataclass(frozen=True)
class Name:
    """The process's number."""

    limits: Limits = LIMITS

    def run(self) -> int:
        """As the system knows it."""
        return os.getpid()


def run() -> Iterable[str]:
    """Warm-up and memory, one process; the compile cache is warm from the first start on."""
    return asyncio.run(_run())


async def _run() -> list[str]:
    first = await _warm_up()
    warm = [await _warm_up() for _ in range(ROUNDS)]
    workers = Workers(1)
    await workers.warm()
    fresh = await workers.ask("bench", Weigh())
    for game in GAMES:
        for deal in range(1, DEALS + 1):
            table = game.table(game.deal(lay_out(game, str(deal))))
            await workers.ask("bench", FairHint(table))
            await workers.ask("bench", Check(table))
    deal = lay_out(DevilsGrip(), "1")  # the widest search there is, up to its limit
    await workers.ask("bench", OracleHint("devils-grip", "1", DevilsGrip().deal(deal), LIMITS))
    used = await workers.ask("bench", Weigh())
    await workers.close()
    count = 2 * DEALS * len(GAMES) + 1
    return [
        f"workers: warm after {median(warm):.2f} s with a warm cache (first start {first:.2f} s)",
        f"workers: {fresh / 2**20:.0f} MB warm, {used / 2**20:.0f} MB after {count} requests",
    ]


async def _warm_up() -> float:
    workers = Workers(1)
    start = time.perf_counter()
    await workers.warm()
    await workers.ask("bench", Name())
    seconds = time.perf_counter() - start
    await workers.close()
    return seconds
