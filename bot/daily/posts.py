"""The daily posts of chats: at most one per chat, date and game, claimed before it is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial

import structlog

from bot import links
from bot.daily.content import news, post
from bot.daily.notices import by_themselves, lost_post, paused
from bot.daily.poster import Refused
from bot.daily.schedule import Due, games_of, next_post_at, still_due
from bot.daily.sending import DOUBTFUL, SENDING, Errand, Errands
from bot.daily.zones import zone_of
from bot.i18n import texts_in
from bot.replies import Reply
from storage import Reading, UnitOfWork
from storage.dailies import Claim, Schedule
from storage.people import Chat, Identity

log = structlog.get_logger(__name__)

MOST = 500
"""Posts looked up at a time; the others come with the next look."""

Games = Sequence[str]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A post that is this process's to send; without ``due`` it is sent again."""

    chat: Chat
    schedule: Schedule
    reply: Reply
    nonce: str
    due: Due | None = None
    following: Due | None = None

    async def sent(self, uow: UnitOfWork, message: str) -> None:
        """Confirm it."""
        await uow.schedules.settle(self.chat.id, self.nonce, message)

    async def refused(self, uow: UnitOfWork, reason: str) -> None:
        """Pause the chat's posts."""
        await uow.schedules.release(self.chat.id, self.nonce)
        await uow.schedules.change(self.chat.id, paused=reason, next_at=None, next_day=None)

    async def not_sent(self, uow: UnitOfWork) -> None:
        """As if it hadn't been claimed, so that the next look tries again."""
        if self.due is None or self.following is None:
            return  # it may have arrived at the first attempt: the claim stays
        await uow.schedules.release(self.chat.id, self.nonce)
        following, due = self.following, self.due
        now_is = replace(self.schedule, next_at=following.at, next_day=following.day)
        await uow.schedules.advance(now_is, due.at, due.day)


class Posts(Errands):
    """The posts that are due in chats, and those of which nobody knows whether they arrived."""

    async def waiting(
        self, reading: Reading, platforms: Collection[str], now: datetime
    ) -> tuple[Errand, ...]:
        """What there is to do, the longest waiting first."""
        due = await reading.schedules.due(platforms, now, MOST)
        doubtful = await reading.schedules.unconfirmed(platforms, now - DOUBTFUL)
        by_nonce = {(chat.id, claim.nonce): (claim, chat) for claim, chat in doubtful}
        return (
            *(partial(self._due, *each) for each in due),
            *(partial(self._doubt, *each) for each in by_nonce.values()),
        )

    async def _due(self, schedule: Schedule, chat: Chat) -> None:
        services, now = self._services, self._services.clock()
        assert schedule.next_at is not None  # it is due
        assert schedule.next_day is not None  # as above
        zone = zone_of(schedule.zone)
        due = still_due(zone, schedule.minute, Due(schedule.next_at, schedule.next_day), now)
        blocked = await self._sender.is_blocked(chat)
        if blocked:
            due = next_post_at(zone, schedule.minute, due.at)
        if blocked or due.at > now:
            await services.storage.write(
                lambda uow: uow.schedules.advance(schedule, due.at, due.day)
            )
            return
        # All that can fail comes before the claim, the sending alone after it.
        text = await self._text(chat, schedule, due.day)
        following = next_post_at(zone, schedule.minute, due.at)
        nonce = self._sender.nonce()

        async def claim(uow: UnitOfWork) -> tuple[str, ...]:
            if not await uow.schedules.advance(schedule, following.at, following.day):
                return ()
            games = games_of(schedule.games, due.day)
            return await uow.schedules.claim(schedule, due.day, games, nonce, services.clock())

        games = await services.storage.write(claim)
        if games:
            await self._send(Claimed(chat, schedule, text(games), nonce, due, following))

    async def _text(self, chat: Chat, schedule: Schedule, day: date) -> Callable[[Games], Reply]:
        """What makes the post of the games that it is about."""
        services = self._services
        now, wanted = services.clock(), games_of(schedule.games, day)
        made = await services.dailies.of(day, services.storage, services.solvers, now)
        told = await services.storage.read(lambda reading: news(reading, chat.id, day, wanted, now))
        key = await services.storage.write(lambda uow: uow.keys.key(links.KEY))
        mark = (chat.id, links.seal_of_chat(key, chat.id))
        t = texts_in(chat.language or "en")
        return lambda games: post(t, day, made, games, told, mark=mark)

    async def _send(self, claimed: Claimed) -> None:
        chat, place = claimed.chat, claimed.schedule.place
        poster = self._posters[chat.platform]
        reason = await self._sender.send(
            lambda: poster.post(chat, place, claimed.reply, claimed.nonce), claimed, chat=chat.id
        )
        if reason:
            log.warning("daily_posts_paused", chat=chat.id, reason=reason)
            await self._tell(chat, place, paused(chat, reason))

    async def _doubt(self, claim: Claim, chat: Chat) -> None:
        """A post of which nobody has said whether it arrived."""
        services, now = self._services, self._services.clock()
        poster = self._posters[chat.platform]
        schedule = await services.storage.read(lambda reading: reading.schedules.get(chat.id))
        known = now - claim.claimed_at < poster.recognises
        if schedule is not None and known and not await self._sender.is_blocked(chat):
            # Should it have arrived, the platform answers with that very message.
            there = replace(schedule, place=claim.place)
            text = await self._text(chat, there, claim.day)
            claims = await services.storage.read(
                lambda reading: reading.schedules.claims(chat.id, claim.day)
            )
            games = tuple(each.game for each in claims if each.nonce == claim.nonce)
            await self._send(Claimed(chat, there, text(games), claim.nonce))
            return
        lost = await services.storage.write(lambda uow: uow.schedules.lose(chat.id, claim.nonce))
        if lost:
            log.warning("daily_post_lost", chat=chat.id, day=claim.day.isoformat())
            await self._tell(chat, claim.place, lost_post(chat, claim.day))

    async def _manager(self, chat: Chat) -> Identity | None:
        """Who set the posts of a chat up in which nobody can be told, unless they are blocked."""
        storage = self._services.storage
        found = await storage.read(lambda reading: reading.schedules.manager(chat.id))
        return None if found is None or await self._sender.is_blocked(found) else found

    async def _tell(self, chat: Chat, place: str, reply: Reply) -> None:
        if await self._sender.is_blocked(chat):
            return
        try:
            async with asyncio.timeout(SENDING):
                poster = self._posters[chat.platform]
                told = await poster.tell_managers(chat, place, reply)
                manager = None if told else await self._manager(chat)
                if manager is not None:
                    alone = by_themselves(chat, reply)
                    await poster.write_to(manager.external_id, alone, self._sender.nonce())
        except Refused as refused:
            log.info("managers_not_told", chat=chat.id, reason=refused.reason)
        except Exception:
            log.warning("managers_not_told", chat=chat.id, exc_info=True)
