"""Posting on Discord without being asked, and telling those who manage a server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

import discord
import structlog

from bot.adapters.discord import permits
from bot.adapters.discord.connection import FAILURES, reason
from bot.adapters.discord.drawing import Drawn, draw
from bot.adapters.discord.places import PLATFORM
from bot.adapters.discord.writing import CONTENT, written
from bot.daily.poster import CLOSED, FORBIDDEN, GONE, REFUSED, NotSent, Refused
from bot.replies import Block, BlockKind, Reply
from storage.people import Chat

log = structlog.get_logger(__name__)
T = TypeVar("T")
Judge = Callable[[discord.HTTPException], None]
"""Raises what a refusal means, unless nobody knows."""

RECOGNISED = timedelta(minutes=3)
"""Discord knows a nonce "for some minutes"."""
_REFUSED_FOR_GOOD = 400
_TOO_MANY_OPENED = 40003
"""Discord's code for private chats opened too fast."""
_PERHAPS_DONE = 500
"""From this status on the server failed, and nobody knows whether before or afterwards."""


@dataclass(frozen=True, slots=True)
class Posting:
    """The poster of one client."""

    client: discord.Client

    @property
    def platform(self) -> str:
        """Discord."""
        return PLATFORM

    @property
    def recognises(self) -> timedelta:
        """How long a repetition with the same nonce is answered with the message that is there."""
        return RECOGNISED

    @property
    def ready(self) -> bool:
        """Whether the start is over."""
        return self.client.is_ready()

    async def post(self, chat: Chat, place: str, reply: Reply, nonce: str) -> str:
        """Post in a channel or thread of the server; the message's id.

        Raises Refused or NotSent; anything else means that nobody knows whether it arrived.
        """
        # Asked first, this tells a server out of reach while surely nothing has been sent.
        channel = await self._channel(chat, place)
        return await _sent(channel, reply, nonce, _judge)

    async def write_to(self, person: str, reply: Reply, nonce: str) -> str:
        """Write to somebody in private; the message's id. Ends as ``post`` does."""
        opening = self.client.create_dm(discord.Object(int(person)))
        channel = await _before_sending(opening, _judge_person)
        return await _sent(channel, reply, nonce, _judge_person)

    async def _channel(self, chat: Chat, place: str) -> discord.abc.Messageable:
        if not place:
            raise Refused(GONE)  # a conversation that the bot isn't in
        channel = await _before_sending(self.client.fetch_channel(int(place)), _judge)
        guild = getattr(channel, "guild", None)
        if guild is None or str(guild.id) != chat.external_id:
            raise Refused(GONE)
        if not isinstance(channel, discord.abc.Messageable):
            raise Refused(REFUSED)
        return channel

    async def tell_managers(self, chat: Chat, place: str, reply: Reply) -> bool:
        """Tell the server's owner in private; buttons work on the server alone, so those go there.

        Where neither takes it, the server's own channel for news does.
        """
        guild = self.client.get_guild(int(chat.external_id))
        if guild is None:
            log.info("server_left", chat=chat.id)
            return False
        there = self.client.get_partial_messageable(int(place))
        owner = await self._private(guild.owner_id)
        ways = (there if reply.rows else None, owner, guild.system_channel)
        return await _first([each for each in ways if each is not None], there, guild.name, reply)

    async def _private(self, user: int | None) -> discord.abc.Messageable | None:
        if user is None:
            return None
        try:
            return await self.client.create_dm(discord.Object(user))
        except FAILURES as error:
            log.info("owner_not_reached", **reason(error))
            return None


async def _first(
    ways: Sequence[discord.abc.Messageable],
    there: discord.abc.Messageable,
    server: str,
    reply: Reply,
) -> bool:
    """Send it by the first way that takes it, and whether one did.

    Elsewhere than ``there`` the server is named.
    """
    # Buttons are left out: they work on the server alone.
    named = Reply((Block(BlockKind.TITLE, server), *reply.blocks))
    for way in ways:
        try:
            await way.send(**draw(reply if way is there else named).sending())
        except FAILURES as error:
            log.info("manager_not_told", **reason(error))
        else:
            return True
    return False


async def _before_sending(call: Awaitable[T], judge: Judge) -> T:
    """What ``call`` gives; raises Refused or NotSent, for nothing was sent yet."""
    try:
        return await call
    except discord.HTTPException as error:
        judge(error)
        raise NotSent from error
    except FAILURES as error:
        raise NotSent from error


async def _sent(channel: discord.abc.Messageable, reply: Reply, nonce: str, judge: Judge) -> str:
    """Send it; the message's id."""
    try:
        sent = await channel.send(nonce=nonce, **_drawn(reply).sending())
    except discord.RateLimited as error:
        raise NotSent from error
    except discord.HTTPException as error:
        judge(error)
        raise
    return str(sent.id)


def _drawn(reply: Reply) -> Drawn:
    """The post as a message: where an ordinary one hasn't the room, one that has."""
    long = written(reply.blocks, limit=CONTENT) is None
    return draw(reply, wide=long)


def _judge(error: discord.HTTPException) -> None:
    """Raise what a refusal means for a post, unless nobody knows."""
    if error.status >= _PERHAPS_DONE:
        return
    if not error.code:
        # Not Discord itself but what stands before it.
        raise NotSent from error
    if permits.closed(error):
        raise Refused(CLOSED) from error
    if isinstance(error, discord.NotFound):
        raise Refused(GONE) from error
    if isinstance(error, discord.Forbidden):
        raise Refused(FORBIDDEN) from error
    if error.status == _REFUSED_FOR_GOOD:
        raise Refused(REFUSED) from error
    raise NotSent from error


def _judge_person(error: discord.HTTPException) -> None:
    """The same for a message to one person: only they may be why it is forbidden."""
    if error.code in permits.NO_PRIVATE_MESSAGES:
        raise Refused(FORBIDDEN) from error
    if error.code == _TOO_MANY_OPENED:
        raise NotSent from error
    if isinstance(error, discord.Forbidden) and error.code:
        raise Refused(REFUSED) from error
    _judge(error)
