"""Where live boards stand."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from storage.models import boards, games
from storage.records import Board
from storage.repositories.base import Repository

_WHERE = select(boards.c.channel, boards.c.message).where(
    boards.c.game_id == bindparam("game_id"), boards.c.platform == bindparam("platform")
)
_GAME = select(games.c.id).where(games.c.id == bindparam("game_id"))


class BoardsReading(Repository):
    """Finding them."""

    async def where(self, game_id: int, platform: str) -> Board | None:
        """Where the live board of the game stands on that platform, if anywhere."""
        row = await self._one(_WHERE, game_id=game_id, platform=platform)
        return None if row is None else Board(*row)


class Boards(BoardsReading):
    """Setting them up elsewhere."""

    async def put(self, game_id: int, platform: str, board: Board) -> Board | None:
        """Make ``board`` the live one; the one that was live before, if there was one.

        Nothing is kept for a game that is gone.
        """
        before = await self.where(game_id, platform)
        if before != board and await self._one(_GAME, game_id=game_id):
            values = {"channel": board.channel, "message": board.message}
            await self._connection.execute(
                self._upsert(boards).on_conflict_do_update(
                    index_elements=["game_id", "platform"], set_=values
                ),
                {"game_id": game_id, "platform": platform, **values},
            )
        return before
