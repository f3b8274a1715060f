"""Posting dailies on time: claimed in the database, then sent, then confirmed.

Several processes may run this over one database. The claim decides who sends; at most one post is
made per chat, date and game, and one is lost only when the process ends between claim and
confirmation on a platform that can't recognise a repetition.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

import structlog

from bot import links
from bot.daily.content import news, post
from bot.daily.notices import lost_post, paused
from bot.daily.poster import NotSent, Poster, Refused
from bot.daily.schedule import Due, games_of, next_post_at, too_late
from bot.daily.zones import zone_of
from bot.i18n import texts_in
from bot.replies import Reply
from bot.scene import Services
from bot.workers import Trouble
from storage import Reading, Unavailable, UnitOfWork
from storage.dailies import Claim, Schedule
from storage.people import Chat

log = structlog.get_logger(__name__)

EVERY = 20.0
"""Seconds between two looks at what is due."""
AT_ONCE = 8
"""Posts under way at the same time: one that takes long holds nobody else up."""
MOST = 500
"""Posts looked up at a time; the others come with the next look."""
ENDING = 15.0
"""Seconds that posts under way are given at the end."""
SENDING = 40.0
"""Seconds after which nobody waits any more to hear whether a post arrived."""
DOUBTFUL = timedelta(minutes=1)
"""A claim so old without a word is of a process that ended."""
NONCE = 16**24

Games = Sequence[str]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A post that is this process's to send; without ``due`` it is sent again."""

    chat: Chat
    schedule: Schedule
    reply: Reply
    nonce: str
    due: Due | None = None
    following: Due | None = None


class Scheduler:
    """Posts to every chat whose time has come, on the platforms that there are posters for."""

    def __init__(self, services: Services, posters: Mapping[str, Poster], sleep: Sleep) -> None:
        """Keep what it works with; nothing of it is remembered between two looks."""
        self._services = services
        self._posters = posters
        self._sleep = sleep
        self._looking = asyncio.Lock()
        self._ending = False

    async def run(self) -> None:
        """Look again and again, until it is cancelled or has finished."""
        while not self._ending:
            try:
                async with self._looking:
                    await self.step()
            except Unavailable:
                log.warning("database_unavailable", exc_info=True)
            except Exception:
                log.exception("daily_posts_failed")
            await self._sleep(EVERY)

    async def finish(self, running: asyncio.Task[None]) -> None:
        """Begin no further post, let those under way be confirmed, but not for long, and end."""
        self._ending = True
        try:
            async with asyncio.timeout(ENDING), self._looking:
                running.cancel()
        except TimeoutError:
            log.warning("daily_posts_given_up")
            running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    async def step(self) -> None:
        """Send what is due now, and settle what nobody knows about."""
        now = self._services.clock()
        platforms = tuple(name for name, poster in self._posters.items() if poster.ready)

        async def work(
            reading: Reading,
        ) -> tuple[tuple[tuple[Schedule, Chat], ...], tuple[tuple[Claim, Chat], ...]]:
            due = await reading.schedules.due(platforms, now, MOST)
            return due, await reading.schedules.unconfirmed(platforms, now - DOUBTFUL)

        due, doubtful = await self._services.storage.read(work)
        turns = asyncio.Semaphore(AT_ONCE)
        by_nonce = {(chat.id, claim.nonce): (claim, chat) for claim, chat in doubtful}
        await asyncio.gather(
            *(self._guarded(turns, self._due(schedule, chat)) for schedule, chat in due),
            *(self._guarded(turns, self._doubt(*each)) for each in by_nonce.values()),
        )

    async def _guarded(self, turns: asyncio.Semaphore, one: Awaitable[None]) -> None:
        """One chat's trouble is no other's."""
        async with turns:
            if self._ending:
                return
            try:
                await one
            except Unavailable:
                log.warning("database_unavailable", exc_info=True)
            except Trouble as trouble:
                log.warning("daily_post_waits", reason=repr(trouble))
            except Exception:
                log.exception("daily_post_failed")

    async def _due(self, schedule: Schedule, chat: Chat) -> None:
        services, now = self._services, self._services.clock()
        assert schedule.next_at is not None  # it is due
        assert schedule.next_day is not None  # as above
        zone, due = zone_of(schedule.zone), Due(schedule.next_at, schedule.next_day)
        while too_late(due.at, now):
            due = next_post_at(zone, schedule.minute, due.at)
        if due.at > now:
            await services.storage.write(
                lambda uow: uow.schedules.advance(schedule, due.at, due.day)
            )
            return
        # All that can fail comes before the claim, the sending alone after it.
        text = await self._text(chat, schedule, due.day)
        following = next_post_at(zone, schedule.minute, due.at)
        nonce = f"{services.randbelow(NONCE):024x}"

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
        try:
            async with asyncio.timeout(SENDING):
                message = await poster.post(chat, place, claimed.reply, claimed.nonce)
        except Refused as refused:
            reason = refused.reason
            log.warning("daily_posts_paused", chat=chat.id, reason=reason)
            await self._settled(lambda uow: self._pause(uow, claimed, reason))
            await self._tell(chat, place, paused(chat, reason))
        except NotSent:
            log.info("daily_not_sent", chat=chat.id)
            await self._settled(lambda uow: self._back(uow, claimed))
        except Exception:
            # It may have arrived. The claim stays, and is looked at again when it is doubtful.
            log.warning("daily_post_unconfirmed", chat=chat.id, exc_info=True)
        else:
            await self._settled(lambda uow: uow.schedules.settle(chat.id, claimed.nonce, message))

    async def _pause(self, uow: UnitOfWork, claimed: Claimed, reason: str) -> None:
        await uow.schedules.release(claimed.chat.id, claimed.nonce)
        await uow.schedules.change(claimed.chat.id, paused=reason, next_at=None, next_day=None)

    async def _back(self, uow: UnitOfWork, claimed: Claimed) -> None:
        """As if it hadn't been claimed, so that the next look tries again."""
        if claimed.due is None or claimed.following is None:
            return  # it may have arrived at the first attempt: the claim stays
        await uow.schedules.release(claimed.chat.id, claimed.nonce)
        following, due = claimed.following, claimed.due
        now_is = replace(claimed.schedule, next_at=following.at, next_day=following.day)
        await uow.schedules.advance(now_is, due.at, due.day)

    async def _settled(self, work: Callable[[UnitOfWork], Awaitable[object]]) -> None:
        """Store what became of a post, also where the database is busy for a while."""
        for seconds in (1.0, 3.0, 9.0, None):
            try:
                await self._services.storage.write(work)
            except Unavailable:
                if seconds is None:
                    raise
                await self._sleep(seconds)
            else:
                return

    async def _doubt(self, claim: Claim, chat: Chat) -> None:
        """A post of which nobody has said whether it arrived."""
        services, now = self._services, self._services.clock()
        poster = self._posters[chat.platform]
        schedule = await services.storage.read(lambda reading: reading.schedules.get(chat.id))
        if schedule is not None and now - claim.claimed_at < poster.recognises:
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

    async def _tell(self, chat: Chat, place: str, reply: Reply) -> None:
        try:
            async with asyncio.timeout(SENDING):
                await self._posters[chat.platform].tell_managers(chat, place, reply)
        except Exception:
            log.warning("managers_not_told", chat=chat.id, exc_info=True)
