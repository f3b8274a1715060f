"""Who may do what: the one place that decides."""

from __future__ import annotations

from storage.records import GameRow, Player


def may(player: Player | None, row: GameRow) -> bool:
    """Whether ``player`` may act on the game: it is theirs."""
    return player is not None and player.id == row.player_id
