"""One person's updates in the order they came, everybody's side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Hashable
from typing import Any

PATIENCE = 1.5
"""Seconds after which the next may begin: a search for a hint holds up no move."""


class InTurn:
    """Runs coroutines; those under one key begin one after the other."""

    def __init__(self) -> None:
        """Nothing runs."""
        self._last: dict[Hashable, asyncio.Task[None]] = {}
        self._all: set[asyncio.Task[None]] = set()

    def run(self, key: Hashable, answer: Coroutine[Any, Any, None]) -> None:
        """Run ``answer``, which raises nothing, after the one before it under ``key``."""
        task = asyncio.create_task(self._after(self._last.get(key), answer))
        self._last[key] = task
        self._all.add(task)
        task.add_done_callback(lambda done: self._over(key, done))

    async def _after(
        self, before: asyncio.Task[None] | None, answer: Coroutine[Any, Any, None]
    ) -> None:
        if before is not None:
            await asyncio.wait({before}, timeout=PATIENCE)
        await answer

    def _over(self, key: Hashable, task: asyncio.Task[None]) -> None:
        self._all.discard(task)
        if self._last.get(key) is task:
            del self._last[key]

    async def all_over(self, timeout: float) -> None:  # noqa: ASYNC109 - asyncio.wait's own
        """Wait for all that run, at most ``timeout`` seconds."""
        if self._all:
            await asyncio.wait(self._all, timeout=timeout)
