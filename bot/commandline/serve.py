"""``patience serve``: the bot on the platforms whose tokens are set."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime

import structlog
from pydantic import ValidationError

from bot.adapters.discord import Bot, Unwelcome, addressed
from bot.commandline.output import DONE, NO, USAGE, fail
from bot.config import Settings
from bot.conversation import Conversation
from bot.housekeeping import keep_house
from bot.scene import Services
from bot.workers import Workers
from storage import CannotOpen, DamagedDatabase, NewerSchema, Storage

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
    _logs()
    try:
        asyncio.run(_serve(settings, token))
    except Unwelcome as error:
        return fail(str(error), USAGE if error.token_at_fault else NO)
    except NewerSchema as error:
        return fail(
            f"{error.where} was written by a newer version ({error.found}); this one knows "
            f"{error.known}. Update the program.",
            NO,
        )
    except DamagedDatabase as error:
        return fail(f"{error.where} is damaged and was left as it is: {error.reason}", NO)
    except CannotOpen as error:
        return fail(f"cannot open {error.where}: {error.reason}", NO)
    return DONE


async def _serve(settings: Settings, token: str) -> None:
    storage = await Storage.open(settings.database)
    solvers = Workers()
    try:
        services = Services(storage, lambda: datetime.now(UTC), secrets.randbelow, solvers)
        await keep_house(storage, services.clock())
        addressed(settings.discord_api_base, settings.discord_gateway_url)
        bot = Bot(Conversation(services), storage, test_guild=settings.discord_test_guild)
        # Kernels compile for a while; whoever plays meanwhile is not kept waiting.
        warming = asyncio.create_task(solvers.warm())
        warming.add_done_callback(_is_warm)
        try:
            await _until_told(bot, token)
        finally:
            warming.remove_done_callback(_is_warm)
            await solvers.close()
            # A process ended while it started leaves nobody to say that it will never be warm.
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)
    finally:
        await asyncio.gather(storage.close(), solvers.close())


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


def _logs() -> None:
    """What happens to standard error, as JSON where nobody watches; never what people write."""
    readable = sys.stderr.isatty()
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(colors=False)
        if readable
        else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*shared, structlog.processors.format_exc_info, last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                last,
            ],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("discord.gateway").setLevel(logging.INFO)
