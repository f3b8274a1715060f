"""Everything held about a player: to show, and to delete."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, delete, exists, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import (
    boards,
    chats,
    events,
    forgotten,
    games,
    identities,
    link_codes,
    memberships,
    players,
    solves,
    standings,
)
from storage.repositories.base import Repository
from storage.repositories.forgotten import KEY, ForgottenTries, mark
from storage.repositories.keys import Keys
from storage.repositories.standings import Standings

_ID: BindParameter[int] = bindparam("player_id")
_CHATS = (
    select(chats.c.platform, chats.c.external_id, chats.c.private, memberships.c.game_id)
    .join(memberships, memberships.c.chat_id == chats.c.id)
    .join(identities, identities.c.id == memberships.c.identity_id)
    .where(identities.c.player_id == _ID)
)
_EVENTS = (
    select(events)
    .join(games, games.c.id == events.c.game_id)
    .where(games.c.player_id == _ID)
    .order_by(events.c.game_id, events.c.seq)
)
_BOARDS = (
    select(boards)
    .join(games, games.c.id == boards.c.game_id)
    .where(games.c.player_id == _ID)
    .order_by(boards.c.game_id)
)
_EXPORTED: dict[str, Select[Any]] = {
    "player": select(players).where(players.c.id == _ID),
    "identities": select(identities).where(identities.c.player_id == _ID),
    "link_codes": select(link_codes).where(link_codes.c.player_id == _ID),
    "chats": _CHATS,
    "games": select(games).where(games.c.player_id == _ID).order_by(games.c.id),
    "events": _EVENTS,
    "boards": _BOARDS,
    "solves": select(solves).where(solves.c.player_id == _ID).order_by(solves.c.at),
    "standings": select(standings).where(standings.c.player_id == _ID),
}
_TRIED = (
    select(games.c.game, games.c.deal, func.count())
    .where(
        games.c.player_id == _ID,
        games.c.first_move_at.is_not(None) | games.c.helped | games.c.practice,
    )
    .group_by(games.c.game, games.c.deal)
)


def _plain(value: Any) -> Any:
    """A value as JSON may hold it."""
    return value.isoformat() if isinstance(value, datetime | date) else value


class OwnDataReading(Repository):
    """Showing a player what is held about them."""

    async def export(self, player_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that belongs to the player, by table, ready for JSON."""
        return {
            name: [
                {column: _plain(value) for column, value in row._mapping.items()}
                for row in await self._all(statement, player_id=player_id)
            ]
            for name, statement in _EXPORTED.items()
        }


class OwnData(OwnDataReading):
    """Showing it and deleting it."""

    def __init__(self, connection: AsyncConnection, token_bytes: Callable[[int], bytes]) -> None:
        super().__init__(connection)
        self._token_bytes = token_bytes

    async def delete(self, player_id: int) -> None:
        """Delete the player with everything of theirs, private conversations too.

        What stays is a keyed hash per deal they tried, which names nobody and gives no second
        first try to one who comes back.
        """
        await self._remember_tries(player_id)
        private = await self._all(
            select(chats.c.id)
            .join(memberships, memberships.c.chat_id == chats.c.id)
            .join(identities, identities.c.id == memberships.c.identity_id)
            .where(identities.c.player_id == player_id, chats.c.private.is_(True))
        )
        await Standings(self._connection).forget(player_id)
        # Everything else that is theirs points to the player and goes along.
        await self._connection.execute(delete(players).where(players.c.id == player_id))
        shared = exists().where(memberships.c.chat_id == chats.c.id)
        for (chat_id,) in private:
            await self._connection.execute(delete(chats).where(chats.c.id == chat_id, ~shared))

    async def _remember_tries(self, player_id: int) -> None:
        tried = await self._all(_TRIED, player_id=player_id)
        names = await self._all(_EXPORTED["identities"], player_id=player_id)
        if not tried or not names:
            return
        key = await Keys(self._connection, self._token_bytes).key(KEY)
        earlier = ForgottenTries(self._connection)
        rows = [
            {"mark": mark(key, name.platform, name.external_id, game, deal), "tries": total}
            for game, deal, count in tried
            for total in [count + await earlier.count(player_id, game, deal)]
            for name in names
        ]
        new = self._upsert(forgotten)
        await self._connection.execute(
            new.on_conflict_do_update(index_elements=["mark"], set_={"tries": new.excluded.tries}),
            rows,
        )
