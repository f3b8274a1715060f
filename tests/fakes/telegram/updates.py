"""What the bot has yet to be told: handed out to a long poll, or brought to a webhook."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

import aiohttp

from tests.fakes.telegram.refusals import Refused

ASKED_FOR = ("chat_member", "message_reaction", "message_reaction_count")
"""Kinds that only come when they are named."""
SECRET = "X-Telegram-Bot-Api-Secret-Token"


@dataclass(eq=False)
class _Waiting:
    update: dict[str, Any]
    given: bool = False


class Updates:
    """The queue of one bot."""

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self.allowed: list[str] = []
        self.webhook: dict[str, Any] = {}
        self.answers: list[int] = []
        self.conflicts = 0
        self._numbers = count(1000)
        self._waiting: list[_Waiting] = []
        self._held: list[dict[str, Any]] | None = None
        self._poll: asyncio.Future[bool] | None = None
        self._bringing: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._taken = asyncio.Event()

    # What happens

    def add(self, kind: str, content: dict[str, Any]) -> dict[str, Any] | None:
        """Tell the bot of something, unless it doesn't want that kind; the update."""
        if not (kind in self.allowed if self.allowed else kind not in ASKED_FOR):
            return None
        update = {"update_id": next(self._numbers), kind: content}
        if self._held is None:
            self.again(update)
        else:
            self._held.append(update)
        return update

    def again(self, *updates: dict[str, Any]) -> None:
        """Bring updates in this order, whether or not they were brought before."""
        self._waiting.extend(map(_Waiting, updates))
        self._news.set()
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(True)

    def hold(self) -> None:
        """Keep back what happens from now on."""
        self._held = []

    def release(self) -> list[dict[str, Any]]:
        """What was kept back, for ``again`` in any order; what follows comes at once."""
        held, self._held = self._held or [], None
        return held

    @property
    def idle(self) -> bool:
        """Whether the bot has taken everything and waits for more."""
        if self.webhook:
            return not any(not each.given for each in self._waiting)
        return not self._waiting and self._poll is not None and not self._poll.done()

    async def until_idle(self) -> None:
        """Wait for the bot to take everything, or a webhook to refuse what it was brought."""
        while not self.idle:
            self._taken.clear()
            await self._taken.wait()

    @property
    def pending(self) -> int:
        """How much the bot has yet to be told."""
        return len(self._waiting)

    def forget(self) -> None:
        """Tell nothing of what has happened so far."""
        self._waiting.clear()

    # Long polling

    async def poll(self, offset: int, limit: int, timeout: float) -> list[dict[str, Any]]:  # noqa: ASYNC109 - Telegram's word
        """The next updates; ends a poll that is under way, as Telegram does."""
        if self.webhook:
            raise Refused(
                "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook "
                "to delete the webhook first",
                409,
            )
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(False)
        if offset < 0:
            self._waiting = self._waiting[offset:]
        self._waiting = [
            each for each in self._waiting
            if not (each.given and each.update["update_id"] < offset)
        ]  # fmt: skip
        if not self._waiting and timeout:
            await self._wait_for_news(timeout)
        handed = self._waiting[:limit]
        for each in handed:
            each.given = True
        return [each.update for each in handed]

    async def _wait_for_news(self, seconds: float) -> None:
        mine = self._poll = asyncio.get_running_loop().create_future()
        self._taken.set()
        with suppress(TimeoutError):
            if not await asyncio.wait_for(mine, seconds):
                self.conflicts += 1
                raise Refused(
                    "Conflict: terminated by other getUpdates request; make sure that only one "
                    "bot instance is running",
                    409,
                )

    # Webhook

    def set_webhook(self, settings: dict[str, Any]) -> None:
        """Bring updates to an address from now on; without one they wait for a poll."""
        self.stop()
        self.webhook = settings if settings.get("url") else {}
        for each in self._waiting:
            each.given = False
        if self.webhook:
            self._bringing = asyncio.create_task(self._bring())

    def retry(self) -> None:
        """Bring again what the webhook didn't take."""
        for each in self._waiting:
            each.given = False
        self._news.set()

    async def _bring(self) -> None:
        secret = self.webhook.get("secret_token")
        async with aiohttp.ClientSession(headers={SECRET: secret} if secret else {}) as session:
            while True:
                self._news.clear()
                for each in [each for each in self._waiting if not each.given]:
                    status = await self._post(session, each.update)
                    self.answers.append(status)
                    each.given = True
                    if status == 200:
                        self._waiting.remove(each)
                    self._taken.set()
                await self._news.wait()

    async def _post(self, session: aiohttp.ClientSession, update: dict[str, Any]) -> int:
        try:
            async with session.post(self.webhook["url"], json=update) as answer:
                return answer.status
        except aiohttp.ClientError:
            return 0

    def stop(self) -> None:
        """Bring nothing more, and let nobody wait."""
        if self._bringing is not None:
            self._bringing.cancel()
            self._bringing = None
        self.let_go()

    def let_go(self) -> None:
        """End the poll that is under way."""
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(True)
