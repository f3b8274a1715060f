"""What commands share: where records come from, where answers go, exit statuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from games.record import Checked, check, read_records

DONE, NO, USAGE = 0, 1, 2


class Unreadable(Exception):
    """A file that can't be read; ``str`` says which and why."""


def show(line: str) -> None:
    """One line to standard output."""
    sys.stdout.write(line + "\n")


def show_json(answer: dict[str, Any]) -> None:
    """One JSON object on a line of its own."""
    show(json.dumps(answer, ensure_ascii=False))


def fail(sentence: str, status: int) -> int:
    """One line to standard error; returns ``status``."""
    sys.stderr.write(f"patience: {' '.join(sentence.split())}\n")
    return status


def checked_records(files: Iterable[Path]) -> Iterator[Checked]:
    """Every record of the files (standard input when there are none), played through.

    Raises Unreadable for a file that isn't there or isn't UTF-8 text.
    """
    for text in _texts(tuple(files)):
        yield from (check(record) for record in read_records(text))


def _texts(files: tuple[Path, ...]) -> Iterator[str]:
    if not files:
        yield _decoded(sys.stdin.buffer.read(), "standard input")
    for file in files:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise Unreadable(f"cannot read {file}: {error.strerror}") from error
        yield _decoded(data, str(file))


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name} is not UTF-8 text") from error
