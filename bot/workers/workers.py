"""Solver processes, their queue and their limits.

Each process is a pool of one, so that the end of one leaves the others alone. Requests wait here,
not in a process: whoever gives up while waiting costs nothing, and one player never holds more
than one place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Hashable
from concurrent.futures import BrokenExecutor
from typing import Protocol, TypeVar

import structlog
from pebble import ProcessExpired, ProcessFuture, ProcessPool

from bot.workers import process
from bot.workers.trouble import Died, StillThinking, TooMany, TooSlow
from bot.workers.waiting import Wait, waits
from games.solvers import Limits

log = structlog.get_logger(__name__)

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

GRACE = 3.0
"""Seconds beyond its own limit after which a search is ended from outside."""
STARTING = 600.0
"""Seconds that a process may take to compile all kernels where nothing is cached."""


class Job(Protocol[T_co]):
    """A question to a solver: pure, and small enough to be sent to another process."""

    @property
    def limits(self) -> Limits:
        """How far the whole job may go."""

    def run(self) -> T_co:
        """The answer."""


class Solvers(Protocol):
    """Somebody who answers questions to solvers."""

    async def ask(self, who: Hashable, job: Job[T]) -> T:
        """The answer to ``job``; raises Trouble when none came. ``who`` asks one at a time.

        Says by ``waits`` that the request waits from here on.
        """

    async def close(self) -> None:
        """End what runs."""


class _Slot:
    """One solver process, begun anew whenever it has ended."""

    def __init__(
        self, start: Callable[[], None], grace: float, tell_kept: Callable[..., None]
    ) -> None:
        self._start = start
        self._grace = grace
        self._tell_kept = tell_kept
        self._pool: ProcessPool | None = None
        self._started: ProcessFuture[bool] | None = None

    def begin(self) -> None:
        """Start the process, unless it runs; it compiles its kernels by itself."""
        if self._pool is not None and self._pool.active:
            return
        # Forked processes would share this one's locks and connections; these know nothing.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPool(max_workers=1, initializer=self._start, context=context)
        self._started = self._pool.schedule(process.keeps_cache)

    @property
    def ready(self) -> bool:
        """Whether a job could begin at once: the process has run through its start."""
        return self._pool is not None and (self._started is None or self._started.done())

    async def warm(self) -> None:
        """The process runs and its kernels are compiled; raises whatever ended it."""
        if self._pool is not None and not self._pool.active:
            await asyncio.to_thread(self.stop)
        self.begin()
        if self._started is None:
            return
        try:
            # Who gives up waiting doesn't end what others need as well.
            waiting = asyncio.shield(asyncio.wrap_future(self._started))
            self._tell_kept(kept=await asyncio.wait_for(waiting, STARTING))
        except TimeoutError:
            await asyncio.to_thread(self.stop)
            raise
        self._started = None

    async def run(self, job: Job[T]) -> T:
        """The answer of the process; it is ended when the caller gives up or time is over."""
        await self.warm()
        assert self._pool is not None  # warm has started it
        timeout = max(0.0, job.limits.seconds) + self._grace
        answer: T = await asyncio.wrap_future(
            self._pool.schedule(process.run, args=(job,), timeout=timeout)
        )
        return answer

    def stop(self) -> None:
        """End the process; whoever waits for its start is told."""
        if self._started is not None:
            self._started.cancel()  # type: ignore[no-untyped-call]  # pebble leaves it untyped
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]  # pebble leaves it untyped
            self._pool.join()
            self._pool = None
            self._started = None


class Workers:
    """``count`` solver processes, started when they are first needed or by ``warm``.

    At most ``waiting`` requests wait for one of them, each of another player, first come first
    served. Nothing here is waited for by anybody who only moves.
    """

    def __init__(
        self,
        count: int | None = None,
        *,
        waiting: int = 64,
        grace: float = GRACE,
        start: Callable[[], None] = process.start,
    ) -> None:
        """Leave a core to the conversation unless told how many processes there shall be.

        Each process runs ``start`` before its first job, and is ended when a job is ``grace``
        seconds over its limit.
        """
        size = count or max(1, (os.cpu_count() or 2) - 1)
        self._slots = [_Slot(start, grace, self._tell_kept) for _ in range(size)]
        self._free = [*reversed(self._slots)]
        self._turns = asyncio.Semaphore(size)
        self._cache_told = False
        self._asking: set[Hashable] = set()
        self._most = size + waiting

    def begin(self) -> None:
        """Start every process, and wait for none: for programs whose loop runs now and then."""
        for slot in self._slots:
            slot.begin()

    async def warm(self) -> None:
        """Start every process now, so that no player waits for it."""
        await asyncio.gather(*(slot.warm() for slot in self._slots))

    async def ask(self, who: Hashable, job: Job[T]) -> T:
        """The answer to ``job``; raises StillThinking, TooMany, TooSlow or Died.

        Cancelling gives the place up and ends the search.
        """
        if who in self._asking:
            raise StillThinking
        if len(self._asking) >= self._most:
            raise TooMany
        self._asking.add(who)
        waits(Wait.ANSWER if any(slot.ready for slot in self._slots) else Wait.READY)
        try:
            async with self._turns:  # first come, first served
                slot = self._free.pop()
                try:
                    return await self._answer(slot, job)
                finally:
                    self._free.append(slot)
        finally:
            self._asking.discard(who)

    def _tell_kept(self, *, kept: bool) -> None:
        """Say once that every start will be slow, where nothing can be kept."""
        if not kept and not self._cache_told:
            self._cache_told = True
            log.warning("solver_cache_not_kept", advice="set NUMBA_CACHE_DIR to a writable folder")

    async def _answer(self, slot: _Slot, job: Job[T]) -> T:
        try:
            return await slot.run(job)
        except TimeoutError:
            log.warning("solver_too_slow", job=type(job).__name__, seconds=job.limits.seconds)
            raise TooSlow from None
        except (ProcessExpired, BrokenExecutor, MemoryError) as error:
            log.warning("solver_died", job=type(job).__name__, reason=repr(error))
            raise Died from error

    async def close(self) -> None:
        """End every process and wait for its end."""
        await asyncio.gather(*(asyncio.to_thread(slot.stop) for slot in self._slots))
