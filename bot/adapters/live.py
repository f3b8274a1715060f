"""Where the live board of each game stands: one has its buttons at a time."""

from __future__ import annotations

from bot.recent import Recent
from storage import Storage
from storage.records import Board


class LiveBoards:
    """The database's table of boards on one platform, with those of late in memory.

    This process is the only one that writes the platform's rows, so what is in memory is true.
    """

    def __init__(self, storage: Storage, platform: str, most: int = 4096) -> None:
        """Keep at most ``most`` in memory, dropping those not asked for longest."""
        self._storage = storage
        self._platform = platform
        self._kept = Recent[int, Board](most)

    async def where(self, game_id: int) -> Board | None:
        """Where the live board of the game stands, if anywhere."""
        kept = self._kept.get(game_id)
        if kept is not None:
            return kept
        found = await self._storage.read(
            lambda reading: reading.boards.where(game_id, self._platform)
        )
        if found is not None:
            self._kept.put(game_id, found)
        return found

    async def hidden(self, game_id: int) -> bool:
        """Whether the game is played where only its player sees it."""
        found = await self.where(game_id)
        return found is not None and not found.message

    async def put(self, game_id: int, board: Board) -> Board | None:
        """Make ``board`` the live one; the one that gave way and is still to lose its buttons."""
        if self._kept.get(game_id) == board:
            return None
        before = await self._storage.write(
            lambda uow: uow.boards.put(game_id, self._platform, board)
        )
        self._kept.put(game_id, board)
        return before if before is not None and before.message and before != board else None
