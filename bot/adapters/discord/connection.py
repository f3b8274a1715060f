"""Logging in and staying connected, and in which words that fails."""

from __future__ import annotations

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.unwelcome import Unwelcome


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
        raise Unwelcome(
            "Discord refuses this DISCORD_TOKEN: copy it anew from the developer portal (Bot, "
            "Reset Token)",
            token_at_fault=True,
        ) from error
    except discord.PrivilegedIntentsRequired as error:
        raise Unwelcome(
            "Discord refuses the intents of this bot, though none is privileged"
        ) from error
    except discord.HTTPException as error:
        raise Unwelcome(
            f"Discord answered {error.status} when logging in; try again later"
        ) from error
    except (aiohttp.ClientError, discord.GatewayNotFound, OSError) as error:
        raise Unwelcome(f"Discord can't be reached: {error or type(error).__name__}") from error
