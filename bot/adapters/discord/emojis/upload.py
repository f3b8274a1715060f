"""Bringing the pictures to Discord, once: by the command, or in the background at need.

Discord's own list tells what is there, so an upload that broke off goes on where it stopped. The
ids are kept as a fact, so that a start needs no pictures drawn.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import discord
import structlog

from bot.adapters.discord.connection import FAILURES, reason
from bot.adapters.discord.emojis.pictures import EDITION, NAMES, picture
from bot.adapters.discord.emojis.placing import Missing, Shown, placed
from bot.replies import Reply
from storage import Storage

log = structlog.get_logger(__name__)

FACT = "discord.emojis"
REST = 600.0
"""Seconds until the next attempt after one that failed."""


@dataclass(frozen=True, slots=True)
class Synced:
    """All pictures as they are on Discord now, and how many of them were uploaded for that."""

    shown: Shown
    uploaded: int


async def synced(client: discord.Client, storage: Storage) -> Synced:
    """Upload what is missing, forget older editions; raises FAILURES."""
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    marks, uploaded = {}, 0
    for name in NAMES:
        emoji = there.get(name + EDITION)
        if emoji is None:
            image = await asyncio.to_thread(picture, name)
            emoji = await _created(client, name + EDITION, image)
            uploaded += 1
        marks[name] = f"<:{emoji.name}:{emoji.id}>"
    for older in there.values():
        if older.name[:-1] in NAMES and older.name[-1] < EDITION:
            await older.delete()
    kept = json.dumps({"application": client.application_id, "edition": EDITION, "marks": marks})
    await storage.write(lambda uow: uow.facts.put(FACT, kept))
    log.info("emojis_synced", uploaded=uploaded, count=len(marks))
    return Synced(Shown(marks), uploaded)


async def _created(client: discord.Client, name: str, image: bytes) -> discord.Emoji:
    """The emoji of that name, which may be there in spite of the answer."""
    try:
        return await client.create_application_emoji(name=name, image=image)
    except discord.HTTPException:
        # A repeated request took effect the first time, or another process was quicker.
        for emoji in await client.fetch_application_emojis():
            if emoji.name == name:
                return emoji
        raise


async def remembered(client: discord.Client, storage: Storage) -> Shown | None:
    """The pictures as they were uploaded last, None if these are not all of today's."""
    kept = await storage.read(lambda reading: reading.facts.get(FACT))
    fact = json.loads(kept) if kept else {}
    known = fact.get("application"), fact.get("edition")
    if known != (client.application_id, EDITION) or fact["marks"].keys() != set(NAMES):
        return None
    return Shown(fact["marks"])


@dataclass(slots=True)
class Emojis:
    """The pictures that a running bot can show."""

    client: discord.Client
    storage: Storage
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    shown: Shown | None = None
    _task: asyncio.Task[None] | None = field(default=None)

    async def recall(self) -> None:
        """Know what was uploaded before, and see in the background whether it is still there."""
        self.shown = await remembered(self.client, self.storage)
        if self.shown is not None:
            self._begin()

    def placed(self, reply: Reply, *, allowed: bool, language: str) -> Reply:
        """``reply`` as it can be shown now; the first board of the theme starts the upload."""
        if not any(block.lines for block in reply.blocks):
            return reply
        if not allowed:
            return placed(reply, Missing.PERMISSION, language)
        if self.shown is None:
            self._begin()
        return placed(reply, self.shown or Missing.UPLOAD, language)

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._upload())

    async def _upload(self) -> None:
        """Try until it has worked; nobody waits for it."""
        while True:
            try:
                self.shown = (await synced(self.client, self.storage)).shown
            except discord.RateLimited as error:
                log.info("emojis_wait", seconds=error.retry_after)
                await self.sleep(error.retry_after)
            except FAILURES as error:
                log.warning("emojis_not_uploaded", **reason(error))
                await self.sleep(REST)
            except Exception:
                log.exception("emojis_error")
                await self.sleep(REST)
            else:
                return

    async def close(self) -> None:
        """Break off; what is uploaded stays."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
