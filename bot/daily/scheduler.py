"""Sending on time what nobody asks for at that moment.

These are posts of chats, reminders of players and results of challenges. Several processes may run
this over one database; who claims a message in it sends it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

import structlog

from bot.challenges.telling import Results
from bot.daily.poster import Poster
from bot.daily.posts import Posts
from bot.daily.reminding import Reminders
from bot.daily.sending import Errand, Sender, Sleep
from bot.scene import Services
from bot.workers import Trouble
from storage import Reading, Unavailable

log = structlog.get_logger(__name__)

EVERY = 20.0
"""Seconds between two looks at what is due."""
AT_ONCE = 8
"""Messages under way at the same time: one that takes long holds nobody else up."""
ENDING = 15.0
"""Seconds that messages under way are given at the end."""


class _Kind(Protocol):
    """A kind of messages."""

    async def waiting(
        self, reading: Reading, platforms: Collection[str], now: datetime
    ) -> tuple[Errand, ...]:
        """What there is to do on these platforms."""


class Scheduler:
    """Sends what is due on the platforms that there are posters for."""

    def __init__(self, services: Services, posters: Mapping[str, Poster], sleep: Sleep) -> None:
        """Keep what it works with; nothing of it is remembered between two looks."""
        self._services = services
        self._posters = posters
        self._sleep = sleep
        sender = Sender(services, sleep)
        kinds = (Posts, Reminders, Results)
        self._kinds: tuple[_Kind, ...] = tuple(each(sender, posters) for each in kinds)
        self._looking = asyncio.Lock()
        self._ending = False

    async def run(self) -> None:
        """Look again and again, until it is cancelled or has finished."""
        while not self._ending:
            try:
                async with self._looking:
                    await self.step()
            except Unavailable:
                log.warning("database_unavailable", exc_info=True)
            except Exception:
                log.exception("daily_posts_failed")
            await self._sleep(EVERY)

    async def finish(self, running: asyncio.Task[None]) -> None:
        """Begin nothing further, let what is under way be confirmed, but not for long, and end."""
        self._ending = True
        try:
            async with asyncio.timeout(ENDING), self._looking:
                running.cancel()
        except TimeoutError:
            log.warning("daily_posts_given_up")
            running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    async def step(self) -> None:
        """Send what is due now, and settle what nobody knows about."""
        now = self._services.clock()
        platforms = tuple(name for name, poster in self._posters.items() if poster.ready)

        async def work(reading: Reading) -> list[tuple[Errand, ...]]:
            return [await kind.waiting(reading, platforms, now) for kind in self._kinds]

        found = await self._services.storage.read(work)
        turns = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._guarded(turns, each) for some in found for each in some))

    async def _guarded(self, turns: asyncio.Semaphore, errand: Errand) -> None:
        """One's trouble is no other's."""
        async with turns:
            if self._ending:
                return
            try:
                await errand()
            except Unavailable:
                log.warning("database_unavailable", exc_info=True)
            except Trouble as trouble:
                log.warning("errand_waits", reason=repr(trouble))
            except Exception:
                log.exception("errand_failed")
