"""Logs to standard error: lines for a terminal, else JSON. Never what people write."""

from __future__ import annotations

import json
import logging
import secrets
import sys
from collections.abc import Collection
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor


def _uncounted(_: object, __: str, event: EventDict) -> EventDict:
    return event


def log_from(
    level: int,
    out: TextIO | None = None,
    *,
    hidden: Collection[str] = (),
    counted: Processor = _uncounted,
) -> None:
    """Log the program's own events from ``level`` on (``logging.INFO``, …) to ``out``.

    Without ``out`` that is standard error. ``hidden`` are secrets: wherever one turns up, in an
    exception's text too, dots stand for it. ``counted`` sees each event pass.
    """
    out = out or sys.stderr
    structlog.configure(
        processors=[
            *_marks(),
            counted,
            structlog.processors.format_exc_info,
            _without(hidden),
            _renderer(out),
            _blotted(hidden),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(out),
    )


SILENT = ("httpx", "httpcore", "telegram")
"""These know the token, which is part of Telegram's addresses, and what people write; whatever
goes wrong there comes to us as well."""


def log_libraries(*, hidden: Collection[str] = (), counted: Processor = _uncounted) -> None:
    """Log the libraries' warnings in the same form, and what Discord's connection does."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_calmed)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_marks(), counted],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _without(hidden),
                _renderer(sys.stderr),
                _blotted(hidden),
            ],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("discord.gateway").setLevel(logging.INFO)
    for name in SILENT:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _calmed(record: logging.LogRecord) -> bool:
    """Make a warning of one line of Discord's connection being tried again: it mends itself."""
    said = record.getMessage()
    if record.name in _DISCORD and said.startswith("Attempting a reconnect"):
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            why = " ".join(f"{type(error).__name__}: {error}".split())
            record.msg, record.args = "%s (%s)", (said, why)
        record.exc_info = record.exc_text = None
    return True


_DISCORD = frozenset({"discord.client", "discord.shard"})


def _marks() -> list[Processor]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _numbered,
    ]


def _numbered(_: object, level: str, event: EventDict) -> EventDict:
    """Give an error an id, by which a host can name it, unless it has the one a player was told."""
    if level in _ERRORS:
        event.setdefault("error_id", secrets.token_hex(4))
    return event


_ERRORS = frozenset({"error", "exception", "critical"})


def _without(hidden: Collection[str]) -> Processor:
    """Take secrets out of an event's texts, before signs in them are written otherwise."""

    def hide(_: object, __: str, event: EventDict) -> EventDict:
        for name, value in event.items():
            if isinstance(value, str):
                event[name] = _hide(value, hidden)
        return event

    return hide


def _blotted(hidden: Collection[str]) -> Processor:
    """Take secrets out of the finished line, whatever they were part of."""
    hidden = {form for secret in hidden for form in (secret, json.dumps(secret)[1:-1])}

    def blot(_: object, __: str, line: Any) -> Any:
        return _hide(line, hidden)

    return blot


def _hide(text: str, hidden: Collection[str]) -> str:
    for secret in hidden:
        text = text.replace(secret, "…")
    return text


def _renderer(out: TextIO) -> Processor:
    if out.isatty():
        return structlog.dev.ConsoleRenderer(colors=False)
    return structlog.processors.JSONRenderer()
