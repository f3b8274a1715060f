"""How much one person may ask: a vessel that each request fills a little and time empties."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from bot.recent import Recent

AT_ONCE, PER_SECOND = 30, 3.0
"""Sixty taps within ten seconds get through, faster than people play."""
MOST = 8192
"""People remembered; who asks least lately is forgotten first, and begins with an empty vessel."""


class Flow(Enum):
    """What becomes of a request."""

    ANSWERED = auto()
    BRIMMED = auto()  # one too many: they are told, once
    HELD = auto()  # after that nothing is said until the vessel is half empty


@dataclass(frozen=True, slots=True)
class Limit:
    """``at_once`` requests fill the vessel, and ``per_second`` of them run out again."""

    at_once: int = AT_ONCE
    per_second: float = PER_SECOND


@dataclass(frozen=True, slots=True)
class _Vessel:
    level: float
    at: datetime
    held: bool

    def later(self, limit: Limit, now: datetime) -> _Vessel:
        """As it stands by now; a clock that was put back empties nothing."""
        ran = max(0.0, (now - self.at).total_seconds()) * limit.per_second
        level = max(0.0, self.level - ran)
        return _Vessel(level, now, self.held and level > limit.at_once / 2)


class Floods:
    """Everybody's vessels, in memory; nobody's has to do with anybody else's."""

    def __init__(self, limit: Limit | None = None, most: int = MOST) -> None:
        """Hold people to ``limit``, or nobody."""
        self._limit = limit
        self._vessels = Recent[Hashable, _Vessel](most)

    def take(self, who: Hashable, now: datetime) -> Flow:
        """Count a request and tell what becomes of it."""
        limit = self._limit
        if limit is None:
            return Flow.ANSWERED
        stood = self._vessels.get(who) or _Vessel(0.0, now, held=False)
        before = stood.later(limit, now)
        full = before.level + 1 > limit.at_once
        # What is held fills it too: it has to stop for a while before it is listened to again.
        level = min(before.level + 1, limit.at_once)
        self._vessels.put(who, _Vessel(level, now, before.held or full))
        if before.held:
            return Flow.HELD
        return Flow.BRIMMED if full else Flow.ANSWERED

    def holds(self, who: Hashable, now: datetime) -> bool:
        """Whether a request now would be held; nothing is counted."""
        stood = self._vessels.get(who)
        return stood is not None and self._limit is not None and stood.later(self._limit, now).held
