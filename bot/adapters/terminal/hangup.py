"""A terminal that is closed while the application runs: the program ends, and quietly."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import IO, Any

from textual.app import App
from textual.driver import Driver

EVERY = 1.0
"""Seconds between two looks at whether the terminal is there."""


class Enduring:
    """A terminal's file whose end is told once, and never raised.

    Textual writes in a thread of its own: an error there would end that thread, and the program
    would wait for room in its queue for ever.
    """

    def __init__(self, file: IO[str], gone: Callable[[], object]) -> None:
        """Write to ``file``; ``gone`` is called, in the writing thread, when it is closed."""
        self._file = file
        self._gone: Callable[[], object] | None = gone

    def write(self, text: str) -> int:
        """Write it, or lose it when nobody is there any more."""
        return self._do(lambda: self._file.write(text)) or 0

    def flush(self) -> None:
        """Send what was written."""
        self._do(self._file.flush)

    def fileno(self) -> int:
        """The file's number."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._file.isatty()

    def _do(self, what: Callable[[], Any]) -> Any:
        if self._gone is None:
            return None
        try:
            return what()
        except OSError:
            gone, self._gone = self._gone, None
            gone()
            return None


async def ended_with_terminal(app: App[None]) -> None:
    """Wait until the terminal is closed, then end ``app``.

    A signal tells only some of those who have lost their terminal, and one who neither reads nor
    writes would not notice. Never returns where terminals can't be asked.
    """
    if sys.platform == "win32":
        await asyncio.Event().wait()
        return
    import termios  # noqa: PLC0415 - not there on Windows

    assert sys.__stdin__ is not None  # it is a terminal
    try:
        while True:
            termios.tcgetattr(sys.__stdin__.fileno())
            await asyncio.sleep(EVERY)
    except termios.error:
        app.exit()


def outlives_terminal(app: App[None]) -> None:
    """Let ``app`` end in order when what it writes to is closed."""
    if sys.platform == "win32":
        return
    from textual.drivers.linux_driver import LinuxDriver  # noqa: PLC0415 - not there on Windows

    class EnduringDriver(LinuxDriver):
        """Textual's driver, with a file that outlives the terminal."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            assert self._file is not None  # it is a terminal
            loop = asyncio.get_running_loop()
            # Any, since Textual asks for a whole text file and uses this much of it.
            file: Any = Enduring(self._file, lambda: loop.call_soon_threadsafe(app.exit))
            self._file = file

    driver: type[Driver] = EnduringDriver
    app.driver_class = driver
