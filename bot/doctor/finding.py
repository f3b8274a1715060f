"""A finding: how something stands, and what to do if it doesn't stand well."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How it stands; the values are what begins a line."""

    WELL = "ok"
    NOTE = "note"  # works, but the host may want to know
    MEND = "mend"  # must be mended


@dataclass(frozen=True, slots=True)
class Finding:
    """How ``what`` stands: a line in plain words that never holds a secret.

    ``advice`` says what to do; it is empty where nothing needs to be done.
    """

    state: State
    what: str
    said: str
    advice: str = ""

    @property
    def line(self) -> str:
        """The finding on one line."""
        advice = f" – {self.advice}" if self.advice else ""
        return f"{self.state:<4}  {self.what}: {self.said}{advice}"


def well(what: str, said: str) -> Finding:
    """It stands well."""
    return Finding(State.WELL, what, said)


def note(what: str, said: str, advice: str = "") -> Finding:
    """It works, but not as one might think."""
    return Finding(State.NOTE, what, said, advice)


def mend(what: str, said: str, advice: str) -> Finding:
    """It must be mended; how."""
    return Finding(State.MEND, what, said, advice)
