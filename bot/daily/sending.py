"""Sending what was claimed in the database, and storing what became of it.

The claim decides who sends; a message is lost only when the process ends between claim and
confirmation on a platform that can't recognise a repetition.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import structlog

from bot.daily.poster import NotSent, Poster, Refused
from bot.scene import Services
from storage import Unavailable, UnitOfWork
from storage.people import Chat, Identity

log = structlog.get_logger(__name__)

SENDING = 40.0
"""Seconds after which nobody waits any more to hear whether a message arrived."""
DOUBTFUL = timedelta(minutes=1)
"""A claim so old without a word is of a process that ended."""
NONCE = 16**24

Sleep = Callable[[float], Awaitable[object]]
Errand = Callable[[], Awaitable[None]]
"""One thing to do without being asked; another's trouble is none of its."""


class Ends(Protocol):
    """What is stored about the ways in which sending ends; of a doubtful one nothing is."""

    async def sent(self, uow: UnitOfWork, message: str) -> None:
        """It arrived as that message."""

    async def refused(self, uow: UnitOfWork, reason: str) -> None:
        """It was surely not sent, and trying again is no use."""

    async def not_sent(self, uow: UnitOfWork) -> None:
        """It was surely not sent, and later it may be."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Sends for one process."""

    services: Services
    sleep: Sleep

    def nonce(self) -> str:
        """Signs by which a platform may recognise a repetition."""
        return f"{self.services.randbelow(NONCE):024x}"

    async def is_blocked(self, whom: Chat | Identity) -> bool:
        """Whether the host wants nothing said there, or to them."""
        services = self.services
        await services.moderation.refresh(services.storage, services.clock())
        if isinstance(whom, Chat):
            return services.moderation.blocks_chat(whom.platform, whom.external_id)
        return services.moderation.blocks_person(whom.platform, whom.external_id)

    async def send(self, post: Callable[[], Awaitable[str]], ends: Ends, **about: object) -> str:
        """Send it; why it was refused, empty where it wasn't. ``about`` goes into the log."""
        try:
            async with asyncio.timeout(SENDING):
                message = await post()
        except Refused as refused:
            reason = refused.reason
            log.info("message_refused", reason=reason, **about)
            await self._settled(lambda uow: ends.refused(uow, reason))
            return reason
        except NotSent:
            log.info("message_not_sent", **about)
            await self._settled(ends.not_sent)
        except Exception:
            # It may have arrived. The claim stays, and is looked at again when it is doubtful.
            log.warning("message_unconfirmed", exc_info=True, **about)
        else:
            await self._settled(lambda uow: ends.sent(uow, message))
        return ""

    async def _settled(self, work: Callable[[UnitOfWork], Awaitable[object]]) -> None:
        """Store what became of it, also where the database is busy for a while."""
        for seconds in (1.0, 3.0, 9.0, None):
            try:
                await self.services.storage.write(work)
            except Unavailable:
                if seconds is None:
                    raise
                await self.sleep(seconds)
            else:
                return


class Errands:
    """What those have in common that look for messages of one kind which are due."""

    def __init__(self, sender: Sender, posters: Mapping[str, Poster]) -> None:
        """Send by ``sender`` through ``posters``, by platform."""
        self._sender = sender
        self._services = sender.services
        self._posters = posters
