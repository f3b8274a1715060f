"""Telling how challenges ended, where they were made: claimed, then sent, then settled."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import partial

import structlog

from bot.challenges.content import result
from bot.challenges.standing import WEEK, is_over, results, settled
from bot.daily.sending import DOUBTFUL, Errand, Errands
from bot.i18n import texts_in
from storage import Reading, UnitOfWork
from storage.challenges import CLAIMED, LOST, NOWHERE, SENT, Challenge

log = structlog.get_logger(__name__)

MOST = 500
"""Challenges looked up at a time; the others come with the next look."""


@dataclass(frozen=True, slots=True)
class _Claim:
    """A result that is this process's to tell, perhaps once more."""

    challenge: int
    nonce: str
    again: bool

    async def sent(self, uow: UnitOfWork, message: str) -> None:
        """It is told."""
        del message
        await uow.challenges.settle(self.challenge, self.nonce, SENT)

    async def refused(self, uow: UnitOfWork, reason: str) -> None:
        """The place is gone or closed: who looks how it stands sees it."""
        del reason
        await uow.challenges.settle(self.challenge, self.nonce, NOWHERE)

    async def not_sent(self, uow: UnitOfWork) -> None:
        """Give the claim back; one that may have arrived before stays."""
        if not self.again:
            await uow.challenges.settle(self.challenge, self.nonce, "")


class Results(Errands):
    """What nobody may be looking at: challenges whose time is over, and results to be told."""

    async def waiting(
        self, reading: Reading, platforms: Collection[str], now: datetime
    ) -> tuple[Errand, ...]:
        """What there is to do on these platforms, the longest waiting first."""
        quiet = await reading.challenges.quiet(platforms, now - WEEK, MOST)
        untold = await reading.challenges.to_tell(platforms, MOST)
        return (
            *(partial(self._end, each.id) for each in quiet if is_over(each, now)),
            *(partial(self._claim, each.id) for each in untold if each.told != CLAIMED),
            *(
                partial(self._doubt, each)
                for each in untold
                if each.claimed_at is not None and each.claimed_at <= now - DOUBTFUL
            ),
        )

    async def _end(self, number: int) -> None:
        async def work(uow: UnitOfWork) -> bool:
            found = await uow.challenges.get(number)
            if found is None:
                return False
            found = await settled(uow, found, self._services.clock())
            return found.closed_at is not None and not found.told

        if await self._services.storage.write(work):
            await self._claim(number)

    async def _claim(self, number: int) -> None:
        nonce = self._sender.nonce()

        async def work(uow: UnitOfWork) -> Challenge | None:
            if not await uow.challenges.claim(number, nonce, self._services.clock()):
                return None
            return await uow.challenges.get(number)

        found = await self._services.storage.write(work)
        if found is not None:
            await self._send(found, again=False)

    async def _send(self, challenge: Challenge, *, again: bool) -> None:
        if await self._sender.is_blocked(challenge.chat):
            await self._services.storage.write(
                lambda uow: uow.challenges.settle(challenge.id, challenge.nonce, NOWHERE)
            )
            return
        tries = await self._services.storage.read(lambda reading: results(reading, challenge))
        reply = result(texts_in(challenge.language), challenge, tries)
        chat, nonce = challenge.chat, challenge.nonce
        poster = self._posters[chat.platform]
        await self._sender.send(
            lambda: poster.post(chat, challenge.place, reply, nonce),
            _Claim(challenge.id, nonce, again),
            challenge=challenge.id,
        )

    async def _doubt(self, challenge: Challenge) -> None:
        """A result of which nobody has said whether it arrived: told again where that is safe."""
        assert challenge.claimed_at is not None  # as whoever asks has seen
        poster = self._posters[challenge.chat.platform]
        if self._services.clock() - challenge.claimed_at < poster.recognises:
            await self._send(challenge, again=True)
            return
        number, nonce = challenge.id, challenge.nonce
        if await self._services.storage.write(
            lambda uow: uow.challenges.settle(number, nonce, LOST)
        ):
            log.warning("challenge_result_lost", challenge=number)
