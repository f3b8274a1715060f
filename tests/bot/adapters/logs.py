"""What is logged while a bot runs: by us through structlog, by libraries through logging."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog


class Log:
    """Warnings and errors, of ours and of libraries; those not taken out fail the test.

    ``lines`` is everything that is logged at any level.
    """

    def __init__(self) -> None:
        self.events: list[str] = []
        self.lines: list[str] = []

    def take(self) -> list[str]:
        """What was logged since the last time."""
        events, self.events = self.events, []
        return events

    def keep(self, _: Any, level: str, event: dict[str, Any]) -> dict[str, Any]:
        """Structlog's end."""
        line = " ".join(f"{value}" for value in event.values())
        self.lines.append(line)
        if level not in ("debug", "info"):
            self.events.append(line)
        raise structlog.DropEvent


class _Handler(logging.Handler):
    def __init__(self, log: Log) -> None:
        super().__init__()
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        line = self.format(record)
        self._log.lines.append(line)
        if record.levelno >= logging.WARNING:
            self._log.events.append(line)


@contextmanager
def kept() -> Iterator[Log]:
    """Everything that is logged from now on; at the end nothing worth a warning may be left."""
    log = Log()
    structlog.configure(processors=[structlog.processors.format_exc_info, log.keep])
    handler = _Handler(log)
    logging.getLogger().addHandler(handler)
    yield log
    logging.getLogger().removeHandler(handler)
    assert log.events == []
