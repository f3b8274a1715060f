"""Refusals in Telegram's own words."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A call that Telegram doesn't carry out: the status, and the sentence it gives.

    ``fault`` marks what no program should ever send, whatever happens around it.
    """

    def __init__(
        self, sentence: str, code: int = 400, *, fault: bool = False, **parameters: Any
    ) -> None:
        """Keep the parts; ``parameters`` tell a program what to do next."""
        super().__init__(sentence)
        self.code = code
        self.fault = fault
        self.parameters = parameters

    @property
    def body(self) -> dict[str, Any]:
        """The answer's body."""
        told = {"ok": False, "error_code": self.code, "description": str(self)}
        return told | ({"parameters": self.parameters} if self.parameters else {})


def bad(sentence: str, **parameters: Any) -> Refused:
    """A refusal that can happen to a sound program."""
    return Refused(f"Bad Request: {sentence}", **parameters)


def wrong(sentence: str) -> Refused:
    """A refusal that only a fault in the program earns."""
    return Refused(f"Bad Request: {sentence}", fault=True)


def forbidden(sentence: str) -> Refused:
    """The bot isn't let."""
    return Refused(f"Forbidden: {sentence}", 403)


def flooded(seconds: int) -> Refused:
    """Too much at once."""
    return Refused(f"Too Many Requests: retry after {seconds}", 429, retry_after=seconds)
