"""Answers under way: what is done where one doesn't get through, and who is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import structlog

from bot.adapters.discord import permits
from bot.adapters.discord.connection import FAILURES, reason
from bot.adapters.discord.delivery import awaited
from bot.i18n import nearest, texts_in

log = structlog.get_logger(__name__)

WAITING = 10.0
"""Seconds that answers under way are given at the end."""


class Flights:
    """The answers of one client that are under way."""

    def __init__(self) -> None:
        """None yet."""
        self._tasks: set[asyncio.Task[object]] = set()

    @asynccontextmanager
    async def one(self, interaction: discord.Interaction | None) -> AsyncIterator[None]:
        """One answer: its errors end here, and the end of the program waits for it."""
        task = asyncio.current_task()
        assert task is not None  # always inside a coroutine
        self._tasks.add(task)
        try:
            yield
        except FAILURES as error:
            # Too late, deleted or not allowed: the game is stored, the next press shows it.
            log.warning("not_delivered", **reason(error))
            if interaction is not None and _still_waits(interaction, error):
                await apologise(interaction, error)
        except Exception:
            log.exception("discord_error")
            if interaction is not None:
                await apologise(interaction)
        finally:
            self._tasks.discard(task)

    async def land(self) -> None:
        """Let them reach their players; give up those that take too long."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=WAITING)
        if late:
            log.warning("answers_given_up", count=len(late))
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


def _still_waits(interaction: discord.Interaction, error: BaseException) -> bool:
    """Whether somebody whose answer failed would see nothing at all, and can be told."""
    if not interaction.response.is_done():
        return isinstance(error, discord.HTTPException) and permits.closed(error)
    return awaited(interaction)


async def apologise(interaction: discord.Interaction, cause: BaseException | None = None) -> None:
    """Tell somebody that no answer came, and that nothing of their game is lost."""
    t = texts_in(nearest(str(interaction.locale)))
    sentence = t("My answer got lost on the way. Your game is safe: /board shows it.")
    if isinstance(cause, discord.HTTPException) and permits.closed(cause):
        sentence = t(
            "This thread is archived or locked, so its boards can't change. Your game is "
            "safe: /board shows it elsewhere."
        )
    try:
        if awaited(interaction):
            await interaction.edit_original_response(content=sentence)
        elif interaction.response.is_done():
            await interaction.followup.send(sentence, ephemeral=True)
        else:
            await interaction.response.send_message(sentence, ephemeral=True)
    except FAILURES as error:
        log.warning("not_delivered", **reason(error))


async def cannot_write(
    message: discord.Message, language: str, error: discord.HTTPException
) -> None:
    """Tell somebody whose message can't be answered, where that is still possible."""
    log.info("cannot_write", channel=message.channel.id, code=error.code)
    if isinstance(error, discord.NotFound) or message.guild is None:
        return
    t = texts_in(language)
    try:
        if error.code == permits.NO_PRIVATE_CHAT:
            await message.channel.send(
                t("I can't write to you in private. The same as a slash command works here.")
            )
        else:
            safe = t("Your game is safe; slash commands work.")
            await message.author.send(f"{permits.why_silent(message, error, t)} {safe}")
    except FAILURES:
        log.info("cannot_tell")
