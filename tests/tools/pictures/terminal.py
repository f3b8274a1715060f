"""``python -m tests.tools.pictures.terminal``: pictures of the application in a terminal."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from storage import Storage
from tests.bot.adapters.terminal.conftest import sitting
from tests.bot.conftest import converse

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "pictures"
SMALL, LARGE = (80, 24), (120, 40)
SCENES = {
    "start": ("en", SMALL, ()),
    "bakers-game": ("en", SMALL, ("play bakers-game 617", "7 8", "4h 3h", "8a")),
    "calculation": (
        "es",
        SMALL,
        ("tema palos", "jugar calculation 617", "d", "w1", "w2", "w1", "9d f1"),
    ),
    "devils-grip": ("en", SMALL, ("theme suits", "play devils-grip easy1-617", "d", "d", "hint")),
    "guide": ("en", SMALL, ("guide bakers-game", "=4h", "3a")),
    "guia": ("es", LARGE, ("guía devils-grip", "d", "c4a4")),
    "words": ("en", SMALL, ("theme words", "play bakers-game 617")),
}
"""Language, size, and what is said."""


async def _take(name: str, language: str, size: tuple[int, int], lines: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(f"sqlite:///{folder}/patience.db")
        async with sitting(converse(storage), language=language, size=size) as there:
            for line in lines:
                await there.type(line)
            drawn = there.app.export_screenshot(title="patience play", simplify=True)
        await storage.close()
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"terminal-{name}.svg").write_text(_of_itself(drawn), "utf-8")


def _of_itself(drawn: str) -> str:
    """The picture without fonts from elsewhere, and the same at each run."""
    drawn = re.sub(r"\s*@font-face \{.*?\}", "", drawn, flags=re.DOTALL)
    return re.sub(r"terminal-\d+-", "terminal-", drawn)


async def _main() -> None:
    for name, scene in SCENES.items():
        await _take(name, *scene)


if __name__ == "__main__":
    asyncio.run(_main())
