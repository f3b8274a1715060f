"""One live board a game: refreshed wherever it stands, and without buttons once it gave way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import discord
import structlog

from bot.adapters.discord.connection import FAILURES, reason
from bot.adapters.discord.drawing import draw, taken_off
from bot.adapters.discord.newest import Newest
from bot.adapters.live import LiveBoards
from bot.i18n import texts_in
from bot.render.places import GRIP
from bot.replies import Live, Reply
from storage.records import Board

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards that one client shows."""

    client: discord.Client
    live: LiveBoards
    newest: Newest = field(default_factory=Newest)

    async def clear(self, reply: Reply) -> None:
        """Take the buttons off boards of games that went away with ``reply``."""
        shown = await self.live.where(reply.live.game_id) if reply.live is not None else None
        t = texts_in(reply.language)
        for board in reply.ended:
            if board != shown:
                await self._take_off(board, t("This game is over."), wide=False)

    async def refresh(self, reply: Reply) -> bool:
        """Put the reply in place of its game's live board; whether that could be done."""
        assert reply.live is not None  # only boards are refreshed
        board = await self.live.where(reply.live.game_id)
        if board is None or not board.message:
            return False
        return await self._put(board, lambda wide: draw(reply, wide=wide).editing(), wide=False)

    async def stands(self, live: Live, board: Board) -> None:
        """Note where the live board stands; the one that gave way loses its buttons."""
        await self._catch_up(live, board)
        before = await self.live.put(live.game_id, board)
        if before is None:
            return
        t = texts_in(live.language)
        await self._take_off(before, t("This board has moved on."), wide=live.game == GRIP)

    async def _take_off(self, board: Board, sentence: str, *, wide: bool) -> None:
        await self._put(board, lambda wide: taken_off(sentence, wide=wide), wide=wide)

    async def _catch_up(self, live: Live, board: Board) -> None:
        """Show the newest state where an answer that had to wait has just shown an older one."""
        newer = self.newest.after(live)
        if newer is not None and board.message:
            grip = live.game == GRIP
            await self._put(board, lambda wide: draw(newer, wide=wide).editing(), wide=grip)

    async def _put(
        self, board: Board, change: Callable[[bool], dict[str, Any]], *, wide: bool
    ) -> bool:
        """Edit the message of a board by ``change(wide)``; whether that could be done.

        Whether the message is a layout, which it then stays, nothing tells but the attempt.
        """
        message = self.message(board)
        try:
            try:
                await message.edit(**change(wide))
            except discord.HTTPException as error:
                if error.status != HTTPStatus.BAD_REQUEST:
                    raise
                await message.edit(**change(not wide))
        except FAILURES as error:
            log.info("board_out_of_reach", **reason(error))
            return False
        return True

    def message(self, board: Board) -> discord.PartialMessage:
        """The message of a board, for edits."""
        channel = self.client.get_partial_messageable(int(board.channel))
        return channel.get_partial_message(int(board.message))
