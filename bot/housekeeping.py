"""What is put in order whenever the program starts, and once a day while it runs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import structlog

from storage import Storage, Unavailable, UnitOfWork

log = structlog.get_logger(__name__)

IDLE = timedelta(days=60)
"""A running game that nobody touched for so long is *unfinished* and out of the rates."""
POSTED = timedelta(days=30)
"""Which posts were made is remembered for so long: no date comes again after that."""
EVERY = timedelta(days=1)


async def keep_house(storage: Storage, now: datetime) -> None:
    """Close idle games, and drop what is of no use any more.

    That is expired codes, leaderboard windows that no page shows, which posts were made, and what
    helps to keep dailies honest that have closed since.

    A database too busy for it is no reason not to play: the next time does it.
    """

    async def work(uow: UnitOfWork) -> None:
        await uow.games.close_idle(now - IDLE)
        await uow.standings.prune(now.date())
        await uow.codes.prune(now)
        await uow.schedules.prune(now.date() - POSTED)
        await uow.parted.prune(now)
        await uow.own_data.prune(now)

    try:
        await storage.write(work)
    except Unavailable:
        log.warning("housekeeping_put_off", exc_info=True)


async def keep_on(
    storage: Storage,
    clock: Callable[[], datetime],
    sleep: Callable[[float], Awaitable[object]],
) -> None:
    """Do so again and again, first a day from now, until it is cancelled."""
    while True:
        await sleep(EVERY.total_seconds())
        try:
            await keep_house(storage, clock())
        except Exception:
            log.exception("housekeeping_failed")
