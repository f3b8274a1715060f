"""Receiving by being told: Telegram posts each update to an address of the host."""

from __future__ import annotations

import hmac
import json
import secrets
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
import telegram
from aiohttp import web

from bot.adapters.telegram.polling import Take
from bot.adapters.unwelcome import Unwelcome

log = structlog.get_logger(__name__)

HEADER = "X-Telegram-Bot-Api-Secret-Token"
LARGEST = 1 << 20
"""Bytes of an update; real ones are far smaller."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """The public ``url``, and where the proxy behind it finds us; port 0 is any free one."""

    url: str
    port: int = 8443
    listen: str = "127.0.0.1"
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def path(self) -> str:
        """The path of the public address, which is ours too."""
        return urlsplit(self.url).path or "/"


class Listener:
    """A small server that takes updates with the right secret, and nothing else."""

    def __init__(self, webhook: Webhook, bot: telegram.Bot, take: Take) -> None:
        """Hand updates to ``take``; messages in them speak through ``bot``."""
        self._bot = bot
        self._webhook = webhook
        self._take = take
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(webhook.path, self._posted)
        self._runner = web.AppRunner(app, access_log=None)

    async def start(self) -> tuple[str, int]:
        """Listen; the address. Raises Unwelcome when the port is taken."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._webhook.listen, self._webhook.port)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            raise Unwelcome(
                f"can't listen on {self._webhook.listen}:{self._webhook.port} for Telegram: "
                f"{error.strerror or error}"
            ) from error
        host, port = self._runner.addresses[0][:2]
        return host, port

    async def close(self) -> None:
        """Listen no more."""
        await self._runner.cleanup()

    async def _posted(self, request: web.Request) -> web.Response:
        told = request.headers.get(HEADER, "")
        if not hmac.compare_digest(told.encode(), self._webhook.secret.encode()):
            return web.Response(status=HTTPStatus.FORBIDDEN)
        try:
            raw = json.loads(await request.read())
        except ValueError:
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        try:
            update = telegram.Update.de_json(raw, self._bot)
        except (TypeError, KeyError, ValueError, AttributeError) as error:
            # Taken all the same: Telegram would bring it again for a day.
            log.warning("odd_update", error=type(error).__name__)
        else:
            self._take(update)
        return web.Response()
