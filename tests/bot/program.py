"""The program as a process of its own, as a host starts it."""

import asyncio
import sys
from pathlib import Path

from tests.bot.conftest import ROOT


async def program(folder: Path, *words: str | Path, **settings: str) -> asyncio.subprocess.Process:
    """``patience WORDS`` in ``folder``, with its database there and no settings but these.

    What it writes is kept for who reads it.
    """
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        cwd=folder,
        env={
            "DATABASE_URL": f"sqlite:///{folder / 'test.db'}",
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            **settings,
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
