"""How much Telegram lets a bot send: by chat, by group and in all, on a clock of one's own."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from tests.fakes.telegram.description import LIMITS

SHORT = 3.0
"""Seconds over which a chat's messages are evened out: short bursts pass."""


@dataclass
class Flood:
    """Counts messages and edits; ``now`` tells seconds."""

    now: Callable[[], float]
    _sent: dict[Hashable, deque[float]] = field(default_factory=lambda: defaultdict(deque))
    _banned: dict[int, float] = field(default_factory=dict)

    def ban(self, chat: int, seconds: float) -> None:
        """Refuse everything to a chat for a while."""
        self._banned[chat] = self.now() + seconds

    def left(self, chat: int) -> int:
        """Seconds for which a chat is still refused."""
        return max(0, math.ceil(self._banned.get(chat, 0) - self.now()))

    def charge(self, chat: int, *, group: bool) -> int:
        """Count a message to ``chat``; 0 if it may be sent, else the seconds to wait."""
        if left := self.left(chat):
            return left
        windows = [
            (("chat", chat), LIMITS["rate.per_chat"]["messages_per_second"] * SHORT, SHORT),
            (("all",), LIMITS["rate.global"]["messages_per_second"], 1.0),
        ]
        if group:
            windows.append((("group", chat), LIMITS["rate.per_group"]["messages_per_minute"], 60.0))
        waits = [self._wait(*window) for window in windows]
        if any(waits):
            self.ban(chat, max(waits))
            return self.left(chat)
        for key, _, _ in windows:
            self._sent[key].append(self.now())
        return 0

    def _wait(self, key: Hashable, most: float, span: float) -> float:
        sent, now = self._sent[key], self.now()
        while sent and sent[0] <= now - span:
            sent.popleft()
        return sent[0] + span - now if len(sent) >= most else 0.0
