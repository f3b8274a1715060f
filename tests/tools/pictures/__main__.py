"""``python -m tests.tools.pictures [name…]``: take the pictures of docs/pictures anew.

A name is a picture's, such as ``discord-boards``; none is all of them.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.adapters.discord.emojis.pictures import EDITION, picture
from tests.tools.pictures import discord_page, discord_scenes, telegram_page, telegram_scenes
from tests.tools.pictures.browser import photograph

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
WIDTHS = {"": 640, "-phone": 360}
"""CSS pixels: a message column on a computer, and a phone's screen."""

Messages = list[dict[str, Any]]


def _emoji(name: str) -> str:
    """An application emoji's picture as an address that holds it all."""
    return f"data:image/png;base64,{b64encode(picture(name.removesuffix(EDITION))).decode()}"


def _on_discord(messages: Messages, width: int) -> str:
    return discord_page.page(messages, _emoji, width=width)


def _on_telegram(messages: Messages, width: int) -> str:
    return telegram_page.page(messages, width=width)


async def _played(platform: Any, name: str) -> Messages:
    with tempfile.TemporaryDirectory() as folder:
        async with platform.staged(f"sqlite+aiosqlite:///{folder}/patience.db") as stage:
            messages: Messages = await platform.SCENES[name](stage)
            return messages


async def take(wanted: list[str]) -> None:
    """Take the pictures of these names, or all."""
    FOLDER.mkdir(exist_ok=True)
    platforms: tuple[tuple[str, Any, Callable[[Messages, int], str]], ...] = (
        ("discord", discord_scenes, _on_discord),
        ("telegram", telegram_scenes, _on_telegram),
    )
    for platform, scenes, page in platforms:
        for name in scenes.SCENES:
            if wanted and f"{platform}-{name}" not in wanted:
                continue
            messages = await _played(scenes, name)
            for suffix, width in WIDTHS.items():
                target = FOLDER / f"{platform}-{name}{suffix}.png"
                await asyncio.to_thread(photograph, page(messages, width), target, width)


if __name__ == "__main__":
    asyncio.run(take(sys.argv[1:]))
