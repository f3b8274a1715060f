"""When a chat may be written to next: Telegram's limits as arithmetic on the clock's seconds.

About a message a second in a chat, 20 a minute in a group (edits are messages here) and 30 a
second in all; a chat that was told to wait waits alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.recent import Recent


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` at once, then one in ``every`` seconds.

    In any stretch of s seconds there are at most burst + s / every.
    """

    burst: int
    every: float


@dataclass(slots=True)
class Meter:
    """What a rate has been used: ``due`` is when it would be unused again."""

    rate: Rate
    due: float = 0.0
    seen: float = 0.0
    """What the clock said last."""

    def earliest(self, now: float) -> float:
        """When the next may go, at ``now`` or later."""
        # A clock that was set back is no reason to wait longer.
        self.due -= max(0.0, self.seen - now)
        self.seen = now
        return max(now, self.due - (self.rate.burst - 1) * self.rate.every)

    def use(self, at: float) -> None:
        """One goes at ``at``."""
        self.due = max(self.due, at) + self.rate.every


IN_A_CHAT = Rate(1, 1.05)
IN_A_GROUP = Rate(5, 60 / 14)
"""19 in any minute: one less than Telegram stands, for what else a minute may hold."""
EVERYWHERE = Rate(5, 1 / 24)


class Pace:
    """Hands out turns; each is used by whoever asked for it."""

    def __init__(self, most: int = 10_000) -> None:
        """Remember at most ``most`` chats, forgetting those not written to longest."""
        self._chats = Recent[int, tuple[Meter, ...]](most)
        self._all = Meter(EVERYWHERE)
        self._held: dict[int, tuple[float, float]] = {}

    def turn(self, chat: int, now: float) -> float:
        """When this chat may be written to, ``now`` or later; groups have negative ids."""
        meters = self._chats.get(chat)
        if meters is None:
            meters = (Meter(IN_A_CHAT), *((Meter(IN_A_GROUP),) if chat < 0 else ()))
            self._chats.put(chat, meters)
        at = max(meter.earliest(now) for meter in meters)
        since, until = self._held.pop(chat, (now, now))
        if since <= now < until:
            self._held[chat] = since, until
            at = max(at, until)
        for meter in meters:
            meter.use(at)
        return at

    def shared_turn(self, now: float) -> float:
        """When anything may be written at all; asked once the chat's own turn has come."""
        at = self._all.earliest(now)
        self._all.use(at)
        return at

    def hold(self, chat: int, now: float, seconds: float) -> None:
        """Write nothing to this chat for so many seconds; others are not concerned."""
        self._held[chat] = now, now + seconds
