"""CPU time of a press on Telegram, beside a bare python-telegram-bot bot that edits a message.

Both bots live in this process and are pressed in turn, over real HTTP by long polling, by Telegrams
in another process. The bare bot's message has the text and the keys of a board of ours; it answers
the press and edits, as ours does after the press was read, checked, stored with
``synchronous=FULL`` and drawn.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Any

from telegram import InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.ext import Application, CallbackQueryHandler, MessageHandler

from bot.adapters.telegram import Bot
from bot.commandline.logs import log_from
from bot.conversation import Conversation
from bot.scene import Services
from bot.workers import Workers
from storage import Storage
from tests.benchmarks.beside import statements, told
from tests.fakes.telegram.server import TOKEN

ROUNDS = 9
PRESSES = 40
OURS, BARE = "ours", "bare"
DEAL, OTHER = "617", "618"


class Hurried:
    """A time that passes at once: Telegram's limits are kept, and nobody waits for them."""

    def __init__(self) -> None:
        """Begin now."""
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        """What the clock shows."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let that much time pass."""
        self.now += timedelta(seconds=seconds)
        await asyncio.sleep(0)


class Bare:
    """Answers every press and edits its message, which is as long each time and never the same."""

    def __init__(self, address: str, board: dict[str, Any]) -> None:
        """Take the text and the keys of ``board``."""
        texts = cycle((board["text"], board["text"].replace(DEAL, OTHER)))
        keys = InlineKeyboardMarkup.de_json(board["reply_markup"])

        async def said(update: Update, _: Any) -> None:
            assert update.message is not None  # the handler's kind
            await update.message.reply_html(next(texts), reply_markup=keys)

        async def pressed(update: Update, _: Any) -> None:
            assert update.callback_query is not None  # the handler's kind
            await update.callback_query.answer()
            await update.callback_query.edit_message_text(
                next(texts), parse_mode=ParseMode.HTML, reply_markup=keys
            )

        self.app = Application.builder().token(TOKEN).base_url(f"{address}/bot").build()
        self.app.add_handler(MessageHandler(None, said))
        self.app.add_handler(CallbackQueryHandler(pressed))

    async def start(self) -> None:
        """Poll."""
        await self.app.initialize()
        assert self.app.updater is not None  # built with one
        await self.app.updater.start_polling()
        await self.app.start()

    async def stop(self) -> None:
        """Poll no more."""
        assert self.app.updater is not None  # built with one
        await self.app.updater.stop()
        await self.app.stop()
        await self.app.shutdown()


class Telegrams:
    """The other process."""

    def __init__(self, process: asyncio.subprocess.Process, addresses: dict[str, str]) -> None:
        """It serves at these addresses."""
        self._process = process
        self.addresses = addresses

    async def ask(self, name: str, **order: Any) -> dict[str, Any]:
        """The board of ``name`` after ``begin`` or ``press``."""
        assert self._process.stdin is not None  # a pipe
        assert self._process.stdout is not None  # as above
        self._process.stdin.write(json.dumps({"name": name, **order}).encode() + b"\n")
        board: dict[str, Any] = json.loads(await self._process.stdout.readline())
        return board


@asynccontextmanager
async def _telegrams() -> AsyncIterator[Telegrams]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.fakes.telegram", OURS, BARE),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None  # a pipe
    assert process.stdout is not None  # as above
    try:
        yield Telegrams(process, json.loads(await process.stdout.readline()))
    finally:
        process.stdin.close()
        await process.wait()


def run() -> list[str]:
    """Medians of interleaved rounds, and the database's share."""
    log_from(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(f"sqlite+aiosqlite:///{folder}/bench.db"))


async def _measured(database: str) -> list[str]:
    storage = await Storage.open(database)
    hurried = Hurried()
    services = Services(storage, hurried, secrets.randbelow, Workers(1))
    costs: dict[str, list[float]] = {OURS: [], BARE: []}
    stored: list[float] = []
    try:
        async with _telegrams() as telegrams:
            ours = Bot(
                Conversation(services),
                storage,
                token=TOKEN,
                api_base=telegrams.addresses[OURS],
                clock=hurried,
                sleep=hurried.sleep,
            )
            serving = asyncio.create_task(ours.run())
            board = await telegrams.ask(OURS, begin=DEAL)
            bare = Bare(telegrams.addresses[BARE], board)
            await bare.start()
            for _ in range(ROUNDS):
                for name, measured in costs.items():
                    await telegrams.ask(name, begin=DEAL)
                    start = time.process_time()
                    await telegrams.ask(name, press=PRESSES)
                    measured.append((time.process_time() - start) / PRESSES)
                stored.append(await statements(storage, PRESSES))
            await bare.stop()
            await ours.finish()
            await serving
    finally:
        await storage.close()
    return told("telegram_presses", costs[OURS], costs[BARE], stored)
