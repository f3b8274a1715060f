"""``patience serve``: the bot on the platforms whose tokens are set."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from contextlib import suppress
from datetime import UTC, datetime

import structlog
from pydantic import ValidationError

from bot.adapters.discord import Bot, Unwelcome, addressed
from bot.commandline.database import with_database
from bot.commandline.logs import log_from, log_libraries
from bot.commandline.output import DONE, NO, USAGE, fail
from bot.config import Settings
from bot.conversation import Conversation
from bot.daily.making import Making
from bot.housekeeping import keep_house
from bot.scene import Services
from bot.workers import Workers
from storage import Storage

log = structlog.get_logger(__name__)


def serve() -> int:
    """Run until a signal ends it; the exit status."""
    try:
        settings = Settings()
    except ValidationError as error:
        names = ", ".join(str(each["loc"][0]).upper() for each in error.errors())
        return fail(f"a setting can't be read: {names}", USAGE)
    token = settings.discord_token.get_secret_value().strip()
    if not token:
        return fail("no DISCORD_TOKEN is set; .env.example tells where to get one", USAGE)
    log_from(logging.INFO)
    log_libraries()
    try:
        return with_database(lambda: asyncio.run(_serve(settings, token)))
    except Unwelcome as error:
        return fail(str(error), USAGE if error.token_at_fault else NO)


async def _serve(settings: Settings, token: str) -> int:
    storage = await Storage.open(settings.database)
    solvers = Workers()
    try:
        making = Making(settings.daily_secret.get_secret_value())
        services = Services(
            storage, lambda: datetime.now(UTC), secrets.randbelow, solvers, dailies=making
        )
        await keep_house(storage, services.clock())
        addressed(settings.discord_api_base, settings.discord_gateway_url)
        bot = Bot(Conversation(services), storage, test_guild=settings.discord_test_guild)
        # Kernels compile for a while; whoever plays meanwhile is not kept waiting.
        warming = asyncio.create_task(solvers.warm())
        warming.add_done_callback(_is_warm)
        ahead = asyncio.create_task(
            making.keep_ahead(storage, solvers, services.clock, asyncio.sleep)
        )
        try:
            await _until_told(bot, token)
        finally:
            ahead.cancel()
            warming.remove_done_callback(_is_warm)
            await solvers.close()
            await asyncio.gather(warming, ahead, return_exceptions=True)
    finally:
        await asyncio.gather(storage.close(), solvers.close())
    return DONE


def _is_warm(warming: asyncio.Task[None]) -> None:
    """A hint will say so, and try again, where they could not be warmed."""
    if not warming.cancelled() and (error := warming.exception()) is not None:
        log.error("solvers_not_warm", exc_info=error)


async def _until_told(bot: Bot, token: str) -> None:
    """Run the bot until it fails or a signal tells it to end."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    running = asyncio.create_task(bot.run_with(token))
    waiting = asyncio.create_task(told.wait())
    try:
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if told.is_set():
            log.info("stopping")
    finally:
        waiting.cancel()
        await bot.finish()
        if told.is_set():
            # It may still be waiting for Discord to let it in.
            running.cancel()
    with suppress(asyncio.CancelledError):
        await running
