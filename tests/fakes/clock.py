"""A loop's clock that a test sets forward, and waiting that takes no time."""

from __future__ import annotations

import asyncio
from typing import Any


class LoopClock:
    """The running loop's clock, standing still: what is due after ``forward(seconds)`` is due then.

    So however busy the machine is, nothing comes too late that a test didn't make late.
    """

    def __init__(self) -> None:
        """Stop it."""
        loop: Any = asyncio.get_running_loop()
        self._now = loop.time()
        loop.time = lambda: self._now

    def forward(self, seconds: float) -> None:
        """Set it on."""
        self._now += seconds


class Hurried:
    """Stands for the ``asyncio`` that a library's module imported: its naps set the clock on.

    So pauses between attempts cost a test nothing, yet count where deadlines are kept.
    """

    def __init__(self, clock: LoopClock) -> None:
        """``naps`` keeps how long it would have slept, each time."""
        self._clock = clock
        self.naps: list[float] = []

    def __getattr__(self, name: str) -> Any:
        """All the rest is the real one's."""
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        """Let others run, later."""
        if seconds > 0:
            self.naps.append(seconds)
            self._clock.forward(seconds)
        return await asyncio.sleep(0, result)
