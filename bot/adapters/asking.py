"""A request under way, and what it is known to wait for."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import copy_context
from typing import Any

from bot.i18n import Texts
from bot.replies import Reply
from bot.workers import Wait, tell_me

PATIENCE = 1.5
"""Seconds after which a person is told that the answer is under way."""


class Asking:
    """The conversation at work on a request; ``reply`` is its task."""

    def __init__(self, handling: Coroutine[Any, Any, Reply]) -> None:
        """Begin at once."""
        self._wait: Wait | None = None
        self._passable = asyncio.Event()
        context = copy_context()
        context.run(tell_me, self._waits)
        self.reply = asyncio.get_running_loop().create_task(handling, context=context)
        self.reply.add_done_callback(lambda _: self._passable.set())

    async def may_be_passed(self) -> None:
        """It is answered, or waits for a solver: the next request may be made."""
        await self._passable.wait()

    def moment(self, t: Texts) -> str:
        """What is said when the answer takes its time."""
        if self._wait is not Wait.READY:
            return t("One moment…")
        return t("One moment… I am getting ready to search; at first that takes a minute or two.")

    def _waits(self, wait: Wait) -> None:
        self._wait = wait
        self._passable.set()
