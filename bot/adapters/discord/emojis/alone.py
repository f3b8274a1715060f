"""Uploading the pictures without running the bot: ``patience emojis sync``."""

from __future__ import annotations

import discord

from bot.adapters.discord.connection import connected
from bot.adapters.discord.emojis.upload import Synced, synced
from bot.adapters.unwelcome import Unwelcome
from storage import Storage


class _Uploader(discord.Client):
    """A client that uploads instead of listening."""

    done: Synced | None = None

    def __init__(self, storage: Storage) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self._storage = storage

    async def connect(self, *, reconnect: bool = True) -> None:
        """Upload, logged in as the bot."""
        try:
            self.done = await synced(self, self._storage)
        except discord.HTTPException as error:
            raise Unwelcome(
                f"Discord answered {error.status} to a picture; the same command goes on from there"
            ) from error


async def upload(token: str, storage: Storage) -> Synced:
    """Upload what is missing; raises Unwelcome when Discord refuses."""
    async with _Uploader(storage) as client:
        await connected(client, token)
        assert client.done is not None  # else it has raised
        return client.done
