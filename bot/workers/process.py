"""What runs inside a solver process."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Any

from games.catalogue import GAMES
from games.solvers import ready
from games.solvers.compiled import cache_is_kept

MARGIN = 256 * 2**20
"""Bytes that a search may allocate beyond what a warm process holds."""


def start() -> None:
    """Compile every kernel, then take the memory that a search may use for the limit.

    Called once, before the first job.
    """
    for game in GAMES:
        ready(game.key)
    _limit_memory()


def keeps_cache() -> bool:
    """Whether compiled kernels outlive this process."""
    return cache_is_kept()


def run(job: Any) -> Any:
    """A job's answer."""
    return job.run()


def _limit_memory() -> None:
    """Let an allocation too many fail here instead of troubling the machine; Linux only."""
    if sys.platform != "linux":
        return
    import resource  # noqa: PLC0415 - other systems have no such module

    status = Path("/proc/self/status").read_text("ascii")
    held = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmData"))
    with contextlib.suppress(ValueError, OSError):  # the host has set a lower limit already
        resource.setrlimit(resource.RLIMIT_DATA, (held * 1024 + MARGIN,) * 2)
