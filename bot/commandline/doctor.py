"""``patience doctor``: looks at everything the bot needs, and says what to mend."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from bot.adapters import discord, telegram
from bot.commandline.output import DONE, NO, show
from bot.commandline.settings import FILE_ADVICE
from bot.config import Settings, default_database, wrong_settings
from bot.doctor import Finding, State, machine
from bot.doctor.finding import mend, note
from storage import CannotOpen
from storage.backup import database_file


def doctor() -> int:
    """Show each finding as soon as it is there; 1 if something must be mended."""
    return asyncio.run(_show())


async def _show() -> int:
    ill = 0
    async for finding in _findings():
        show(finding.line)
        ill += finding.state is State.MEND
    show(f"{ill} to mend" if ill else "all is well")
    return NO if ill else DONE


async def _findings() -> AsyncIterator[Finding]:
    yield machine.python()
    yield machine.zones()
    try:
        settings = Settings()
    except ValidationError as error:
        for wrong in wrong_settings(error):
            yield mend("settings", wrong, "mend it in .env, or where it is set")
        return
    except (UnicodeDecodeError, OSError):
        yield mend("settings", ".env can't be read", FILE_ADVICE)
        return
    yield machine.disk(_folder(settings.database))
    kept = await machine.database(settings.database)
    yield kept
    if kept.state is State.WELL:
        for finding in await machine.dailies(settings.database):
            yield finding
    yield await machine.solvers(lambda: datetime.now(UTC))
    for finding in await _platforms(settings):
        yield finding


def _folder(url: str) -> Path:
    """The folder whose room counts: the database's, or where this program keeps things."""
    try:
        file = database_file(url)
    except CannotOpen:
        file = None
    return (file or default_database()).absolute().parent


async def _platforms(settings: Settings) -> tuple[Finding, ...]:
    found: tuple[Finding, ...] = ()
    if token := settings.discord_token.get_secret_value():
        discord.addressed(settings.discord_api_base, settings.discord_gateway_url)
        found += await discord.examine(token)
    if token := settings.telegram_token.get_secret_value():
        found += await telegram.examine(token, settings.telegram_api_base, settings.webhook_url)
    if not settings.tokens:
        advice = "set DISCORD_TOKEN or TELEGRAM_TOKEN in .env; the terminal needs none"
        found = (note("platforms", "no token is set", advice),)
    return found
