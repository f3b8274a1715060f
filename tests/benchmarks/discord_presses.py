"""CPU time of a press on Discord, beside a bare discord.py bot that edits a fixed message.

Both bots live in this process and are pressed in turn, over real HTTP and websockets, by Discords
in another process. The bare bot's message has the text and the buttons of a board of ours, and the
same client options; a press of ours is read, checked, stored with ``synchronous=FULL`` and drawn.

The target is not reached: the statements of a move alone cost some three presses of the bare bot,
nine visits to SQLite's thread through an asynchronous engine. The same statements with a plain
engine, a work a visit, cost half of that.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import discord

from bot.adapters.discord import Bot, addressed
from bot.adapters.discord.client import options
from bot.conversation import Conversation
from bot.scene import Services
from bot.workers import Workers
from storage import Storage
from tests.benchmarks.beside import statements, told
from tests.fakes.discord.server import TOKEN

ROUNDS = 9
PRESSES = 40
"""In a row: so many a game of Calculation always has, without undo."""
OURS, BARE = "ours", "bare"


class Fixed(discord.ui.View):
    """Buttons that put the same text and themselves in place of their message."""

    def __init__(self, content: str, rows: list[Any]) -> None:
        """Buttons with the labels and styles of ``rows``, as they go over the wire."""
        super().__init__(timeout=None)
        self.content = content
        for number, row in enumerate(rows):
            for place, key in enumerate(row["components"]):
                button: discord.ui.Button[Any] = discord.ui.Button(
                    label=key["label"],
                    style=discord.ButtonStyle(key["style"]),
                    custom_id=f"fixed:{number}:{place}",
                    row=number,
                )
                button.callback = self.pressed  # type: ignore[method-assign]  # as a decorator does
                self.add_item(button)

    async def pressed(self, interaction: discord.Interaction) -> None:
        """Edit."""
        await interaction.response.edit_message(content=self.content, view=self)


class Bare(discord.AutoShardedClient):
    """Answers any command with the fixed message."""

    def __init__(self, board: dict[str, Any]) -> None:
        """Take the text and the buttons of ``board``; the options are those of our bot."""
        super().__init__(**options())
        self.board = board

    async def setup_hook(self) -> None:
        """Know the buttons."""
        self.view = Fixed(self.board["content"], self.board["components"])
        self.add_view(self.view)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Post the message."""
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.send_message(self.view.content, view=self.view)


class Discords:
    """The other process."""

    def __init__(
        self, process: asyncio.subprocess.Process, addresses: dict[str, list[str]]
    ) -> None:
        """It serves at these addresses."""
        self._process = process
        self._addresses = addresses

    async def ask(self, name: str, **order: Any) -> dict[str, Any]:
        """The board of ``name`` after ``begin`` or ``press``."""
        assert self._process.stdin is not None  # a pipe
        assert self._process.stdout is not None  # as above
        self._process.stdin.write(json.dumps({"name": name, **order}).encode() + b"\n")
        board: dict[str, Any] = json.loads(await self._process.stdout.readline())
        return board

    def point(self, name: str) -> None:
        """Let requests go to that Discord from now on: discord.py has one address a process."""
        addressed(*self._addresses[name])


@asynccontextmanager
async def _discords() -> AsyncIterator[Discords]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.fakes.discord", OURS, BARE),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None  # a pipe
    assert process.stdout is not None  # as above
    yield Discords(process, json.loads(await process.stdout.readline()))
    process.stdin.close()
    await process.wait()


def run() -> list[str]:
    """Medians of interleaved rounds, and the database's share."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measured(f"sqlite+aiosqlite:///{folder}/bench.db"))


async def _measured(database: str) -> list[str]:
    storage = await Storage.open(database)
    services = Services(storage, lambda: datetime.now(UTC), secrets.randbelow, Workers(1))
    costs: dict[str, list[float]] = {OURS: [], BARE: []}
    stored: list[float] = []
    try:
        async with _discords() as discords:
            ours = Bot(Conversation(services), storage)
            discords.point(OURS)
            serving = [asyncio.create_task(ours.run_with(TOKEN))]
            board = await discords.ask(OURS, begin="617")
            bare = Bare(board)
            discords.point(BARE)
            serving.append(asyncio.create_task(bare.start(TOKEN)))
            await discords.ask(BARE, begin="617")
            for number in range(ROUNDS):
                for name, measured in costs.items():
                    discords.point(name)
                    await discords.ask(name, begin=str(number))
                    start = time.process_time()
                    await discords.ask(name, press=PRESSES)
                    measured.append((time.process_time() - start) / PRESSES)
                stored.append(await statements(storage, PRESSES))
            await ours.finish()
            await bare.close()
            await asyncio.gather(*serving)
    finally:
        await storage.close()
    return told("discord_presses", costs[OURS], costs[BARE], stored)
