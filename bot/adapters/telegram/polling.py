"""Receiving by asking: one request waits at Telegram until there is something."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

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

Take = Callable[[telegram.Update], None]
"""Is given each update; raises nothing."""

NO_ENTRY = "Telegram refuses this TELEGRAM_TOKEN: ask @BotFather for it (/token)"


@dataclass(slots=True)
class Patience:
    """How long to wait before the next attempt, and what has been said about it."""

    sleep: Callable[[float], Awaitable[object]]
    attempts: int = 0
    told: Kind | None = None

    async def after(self, fault: Fault) -> None:
        """Wait, longer each time; the first time of each kind of trouble is worth a line."""
        if fault.kind is Kind.TOKEN:
            raise Unwelcome(NO_ENTRY, token_at_fault=True)
        if self.told is not fault.kind:
            self.told = fault.kind
            if fault.kind is Kind.RIVAL:
                log.warning("another_copy", why="another program receives with this token")
            else:
                log.warning("telegram_unreachable", kind=fault.kind.name, why=fault.words[:200])
        self.attempts += 1
        await self.sleep(max(fault.seconds, min(2.0 ** (self.attempts - 1), LONGEST_PAUSE)))

    def over(self) -> None:
        """It went well."""
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
        while True:
            try:
                updates = await self._ask(WAIT)
            except TelegramError as error:
                await self.patience.after(judged(error))
                continue
            except (TypeError, KeyError, ValueError) as error:
                # An update of a later day, which the library can't read.
                await self.patience.after(Fault(Kind.OTHER, type(error).__name__))
                continue
            self.patience.over()
            for update in updates:
                self.offset = max(self.offset, update.update_id + 1)
                self.take(update)

    async def confirm(self) -> None:
        """Let Telegram forget what was received last; raises TelegramError."""
        if self.offset:
            await self._ask(0)

    async def _ask(self, wait: int) -> tuple[telegram.Update, ...]:
        return await self.bot.get_updates(
            offset=self.offset or None,
            limit=100 if wait else 1,
            timeout=wait,
            allowed_updates=KINDS,
        )
