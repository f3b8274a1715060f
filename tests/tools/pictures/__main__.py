"""``python -m tests.tools.pictures [name…]``: take the pictures of docs/pictures anew."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from base64 import b64encode
from collections.abc import Collection
from pathlib import Path

from bot.adapters.discord.emojis.pictures import EDITION, picture
from tests.tools.pictures import discord_page, discord_scenes
from tests.tools.pictures.browser import photograph

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
WIDTHS = {"": 640, "-phone": 360}
"""CSS pixels: a message column on a computer, and a phone's screen."""


def _emoji(name: str) -> str:
    """An application emoji's picture as an address that holds it all."""
    return f"data:image/png;base64,{b64encode(picture(name.removesuffix(EDITION))).decode()}"


async def _discord(names: Collection[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, scene in discord_scenes.SCENES.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            database = f"sqlite+aiosqlite:///{folder}/patience.db"
            async with discord_scenes.staged(database) as stage:
                messages = await scene(stage)
        for suffix, width in WIDTHS.items():
            page = discord_page.page(messages, _emoji, width=width)
            await asyncio.to_thread(photograph, page, FOLDER / f"discord-{name}{suffix}.png", width)


if __name__ == "__main__":
    asyncio.run(_discord(sys.argv[1:]))
