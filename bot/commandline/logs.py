"""Logs to standard error: lines for a terminal, else JSON. Never what people write."""

from __future__ import annotations

import logging
import sys

import structlog


def log_from(level: int) -> None:
    """Log the program's own events from ``level`` on (``logging.INFO``, …)."""
    structlog.configure(
        processors=[*_marks(), structlog.processors.format_exc_info, _renderer()],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def log_libraries() -> None:
    """Log the libraries' warnings in the same form, and what Discord's connection does."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_marks(),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                _renderer(),
            ],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("discord.gateway").setLevel(logging.INFO)


def _marks() -> list[structlog.typing.Processor]:
    return [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _renderer() -> structlog.typing.Processor:
    if sys.stderr.isatty():
        return structlog.dev.ConsoleRenderer(colors=False)
    return structlog.processors.JSONRenderer()
