"""The newest board of each game, for answers that come through out of turn.

An answer may wait while Discord limits or fails; what was played meanwhile must not be shown away.
"""

from __future__ import annotations

from bot.recent import Recent
from bot.replies import Live, Reply


class Newest:
    """The newest boards of late."""

    def __init__(self, most: int = 512) -> None:
        """Remember at most ``most`` games, dropping those played longest ago."""
        self._kept = Recent[int, Reply](most)

    def note(self, reply: Reply) -> None:
        """Remember ``reply`` if it shows a board, and none shows a later one of that game."""
        if reply.live is not None and self.after(reply.live) is None:
            self._kept.put(reply.live.game_id, reply)

    def after(self, live: Live) -> Reply | None:
        """The board that shows a later state of the game than ``live``, if there is one."""
        kept = self._kept.get(live.game_id)
        if kept is None or kept.live is None or kept.live.seq <= live.seq:
            return None
        return kept
