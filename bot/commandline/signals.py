"""Ending in order when the system asks for it."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable


def when_told_to_end(call: Callable[[], object], *, hung_up: bool = False) -> None:
    """Call it when the running loop's process is interrupted or terminated.

    ``hung_up`` adds the end of its terminal. On Windows loops take no signals: there an interrupt
    ends the program in Python's own way.
    """
    if sys.platform == "win32":
        return
    numbers = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hung_up else [])]
    loop = asyncio.get_running_loop()
    for number in numbers:
        loop.add_signal_handler(number, call)
