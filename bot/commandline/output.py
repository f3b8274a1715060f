"""What commands share: where records come from, where answers go, exit statuses."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from games.record import Checked, check, read_records

DONE, NO, USAGE = 0, 1, 2


class Unreadable(Exception):
    """A file that can't be read, or answers that can't be written; ``str`` says which and why."""


def show(line: str) -> None:
    """One line to standard output, at once.

    Signs that the output's encoding lacks are escaped. Raises Unreadable when nothing can be
    written there (a full disk), but BrokenPipeError when its reader has gone.
    """
    if sys.stdout is None:
        raise Unreadable("standard output is closed")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would be a second error when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Unreadable(f"cannot write to standard output: {error.strerror}") from error


def show_json(answer: dict[str, Any]) -> None:
    """One JSON object on a line of its own, in ASCII: any encoding and any reader will do."""
    show(json.dumps(answer))


def fail(sentence: str, status: int) -> int:
    """One line to standard error; returns ``status``."""
    if sys.stderr is not None:
        sys.stderr.write(f"patience: {printable(sentence)}\n")
    return status


def printable(text: str) -> str:
    """Text on one line without control characters, which could steer a terminal."""
    return "".join(sign if sign.isprintable() else "�" for sign in " ".join(text.split()))


def checked_records(files: Iterable[Path]) -> Iterator[Checked]:
    """Every record of the files (standard input when there are none), played through.

    Raises Unreadable for a file that isn't there or isn't UTF-8 text.
    """
    for text in _texts(tuple(files)):
        yield from (check(record) for record in read_records(text))


def _texts(files: tuple[Path, ...]) -> Iterator[str]:
    if not files:
        yield _decoded(_standard_input(), "standard input")
    for file in files:
        try:
            data = file.read_bytes()
        except OSError as error:
            raise Unreadable(f"cannot read {file}: {error.strerror}") from error
        yield _decoded(data, str(file))


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise Unreadable("standard input is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise Unreadable(f"cannot read standard input: {error.strerror or error}") from error


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name} is not UTF-8 text") from error
