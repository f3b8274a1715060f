"""What is still to be written to each chat: in order, no faster than allowed, newest state only.

Each chat has a queue and, while that isn't empty, a task; a chat that must wait delays no other.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field

import structlog
from telegram.error import TelegramError

from bot.adapters.telegram.faults import Fault, Kind, judged
from bot.adapters.telegram.pace import Pace
from bot.scene import Clock

log = structlog.get_logger(__name__)

Sleep = Callable[[float], Awaitable[object]]

TRIES = 12
"""Attempts at one message while nobody answers: some five minutes."""
LONGEST_PAUSE = 32.0


@dataclass(frozen=True, slots=True)
class Job:
    """Something to write. ``run`` makes the call; ``failed`` is told of what can't be tried again.

    ``stale`` tells that it need not be written any more. A chore is put off while anything else
    waits.
    """

    run: Callable[[], Awaitable[None]]
    failed: Callable[[Fault], Awaitable[None]]
    stale: Callable[[], bool] = lambda: False
    chore: bool = False


@dataclass(slots=True)
class _Queue:
    jobs: OrderedDict[Hashable, Job] = field(default_factory=OrderedDict)
    task: asyncio.Task[None] | None = None
    unheard: int = 0
    """Attempts since anybody answered."""

    def cleared(self) -> bool:
        """Whether nothing is left to write, once what is stale is dropped."""
        for key in [key for key, job in self.jobs.items() if job.stale()]:
            del self.jobs[key]
        return not self.jobs

    def take(self) -> tuple[Hashable, Job]:
        """The next: the oldest, chores last."""
        key = next((key for key, job in self.jobs.items() if not job.chore), next(iter(self.jobs)))
        return key, self.jobs.pop(key)

    def put_back(self, key: Hashable, job: Job) -> None:
        """Again, and first, unless a newer state has taken its place."""
        if key not in self.jobs:
            self.jobs[key] = job
            self.jobs.move_to_end(key, last=False)


class Outbox:
    """The queues of all chats."""

    def __init__(self, clock: Clock, sleep: Sleep) -> None:
        """Wait by ``sleep(seconds)``, on the time of ``clock``."""
        self._clock = clock
        self._sleep = sleep
        self._pace = Pace()
        self._queues: dict[int, _Queue] = {}

    def put(self, chat: int, key: Hashable, job: Job) -> None:
        """Write ``job`` when its turn comes; what waits under the same key is written no more."""
        queue = self._queues.setdefault(chat, _Queue())
        queue.jobs[key] = job
        if queue.task is None:
            queue.task = asyncio.create_task(self._work(chat, queue))

    def drop(self, chat: int) -> None:
        """Write nothing of what waits for a chat."""
        if chat in self._queues:
            self._queues[chat].jobs.clear()

    async def emptied(self) -> None:
        """Wait until nothing is left to write."""
        while tasks := [queue.task for queue in self._queues.values() if queue.task]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Give up what is left: what it would show is stored."""
        tasks = [queue.task for queue in self._queues.values() if queue.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, chat: int, queue: _Queue) -> None:
        try:
            while not queue.cleared():
                await self._until(self._pace.turn(chat, self._now()))
                await self._until(self._pace.shared_turn(self._now()))
                if not queue.cleared():
                    await self._attempt(chat, queue, *queue.take())
        finally:
            queue.task = None
            del self._queues[chat]

    async def _attempt(self, chat: int, queue: _Queue, key: Hashable, job: Job) -> None:
        try:
            await job.run()
        except TelegramError as error:
            await self._refused(chat, queue, key, job, judged(error))
        except Exception:
            log.exception("telegram_error")
        else:
            queue.unheard = 0

    async def _refused(
        self, chat: int, queue: _Queue, key: Hashable, job: Job, fault: Fault
    ) -> None:
        if fault.kind is Kind.WAIT:
            log.info("told_to_wait", chat=chat, seconds=fault.seconds)
            self._pace.hold(chat, self._now(), fault.seconds)
            queue.put_back(key, job)
            return
        if fault.kind is Kind.CUT_OFF and queue.unheard < TRIES:
            queue.unheard += 1
            pause = min(2.0 ** (queue.unheard - 1), LONGEST_PAUSE)
            self._pace.hold(chat, self._now(), pause)
            queue.put_back(key, job)
            return
        if fault.kind is Kind.SAME:
            return
        try:
            await job.failed(fault)
        except Exception:
            log.exception("telegram_error")

    async def _until(self, moment: float) -> None:
        wait = moment - self._now()
        if wait > 0:
            await self._sleep(wait)

    def _now(self) -> float:
        return self._clock().timestamp()
