"""``/health`` and ``/metrics`` over HTTP, on an address of the host's choosing."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import structlog
from aiohttp import web

from bot.watching.metrics import Metrics
from storage import Storage, StorageError

log = structlog.get_logger(__name__)

PATIENCE = 5.0
"""Seconds within which the database must answer to count as well."""


class Watched(Protocol):
    """A bot on one platform."""

    @property
    def connected(self) -> bool:
        """Whether its platform is reached just now."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Answers whoever asks how the bot is: 200 while all is well, else 503 and what is not."""

    storage: Storage
    bots: Mapping[str, Watched]
    metrics: Metrics

    async def listen(self, host: str, port: int) -> web.AppRunner:
        """Answer at ``host`` and ``port`` until the runner is cleaned up; raises OSError."""
        app = web.Application()
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._figures)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError:
            await runner.cleanup()
            raise
        log.info("watching", host=host, port=port)
        return runner

    @property
    def _connected(self) -> dict[str, bool]:
        return {platform: bot.connected for platform, bot in self.bots.items()}

    async def _health(self, request: web.Request) -> web.Response:
        del request
        connected = self._connected
        state = {"database": await self._running() is not None, **connected}
        well = all(state.values())
        return web.json_response({"well": well, **state}, status=200 if well else 503)

    async def _figures(self, request: web.Request) -> web.Response:
        del request
        text = self.metrics.shown(self._connected, await self._running() or 0)
        return web.Response(body=text, headers={"Content-Type": "text/plain; version=0.0.4"})

    async def _running(self) -> int | None:
        """How many games run; None if the database can't say it in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.storage.read(lambda reading: reading.games.count_running())
        except (StorageError, TimeoutError) as error:
            log.warning("database_unwell", why=type(error).__name__)
            return None
