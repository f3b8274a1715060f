"""Making dailies: the first deal of a game and date that is proved winnable, stored once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

import structlog

from bot.daily.dates import last_open
from bot.daily.deals import ORDER, deal_text
from bot.daily.proving import Prove
from bot.workers import Died, Solvers, TooSlow, Trouble, Wait, waits
from storage import Storage, Unavailable
from storage.dailies import Daily

log = structlog.get_logger(__name__)

KEY = "daily"
"""The name under which the database keeps its secret."""
ATTEMPTS = 64
"""One deal in four can't be won; not to find one in so many means that a solver is at fault."""
AHEAD = 3
"""Dates made before they open."""
EVERY = timedelta(minutes=10)
"""How often the dates ahead are looked at."""


class Unproved(Trouble):
    """No deal was proved: there is no daily rather than one that may be lost."""


@dataclass(slots=True)
class Making:
    """Dailies, made when they are asked for and ahead of that.

    ``secret`` is the host's own; where it is empty the database makes one and keeps it. Several
    processes may make the same date: the first to store a deal decides, and all use that one.
    """

    secret: str = ""
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of(
        self, day: date, storage: Storage, solvers: Solvers, now: datetime
    ) -> tuple[Daily, ...]:
        """The dailies of a date in ``ORDER``; raises Trouble when one can't be proved now."""
        made = await _made(storage, day)
        if made is None:
            waits(Wait.ANSWER)  # a solver's to somebody else, perhaps
            async with self._turn:  # whoever waits finds them made
                made = await _made(storage, day) or await self._make(day, storage, solvers, now)
        return made

    async def _make(
        self, day: date, storage: Storage, solvers: Solvers, now: datetime
    ) -> tuple[Daily, ...]:
        secret = self.secret.encode() or await storage.write(lambda uow: uow.keys.key(KEY))
        there = {each.game for each in await storage.read(lambda reading: reading.dailies.of(day))}
        for game in ORDER:
            if game not in there:
                await _keep(storage, await _proved(secret, game, day, solvers, now))
        made = await _made(storage, day)
        assert made is not None  # each of them was stored, here or by somebody quicker
        return made

    async def keep_ahead(
        self,
        storage: Storage,
        solvers: Solvers,
        clock: Callable[[], datetime],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """Make the dates that open next, again and again until it is cancelled."""
        while True:
            for days in range(AHEAD + 1):
                day = last_open(clock()) + timedelta(days=days)
                try:
                    await self.of(day, storage, solvers, clock())
                except (Trouble, Unavailable) as error:
                    log.warning("daily_not_made", day=day.isoformat(), reason=repr(error))
                    break
                except Exception:
                    log.exception("daily_not_made", day=day.isoformat())
                    break
            await sleep(EVERY.total_seconds())


async def _made(storage: Storage, day: date) -> tuple[Daily, ...] | None:
    """The dailies of a date in ``ORDER``, None unless all of them are made."""
    made = {each.game: each for each in await storage.read(lambda reading: reading.dailies.of(day))}
    return tuple(made[game] for game in ORDER) if made.keys() >= set(ORDER) else None


async def _keep(storage: Storage, daily: Daily) -> None:
    await storage.write(lambda uow: uow.dailies.add(daily))


async def _proved(secret: bytes, game: str, day: date, solvers: Solvers, now: datetime) -> Daily:
    """The first deal that is proved; raises Trouble when the solvers are out of order."""
    died = 0
    for attempt in range(1, ATTEMPTS + 1):
        deal = deal_text(secret, game, day, attempt)
        try:
            proof = await solvers.ask((KEY, game, day), Prove(game, deal))
        except (TooSlow, Died):
            # A deal that ends its process is passed over; processes that only die are not asked on.
            died += 1
            if died > 2:
                raise
            continue
        if proof is not None:
            return Daily(
                day=day,
                game=game,
                deal=deal,
                attempt=attempt,
                line=" ".join(proof.line),
                par=proof.par,
                difficulty=proof.difficulty,
                made_at=now,
            )
    raise Unproved
