"""Receiving by asking: one request waits at Telegram until there is something."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
import telegram
from telegram.error import TelegramError

from bot.adapters.telegram.faults import Fault, Kind, judged
from bot.adapters.unwelcome import Unwelcome

log = structlog.get_logger(__name__)

KINDS = ("message", "callback_query", "my_chat_member")
"""What the bot wants to hear of; edited messages are not among it."""
WAIT = 50
"""Seconds that a request waits at Telegram."""
LONGEST_PAUSE = 30.0
GONE = timedelta(minutes=2)
UNREADABLE = (TypeError, LookupError, ValueError)
"""What the library raises over an update that it doesn't understand."""

Take = Callable[[telegram.Update], None]
"""Is given each update; raises nothing."""

NO_ENTRY = "Telegram refuses this TELEGRAM_TOKEN: ask @BotFather for it (/token)"


@dataclass(slots=True)
class Patience:
    """How long to wait before the next attempt, and what has been said about it."""

    sleep: Callable[[float], Awaitable[object]]
    clock: Callable[[], datetime]
    attempts: int = 0
    told: Kind | None = None
    rival_at: datetime | None = None
    """When another copy was met last: between two of its requests ours go well."""

    async def after(self, fault: Fault) -> None:
        """Wait, longer each time; the first time of each kind of trouble is worth a line."""
        if fault.kind is Kind.TOKEN:
            raise Unwelcome(NO_ENTRY, token_at_fault=True)
        if fault.kind is Kind.RIVAL:
            self.rival_at = self.clock()
        if self.told is not fault.kind:
            self.told = fault.kind
            if fault.kind is Kind.RIVAL:
                log.warning("another_copy", why="another program receives with this token")
            else:
                log.warning("telegram_unreachable", kind=fault.kind.name, why=fault.words[:200])
        self.attempts += 1
        await self.sleep(max(fault.seconds, min(2.0 ** (self.attempts - 1), LONGEST_PAUSE)))

    def over(self) -> None:
        """It went well; another copy counts as gone once it wasn't met for a while."""
        if self.rival_at is not None and self.clock() - self.rival_at < GONE:
            return
        self.rival_at = None
        if self.told is not None:
            log.info("telegram_reached")
        self.attempts, self.told = 0, None


@dataclass(slots=True)
class Polling:
    """Asks for updates until it is cancelled."""

    bot: telegram.Bot
    take: Take
    patience: Patience
    offset: int = 0

    async def run(self) -> None:
        """Receive; raises Unwelcome when the token is worth nothing any more."""
        wait, most = WAIT, 100
        while True:
            try:
                updates = await self._ask(wait, most)
            except TelegramError as error:
                await self.patience.after(judged(error))
                continue
            except UNREADABLE as error:
                if most > 1:
                    # One by one those around it can be read.
                    wait, most = 0, 1
                else:
                    await self._leave_out(error)
                continue
            self.patience.over()
            for update in updates:
                self.offset = max(self.offset, update.update_id + 1)
                self.take(update)
            if not updates:
                wait, most = WAIT, 100

    async def _leave_out(self, error: Exception) -> None:
        """Go past an update of a later day, which the library can't read."""
        address = f"{self.bot.base_url}/getUpdates?limit=1&offset={self.offset}"
        try:
            raw: Any = await self.bot.request.post(address)
            number = int(raw[0]["update_id"])
        except TelegramError as failure:
            await self.patience.after(judged(failure))
        except UNREADABLE as failure:
            await self.patience.after(Fault(Kind.OTHER, type(failure).__name__))
        else:
            log.warning("update_unreadable", why=type(error).__name__)
            self.offset = number + 1

    async def confirm(self) -> None:
        """Let Telegram forget what was received last; raises TelegramError."""
        if self.offset:
            await self._ask(0, 1)

    async def _ask(self, wait: int, most: int) -> tuple[telegram.Update, ...]:
        return await self.bot.get_updates(
            offset=self.offset or None,
            limit=most,
            timeout=wait,
            allowed_updates=KINDS,
        )
