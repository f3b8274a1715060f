"""Who may do what: the one place that decides."""

from __future__ import annotations

from storage.records import GameRow, Player

OPEN_TO_ALL: frozenset[str] = frozenset()
"""Actions on a board that anybody who sees it may take."""


def may(player: Player | None, action: str, row: GameRow) -> bool:
    """Whether ``player`` may take ``action`` (a word of a button's token) on the game."""
    return action in OPEN_TO_ALL or (player is not None and player.id == row.player_id)
