"""``patience emojis sync``: card pictures for Discord, uploaded ahead of the first player."""

from __future__ import annotations

import asyncio
import logging

from bot.adapters.discord import Unwelcome, addressed, upload
from bot.commandline.database import with_database
from bot.commandline.logs import log_from, log_libraries
from bot.commandline.output import DONE, NO, USAGE, fail, show
from bot.commandline.settings import settings
from bot.config import Settings
from storage import Storage


def sync() -> int:
    """Upload what is missing and say how many that were; the exit status."""
    chosen = settings()
    token = chosen.discord_token.get_secret_value()
    if not token:
        return fail("no DISCORD_TOKEN is set; .env.example tells where to get one", USAGE)
    log_from(logging.WARNING, hidden=chosen.secrets)
    log_libraries(hidden=chosen.secrets)
    addressed(chosen.discord_api_base, chosen.discord_gateway_url)
    try:
        return with_database(lambda: asyncio.run(_sync(chosen, token)))
    except Unwelcome as error:
        return fail(str(error), USAGE if error.token_at_fault else NO)


async def _sync(settings: Settings, token: str) -> int:
    storage = await Storage.open(settings.database)
    try:
        done = await upload(token, storage)
    finally:
        await storage.close()
    show(f"{done.uploaded} pictures uploaded; {len(done.shown.marks)} are on Discord")
    return DONE
