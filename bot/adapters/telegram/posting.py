"""Posting on Telegram without being asked, and telling those who manage a group."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta

import structlog
import telegram
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.adapters.telegram.drawing import Drawn, draw
from bot.adapters.telegram.faults import Fault, Kind, judged
from bot.adapters.telegram.moves import Moves
from bot.adapters.telegram.outbox import Job, Outbox
from bot.adapters.telegram.places import GENERAL, PLATFORM, Spot
from bot.adapters.telegram.sending import NO_PREVIEW
from bot.adapters.telegram.shutout import ShutOut
from bot.daily.poster import CLOSED, FORBIDDEN, GONE, REFUSED, NotSent, Refused
from bot.replies import Block, BlockKind, Reply
from storage import Unavailable
from storage.people import Chat

log = structlog.get_logger(__name__)

TURN = 20.0
"""Seconds that a post waits for its turn in a busy group before it is put off."""
_GONE = ("chat not found", "deactivated", "kicked", "not a member")
_CLOSED = ("topic_closed",)


@dataclass(slots=True)
class Attempt:
    """One attempt at one post, in its turn: a second one is for the scheduler to decide on.

    What was ``withdrawn`` before its turn is never sent.
    """

    send: Callable[[], Awaitable[telegram.Message]]
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Future[int] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    withdrawn: bool = False

    async def run(self) -> None:
        """Send it, and tell who waits; raises only what makes the whole chat wait."""
        self.begun.set()
        try:
            message = await self.send()
        except TelegramError as error:
            self._fail(error)
            if judged(error).kind is Kind.WAIT:
                raise
        else:
            self._settle(message.message_id)

    def stale(self) -> bool:
        """Whether it need not be sent any more."""
        return self.withdrawn or self.over.done()

    def _settle(self, message: int) -> None:
        if not self.over.done():
            self.over.set_result(message)

    def _fail(self, error: TelegramError) -> None:
        if not self.over.done():
            self.over.set_exception(error)


async def _noted(storing: Awaitable[None]) -> None:
    """Store what a refusal tells; what became of the post holds without it too."""
    try:
        await storing
    except Unavailable:
        log.warning("database_unavailable", exc_info=True)


async def _unheard(fault: Fault) -> None:
    """Refusals are told to who waits for the post."""
    log.debug("post_refused", kind=fault.kind.name)


@dataclass(frozen=True, slots=True)
class Posting:
    """The poster of one bot; ``reached`` tells whether Telegram is, just now."""

    api: telegram.Bot
    outbox: Outbox
    moves: Moves
    shut_out: ShutOut
    reached: Callable[[], bool]

    @property
    def platform(self) -> str:
        """Telegram."""
        return PLATFORM

    @property
    def recognises(self) -> timedelta:
        """Telegram takes every message for a new one."""
        return timedelta(0)

    @property
    def ready(self) -> bool:
        """Whether the start is over and nothing has failed since."""
        return self.reached()

    async def post(self, chat: Chat, place: str, reply: Reply, nonce: str) -> str:
        """Post in a group or a topic of it; the message's id.

        Raises Refused or NotSent; anything else means that nobody knows whether it arrived.
        """
        return await self._posted(_spot(chat, place), reply, nonce)

    async def write_to(self, person: str, reply: Reply, nonce: str) -> str:
        """Write to somebody in private; the message's id. Ends as ``post`` does."""
        return await self._posted(Spot(int(person)), reply, nonce)

    async def _posted(self, spot: Spot, reply: Reply, nonce: str) -> str:
        try:
            shut_out = await self.shut_out.paused(spot.chat)
        except Unavailable as error:
            raise NotSent from error
        if shut_out:
            raise Refused(FORBIDDEN)
        drawn = self._drawn(reply, spot)
        attempt = Attempt(lambda: self._send(spot, drawn))
        job = Job(attempt.run, _unheard, attempt.stale)
        self.outbox.put(spot.chat, ("daily", nonce), job)
        try:
            async with asyncio.timeout(TURN):
                await attempt.begun.wait()
        except TimeoutError:
            raise NotSent from None
        finally:
            attempt.withdrawn = not attempt.begun.is_set()
        try:
            return str(await attempt.over)
        except TelegramError as error:
            await self._judge(spot.chat, judged(error), error)
            raise

    async def _judge(self, chat: int, fault: Fault, error: TelegramError) -> None:
        """Raise what a refusal means for a post, unless nobody knows."""
        words = fault.words.casefold()
        match fault.kind:
            case Kind.MOVED:
                await _noted(self.moves.moved(chat, fault.chat))
                raise NotSent from error
            case Kind.SHUT_OUT:
                await _noted(self.shut_out.note(chat, fault.words))
                gone = any(each in words for each in _GONE)
                raise Refused(GONE if gone else FORBIDDEN) from error
            case Kind.NO_TOPIC:
                closed = any(each in words for each in _CLOSED)
                raise Refused(CLOSED if closed else GONE) from error
            case Kind.OTHER:
                log.warning("post_refused", chat=chat, why=fault.words)
                raise Refused(REFUSED) from error
            case Kind.CUT_OFF if not _never_left(error):
                return
        raise NotSent from error

    async def _send(self, spot: Spot, drawn: Drawn) -> telegram.Message:
        return await self.api.send_message(
            spot.chat,
            drawn.texts[-1],
            message_thread_id=spot.topic,
            parse_mode=ParseMode.HTML,
            link_preview_options=NO_PREVIEW,
            reply_markup=drawn.keyboard,
        )

    def _drawn(self, reply: Reply, spot: Spot) -> Drawn:
        return draw(reply, spot, link=f"https://t.me/{self.api.username}?start=")

    # Managers

    async def tell_managers(self, chat: Chat, place: str, reply: Reply) -> bool:
        """Tell the group where it can still be told, else its administrators, the owner first.

        In private the buttons are left out, since they work in the group alone.
        """
        here = _spot(chat, place)
        if await self._told(here, reply) or (
            here.topic and await self._told(Spot(here.chat), reply)
        ):
            return True
        title, managers = await self._managers(here.chat)
        named = replace(reply, blocks=(Block(BlockKind.TITLE, title), *reply.blocks), rows=())
        for manager in managers:
            if await self._told(Spot(manager), named):
                return True
        return False

    async def _told(self, spot: Spot, reply: Reply) -> bool:
        try:
            await self._send(spot, self._drawn(reply, spot))
        except TelegramError as error:
            log.info("manager_not_told", kind=judged(error).kind.name)
            return False
        return True

    async def _managers(self, chat: int) -> tuple[str, list[int]]:
        """The group's title, and who manages it; nobody where the bot is not in it any more."""
        try:
            title = (await self.api.get_chat(chat)).title or ""
            members = await self.api.get_chat_administrators(chat)
        except TelegramError as error:
            log.info("managers_unknown", kind=judged(error).kind.name)
            return "", []
        owner_first = sorted(members, key=lambda each: each.status != each.OWNER)
        return title, [each.user.id for each in owner_first if not each.user.is_bot]


def _spot(chat: Chat, place: str) -> Spot:
    topic = int(place) if place else None
    return Spot(int(chat.external_id), None if topic == GENERAL else topic)


def _never_left(error: TelegramError) -> bool:
    """Whether no connection came about, so that nothing can have been sent."""
    cause = error.__cause__
    return type(cause).__name__ in ("ConnectError", "ConnectTimeout", "PoolTimeout")
