"""What is put in order once a day, and whenever the program starts."""

from __future__ import annotations

from datetime import datetime, timedelta

from storage import Storage, UnitOfWork

IDLE = timedelta(days=60)
"""A running game that nobody touched for so long is *unfinished* and out of the rates."""


async def keep_house(storage: Storage, now: datetime) -> None:
    """Close idle games and drop leaderboard windows that no page shows any more."""

    async def work(uow: UnitOfWork) -> None:
        await uow.games.close_idle(now - IDLE)
        await uow.standings.prune(now.date())

    await storage.write(work)
