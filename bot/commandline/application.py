"""The terminal application around a conversation: signals, logs, and how it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from platformdirs import user_log_path

from bot.adapters.console import Seat
from bot.adapters.terminal import Handle, TerminalApp
from bot.adapters.terminal.hangup import ended_with_terminal, outlives_terminal
from bot.commandline.logs import log_from
from bot.commandline.output import DONE, NO
from bot.commandline.signals import when_told_to_end
from bot.replies import Reply
from storage.private import make_file, make_folder


async def run_application(handle: Handle, seat: Seat, first: Reply) -> int:
    """Run until the player leaves or a signal ends it; the exit status."""
    app = TerminalApp(handle, seat, first)
    outlives_terminal(app)
    # Whatever ends it, a terminal that is still there is to be as it was.
    when_told_to_end(app.exit, hung_up=True)
    with _logged_to_a_file():
        watching = asyncio.create_task(ended_with_terminal(app))
        try:
            await app.run_async()
        finally:
            watching.cancel()
    return NO if app.return_code else DONE


@contextmanager
def _logged_to_a_file() -> Iterator[None]:
    """Keep warnings out of the screen; without a place for a file they are lost."""
    file = _log_file()
    log_from(logging.WARNING if file else logging.CRITICAL + 1, file)
    try:
        yield
    finally:
        log_from(logging.WARNING)
        if file is not None:
            file.close()


def _log_file() -> TextIO | None:
    folder: Path = user_log_path("patience-in-chat", appauthor=False)
    try:
        make_folder(folder)
        make_file(folder / "patience.log")
        return (folder / "patience.log").open("a", encoding="utf-8")
    except OSError:
        return None
