"""Time that passes only when a test lets it, and a bot that has nothing left to do."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from storage import Storage
from tests.bot.conftest import NOON


class Time:
    """A clock and a sleep for the bot, and seconds for the world it lives in."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now
        self._order = count()
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []

    def __call__(self) -> datetime:
        """What the clock shows."""
        return self.now

    def seconds(self) -> float:
        """The same since 1970."""
        return self.now.timestamp()

    async def sleep(self, seconds: float) -> None:
        """Come back when that much time has passed."""
        waiting = asyncio.get_running_loop().create_future()
        due = self.now + timedelta(seconds=seconds)
        heapq.heappush(self._sleepers, (due, next(self._order), waiting))
        await waiting

    @property
    def next(self) -> datetime | None:
        """When the next sleeper wakes."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        return self._sleepers[0][0] if self._sleepers else None

    def to(self, moment: datetime) -> None:
        """Let it be ``moment``; whoever slept until then wakes."""
        self.now = max(self.now, moment)
        while (due := self.next) is not None and due <= self.now:
            heapq.heappop(self._sleepers)[2].set_result(None)


class Watched(Storage):
    """A database that tells whether somebody waits for it."""

    busy = 0

    def __init__(self, *given: Any) -> None:
        """Nobody waits for it."""
        super().__init__(*given)
        self._rests = asyncio.Event()

    async def rest(self) -> None:
        """Come back when nobody waits for it."""
        while self.busy:
            self._rests.clear()
            await self._rests.wait()

    async def read(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """See Storage."""
        return await self._watch(super().read(work))

    async def write(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """See Storage."""
        return await self._watch(super().write(work))

    async def _watch(self, call: Awaitable[Any]) -> Any:
        self.busy += 1
        try:
            return await call
        finally:
            self.busy -= 1
            self._rests.set()
