"""What is put in order whenever the program starts."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog

from storage import Storage, Unavailable, UnitOfWork

log = structlog.get_logger(__name__)

IDLE = timedelta(days=60)
"""A running game that nobody touched for so long is *unfinished* and out of the rates."""


async def keep_house(storage: Storage, now: datetime) -> None:
    """Close idle games, and drop what is of no use any more.

    That is expired codes, leaderboard windows that no page shows, and what helps to keep dailies
    honest that have closed since.

    A database too busy for it is no reason not to play: the next start tries again.
    """

    async def work(uow: UnitOfWork) -> None:
        await uow.games.close_idle(now - IDLE)
        await uow.standings.prune(now.date())
        await uow.codes.prune(now)
        await uow.parted.prune(now)
        await uow.own_data.prune(now)

    try:
        await storage.write(work)
    except Unavailable:
        log.warning("housekeeping_put_off", exc_info=True)
