"""The deal texts of a date, and the seal over them (docs/DAILY.md)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import date

from games.solvers.solver import Difficulty

ORDER = ("bakers-game", "calculation", "devils-grip")
"""The games of a date, in the order the seal takes them; fixed for ever, as seals are."""

_DIGITS = 40
_BY_WEEKDAY = (Difficulty.EASY,) * 3 + (Difficulty.MEDIUM,) * 3 + (Difficulty.HARD,)


def level_of(day: date) -> Difficulty:
    """How hard a date's prepared deal is: easy Mon–Wed, medium Thu–Sat, hard on Sunday."""
    return _BY_WEEKDAY[day.weekday()]


def deal_text(secret: bytes, game: str, day: date, attempt: int) -> str:
    """The text of the deal that is looked at as number ``attempt``, from 1, for a game and date.

    Everything in it that isn't the same for all comes from ``secret``.
    """
    message = f"{game}/{day.isoformat()}/{attempt}".encode()
    digits = hmac.new(secret, message, hashlib.sha256).hexdigest()[:_DIGITS]
    head = f"{level_of(day)}1" if game == "devils-grip" else "daily"
    return f"{head}-{digits}"


def seal_of(texts: Sequence[str]) -> str:
    """The seal of a date: SHA-256 over its deal texts in ``ORDER``, 64 hex digits.

    It gives nothing away, and no other texts can be found for it afterwards.
    """
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()
