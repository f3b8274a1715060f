"""The bot on Telegram: what reaches it goes to the core, and the answer back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeVar

import structlog
import telegram
from telegram.error import BadRequest, TelegramError
from telegram.request import HTTPXRequest

from bot.adapters.live import LiveBoards
from bot.adapters.telegram import menu
from bot.adapters.telegram.answering import Answering
from bot.adapters.telegram.delivery import Delivery
from bot.adapters.telegram.faults import judged
from bot.adapters.telegram.heard import Heard
from bot.adapters.telegram.inturn import InTurn
from bot.adapters.telegram.moves import Moves
from bot.adapters.telegram.outbox import Outbox
from bot.adapters.telegram.places import PLATFORM
from bot.adapters.telegram.polling import KINDS, Patience, Polling
from bot.adapters.telegram.posting import Posting
from bot.adapters.telegram.sending import Sending
from bot.adapters.telegram.shutout import ShutOut
from bot.adapters.telegram.webhook import Listener, Webhook
from bot.adapters.unwelcome import Unwelcome
from bot.conversation import Conversation
from bot.scene import Clock
from storage import Storage

T = TypeVar("T")
log = structlog.get_logger(__name__)

API = "https://api.telegram.org"
CONNECTIONS = 64
WAITING = 10.0
"""Seconds that answers under way are given at the end."""


def _now() -> datetime:
    return datetime.now(UTC)


def api_of(token: str, api_base: str) -> telegram.Bot:
    """The Bot API with this token, at ``api_base`` if that isn't empty."""
    base = (api_base or API).rstrip("/")
    return telegram.Bot(
        token,
        base_url=f"{base}/bot",
        base_file_url=f"{base}/file/bot",
        request=HTTPXRequest(connection_pool_size=CONNECTIONS, pool_timeout=30.0),
    )


class Bot:
    """One bot, by long polling or, with a ``webhook``, by being told."""

    def __init__(  # noqa: PLR0913 - all that is not ours is handed in
        self,
        conversation: Conversation,
        storage: Storage,
        *,
        token: str,
        api_base: str = "",
        webhook: Webhook | None = None,
        clock: Clock = _now,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Answer by ``conversation``; ``api_base`` is another server than Telegram's own."""
        self.api = api_of(token, api_base)
        self._conversation = conversation
        self._storage = storage
        self._webhook = webhook
        self._clock = clock
        self._sleep = sleep
        self._patience = Patience(sleep, clock)
        self._outbox = Outbox(clock, sleep)
        self._shut_out = ShutOut(storage)
        self._heard = Heard(storage)
        self._moves = Moves(storage)
        self.poster = Posting(
            self.api, self._outbox, self._moves, self._shut_out, lambda: self.connected
        )
        self._in_turn = InTurn()
        self._answering: Answering | None = None
        self._receiving: asyncio.Task[None] | None = None
        self._finished = False

    async def run(self) -> None:
        """Receive and answer until finished; raises Unwelcome when Telegram turns the bot away."""
        if self._finished:
            return
        self._receiving = asyncio.create_task(self._receive())
        try:
            await self._receiving
        except asyncio.CancelledError:
            if not self._finished:
                self._receiving.cancel()
                raise

    @property
    def connected(self) -> bool:
        """Whether Telegram is reached just now: it was let in, and nothing has failed since."""
        return self._answering is not None and not self._patience.attempts

    async def finish(self) -> None:
        """Receive no more, let answers under way reach their players, then leave."""
        self._finished = True
        if self._receiving is not None:
            self._receiving.cancel()
            await asyncio.gather(self._receiving, return_exceptions=True)
        await self._in_turn.all_over(WAITING)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._outbox.emptied(), WAITING)
        await self._outbox.close()
        await self.api.shutdown()

    async def _receive(self) -> None:
        patience = self._patience
        me = await self._arrive(patience)
        self._answering = self._answers_as(me)
        if self._webhook is not None:
            await self._be_told(self._webhook, patience)
            return
        await self._surely(self.api.delete_webhook, patience)
        polling = Polling(self.api, self._take, patience)
        try:
            await polling.run()
        finally:
            await self._in_turn.all_over(WAITING)
            with suppress(TelegramError):
                await polling.confirm()

    async def _arrive(self, patience: Patience) -> telegram.User:
        async def arrive() -> telegram.User:
            await self.api.initialize()
            return self.api.bot

        me = await self._surely(arrive, patience)
        try:
            await menu.tell(self.api, self._storage)
        except TelegramError as error:
            # Menus told before still stand; the next start tries again.
            log.warning("commands_not_told", kind=judged(error).kind.name)
        log.info("on_telegram", name=me.username)
        return me

    def _answers_as(self, me: telegram.User) -> Answering:
        link = f"https://t.me/{me.username}?start="
        live = LiveBoards(self._storage, PLATFORM)
        sending = Sending(self.api, self._outbox, live, self._shut_out, self._moves)
        delivery = Delivery(sending, link)
        return Answering(
            self.api,
            self._conversation,
            delivery,
            self._moves,
            self._heard,
            self._shut_out,
            self._clock,
            me,
            link,
        )

    async def _be_told(self, webhook: Webhook, patience: Patience) -> None:
        listener = Listener(webhook, self.api, self._take)
        host, port = await listener.start()
        log.info("listening", host=host, port=port)
        try:
            await self._surely(lambda: self._set(webhook), patience)
            await asyncio.Event().wait()
        finally:
            await listener.close()

    async def _set(self, webhook: Webhook) -> None:
        try:
            await self.api.set_webhook(
                webhook.url, secret_token=webhook.secret, allowed_updates=KINDS
            )
        except BadRequest as error:
            raise Unwelcome(f"Telegram refuses this WEBHOOK_URL: {error}") from error

    async def _surely(self, call: Callable[[], Awaitable[T]], patience: Patience) -> T:
        """The result of a call that nothing can do without, however long that takes."""
        while True:
            try:
                result = await call()
            except TelegramError as error:
                await patience.after(judged(error))
            else:
                patience.over()
                return result

    def _take(self, update: telegram.Update) -> None:
        """Answer an update, unless it came before."""
        assert self._answering is not None  # nothing is received before
        if self._heard.again(update.update_id):
            return
        chat, user = update.effective_chat, update.effective_user
        key = (chat.id if chat else 0, user.id if user else 0)
        self._in_turn.run(key, self._answering.update(update))
