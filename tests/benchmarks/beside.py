"""A press beside a bare bot's: what both platforms measure in the same way."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime

from storage import Storage
from tests.benchmarks.presses import append, look, new_game
from tests.benchmarks.timing import median

TARGET = 4.0


async def statements(storage: Storage, presses: int) -> float:
    """CPU seconds of what the database does for a press, and nothing else."""
    name = secrets.token_hex(4)
    now = datetime.now(UTC)
    game = await storage.write(lambda uow: new_game(uow, name, now))
    start = time.process_time()
    for seq in range(presses):
        await look(storage, name)
        await append(storage, game, seq, now)
    return (time.process_time() - start) / presses


def told(name: str, ours: list[float], bare: list[float], stored: list[float]) -> list[str]:
    """The figures as lines, from CPU seconds a press in each round."""
    # Of the first round caches and connections are made.
    mine, plain, kept = (median(each[1:]) for each in (ours, bare, stored))
    return [
        f"{name}: bare bot: {1000 * plain:.2f} ms of CPU a press",
        f"{name}: ours: {1000 * mine:.2f} ms",
        f"{name}: ours beside the bare bot: {mine / plain:.2f} (reach {TARGET:.1f})",
        f"{name}: of it the database: {1000 * kept:.2f} ms, {kept / mine:.0%}",
    ]
