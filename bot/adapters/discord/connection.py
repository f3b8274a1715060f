"""Logging in and staying connected, how that fails, and in which words."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.http import Route
from discord.shard import Shard

from bot.adapters.unwelcome import Unwelcome

T = TypeVar("T")

# No voice here, so that nobody needs to hear what that would take.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

FAILURES = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request can end in: refused, put off for long, nobody there. Timeouts are OSErrors."""
LONGEST_WAIT = 30.0
"""Seconds that a request is put off by a rate limit before it is given up."""
ENOUGH = 60.0
"""Seconds after which an answer is given up, with all attempts at it."""
RESUMES = 5
"""Attempts at going on with a session, before a new one is begun."""
_BAD_TOKEN = 4004
_REFUSED = (
    "Discord refuses this DISCORD_TOKEN: copy it anew from the developer portal (Bot, Reset Token)"
)


def addressed(api: str, gateway: str) -> None:
    """Speak to other servers than Discord's own, where these are given."""
    if api:
        Route.BASE = api.rstrip("/")
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def connected(client: discord.Client, token: str) -> None:
    """Run until the client is closed; raises Unwelcome when Discord turns it away."""
    try:
        await client.login(token)
        await client.connect(reconnect=True)
    except (discord.LoginFailure, ValueError) as error:
        raise Unwelcome(_REFUSED, token_at_fault=True) from error
    except discord.PrivilegedIntentsRequired as error:
        raise Unwelcome(
            "Discord refuses the intents of this bot, though none is privileged"
        ) from error
    except discord.ConnectionClosed as error:
        if error.code == _BAD_TOKEN:
            raise Unwelcome(_REFUSED, token_at_fault=True) from error
        raise Unwelcome(f"Discord ended the connection for good (code {error.code})") from error
    except discord.HTTPException as error:
        raise Unwelcome(
            f"Discord answered {error.status} when logging in; try again later"
        ) from error
    except (aiohttp.ClientError, discord.GatewayNotFound, OSError) as error:
        raise Unwelcome(f"Discord can't be reached: {error or type(error).__name__}") from error


def reason(error: BaseException) -> dict[str, object]:
    """What a log may know of a failure."""
    if isinstance(error, discord.HTTPException):
        return {"status": error.status, "code": error.code}
    return {"error": type(error).__name__}


async def steadily(call: Callable[[], Awaitable[T]]) -> T:
    """What ``call`` gives, asked once more if the connection broke under it; raises FAILURES.

    discord.py repeats what a server refuses, but not every kind of broken connection. It would
    wait five minutes for an answer, and other posts in the channel with it.
    """
    async with asyncio.timeout(ENOUGH):
        try:
            return await call()
        except aiohttp.ClientConnectionError:
            return await call()


class Faithful(Shard):
    """A shard that goes on with its session where a first attempt to reconnect failed.

    discord.py's begins a new one then, and whatever was said meanwhile is lost.
    """

    _attempts = 0

    async def reconnect(self) -> None:
        """Connect again: to the same session as long as that may still be there."""
        before = self.ws
        self._attempts += 1
        resume = self.ws.session_id is not None and self._attempts <= RESUMES
        await self.reidentify(ReconnectWebSocket(self.id, resume=resume))
        if self.ws is not before:
            self._attempts = 0


def faithful(client: discord.AutoShardedClient, shard_id: int) -> None:
    """Make a shard that has just been launched go on with its session."""
    info = client.get_shard(shard_id)
    assert info is not None  # launched
    # discord.py lets nobody say which class its shards have.
    info._parent.__class__ = Faithful
