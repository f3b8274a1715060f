"""``patience serve``: the bot on the platforms whose tokens are set."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

import structlog
from aiohttp import web

from bot.adapters import discord, telegram
from bot.adapters.unwelcome import Unwelcome
from bot.admission.floods import Floods
from bot.commandline.database import with_database
from bot.commandline.logs import log_from, log_libraries
from bot.commandline.output import DONE, NO, USAGE, fail
from bot.commandline.settings import settings
from bot.commandline.signals import when_told_to_end
from bot.config import Settings
from bot.conversation import Conversation
from bot.daily.making import Making
from bot.daily.poster import Poster
from bot.daily.scheduler import Scheduler
from bot.housekeeping import keep_house, keep_on
from bot.scene import Services
from bot.watching import MeteredConversation, Metrics, Watch, Watched
from bot.workers import Workers
from storage import Storage

log = structlog.get_logger(__name__)


class _Bot(Watched, Protocol):
    """A bot on one platform."""

    @property
    def poster(self) -> Poster:
        """What posts there."""

    async def finish(self) -> None:
        """Let answers under way reach their players, then leave."""


@dataclass(frozen=True, slots=True)
class _Front:
    """A platform's name, the bot on it, and its running, which ends when the bot has finished."""

    platform: str
    bot: _Bot
    running: asyncio.Task[None]


def serve() -> int:
    """Run until a signal ends it; the exit status."""
    chosen = settings()
    if not chosen.tokens:
        return fail(
            "neither DISCORD_TOKEN nor TELEGRAM_TOKEN is set; .env.example tells where to get one",
            USAGE,
        )
    metrics = Metrics()
    log_from(logging.INFO, hidden=chosen.secrets, counted=metrics.logged)
    log_libraries(hidden=chosen.secrets, counted=metrics.logged)
    try:
        return with_database(lambda: asyncio.run(_serve(chosen, metrics)))
    except Unwelcome as error:
        return fail(str(error), USAGE if error.token_at_fault else NO)


async def _serve(settings: Settings, metrics: Metrics) -> int:
    storage = await Storage.open(settings.database)
    solvers = Workers()
    try:
        making = Making(settings.daily_secret.get_secret_value())
        services = Services(
            storage,
            lambda: datetime.now(UTC),
            secrets.randbelow,
            solvers,
            dailies=making,
            floods=Floods(settings.limit),
        )
        await keep_house(storage, services.clock())
        fronts = _fronts(settings, MeteredConversation(services, metrics), services)
        watching = await _watched(settings, Watch(storage, _bots(fronts), metrics))
        # Kernels compile for a while; whoever plays meanwhile is not kept waiting.
        warming = asyncio.create_task(solvers.warm())
        warming.add_done_callback(_is_warm)
        ahead = asyncio.create_task(
            making.keep_ahead(storage, solvers, services.clock, asyncio.sleep)
        )
        keeping = asyncio.create_task(keep_on(storage, services.clock, asyncio.sleep))
        scheduler = Scheduler(
            services, {each.platform: each.bot.poster for each in fronts}, asyncio.sleep
        )
        posting = asyncio.create_task(scheduler.run())
        try:
            await _until_told(fronts, lambda: scheduler.finish(posting))
        finally:
            ahead.cancel()
            keeping.cancel()
            if watching is not None:
                await watching.cleanup()
            warming.remove_done_callback(_is_warm)
            await solvers.close()
            await asyncio.gather(warming, ahead, keeping, return_exceptions=True)
    finally:
        await asyncio.gather(storage.close(), solvers.close())
    return DONE


def _bots(fronts: tuple[_Front, ...]) -> dict[str, Watched]:
    return {front.platform: front.bot for front in fronts}


async def _watched(settings: Settings, watch: Watch) -> web.AppRunner | None:
    """Answer at the address that is set; one that can't be had is no reason not to play."""
    address = settings.watch_address
    if address is None:
        return None
    try:
        return await watch.listen(*address)
    except OSError as error:
        log.error("not_watching", why=error.strerror or str(error))  # noqa: TRY400 - its text says all
        return None


def _fronts(
    settings: Settings, conversation: Conversation, services: Services
) -> tuple[_Front, ...]:
    """The bots whose tokens are set, begun."""

    def front(platform: str, bot: _Bot, running: Awaitable[None]) -> _Front:
        return _Front(platform, bot, asyncio.ensure_future(running))

    fronts = []
    if token := settings.discord_token.get_secret_value():
        discord.addressed(settings.discord_api_base, settings.discord_gateway_url)
        on_discord = discord.Bot(
            conversation, services.storage, test_guild=settings.discord_test_guild
        )
        fronts.append(front("discord", on_discord, on_discord.run_with(token)))
    if token := settings.telegram_token.get_secret_value():
        on_telegram = telegram.Bot(
            conversation,
            services.storage,
            token=token,
            api_base=settings.telegram_api_base,
            webhook=_webhook(settings),
            clock=services.clock,
        )
        fronts.append(front("telegram", on_telegram, on_telegram.run()))
    return tuple(fronts)


def _webhook(settings: Settings) -> telegram.Webhook | None:
    if not settings.webhook_url:
        return None
    secret = settings.webhook_secret.get_secret_value() or secrets.token_urlsafe(32)
    return telegram.Webhook(
        settings.webhook_url, settings.webhook_port, settings.webhook_listen, secret
    )


def _is_warm(warming: asyncio.Task[None]) -> None:
    """A hint will say so, and try again, where they could not be warmed."""
    if not warming.cancelled() and (error := warming.exception()) is not None:
        log.error("solvers_not_warm", exc_info=error)


async def _until_told(
    fronts: tuple[_Front, ...], before_leaving: Callable[[], Awaitable[None]]
) -> None:
    """Run until a signal tells all to end, or until the last of them has failed: that is raised.

    What is done ``before_leaving`` still has the platforms.
    """
    told = asyncio.Event()
    when_told_to_end(told.set)
    waiting = asyncio.create_task(told.wait())
    left = {front.running: front for front in fronts}
    failure: BaseException | None = None
    try:
        while left and not told.is_set():
            done, _ = await asyncio.wait({*left, waiting}, return_when=asyncio.FIRST_COMPLETED)
            for running in done & left.keys():
                front = left.pop(running)  # type: ignore[arg-type]  # only theirs are in both
                failure = running.exception() or failure
                if left and failure is not None:
                    log.error("platform_lost", platform=front.platform, why=str(failure))
        if told.is_set():
            log.info("stopping")
    finally:
        waiting.cancel()
        await before_leaving()
        await asyncio.gather(*(front.bot.finish() for front in fronts))
        for running in left:
            # It may still be waiting to be let in.
            running.cancel()
        ends = await asyncio.gather(*left, return_exceptions=True)
    failures = [end for end in ends if isinstance(end, Exception)]
    if not told.is_set() and failure is not None:
        raise failure
    if failures:
        raise failures[0]
