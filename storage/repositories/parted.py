"""What accounts that were parted know of open dailies through each other.

Parting gives each account back the games it began; without this the other could begin the same
daily anew, with its cards seen and its clock at nought.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, select

from storage.models import games, identities, parted_games
from storage.people import Identity
from storage.periods import first_open
from storage.records import Before
from storage.repositories.base import Repository
from storage.repositories.dailies import DailiesReading
from storage.repositories.forgotten import Forgotten

_GONE = 0
_P = parted_games.c
_KNOWN = (
    select(func.count(func.distinct(_P.game_id)).filter(_P.played), func.min(_P.started_at))
    .join(identities, identities.c.id == _P.identity_id)
    .where(
        identities.c.player_id == bindparam("player_id"),
        _P.daily == bindparam("daily"),
        _P.game == bindparam("game"),
        _P.game_id.not_in(select(games.c.id).where(games.c.player_id == bindparam("player_id"))),
    )
)
_PARTED = (
    select(_P.daily, _P.game, _P.game_id, _P.started_at, _P.played)
    .join(identities, identities.c.id == _P.identity_id)
    .where(identities.c.player_id == bindparam("player_id"), _P.daily >= bindparam("first"))
)
_PLAYED = select(
    games.c.daily,
    games.c.game,
    games.c.id,
    games.c.started_at,
    games.c.first_move_at.is_not(None),
).where(games.c.player_id == bindparam("player_id"), games.c.daily >= bindparam("first"))


class PartedGamesReading(Repository):
    """What others did while they were one player with these."""

    async def of(self, player_id: int, game: str, daily: date) -> Before:
        """What is known of a daily through accounts that are others' now."""
        tries, looked_at = await self._one(_KNOWN, player_id=player_id, game=game, daily=daily)
        return Before(tries, looked_at)


class PartedGames(PartedGamesReading):
    """Keeping it."""

    async def keep(self, player_id: int, theirs: Collection[Identity], now: datetime) -> None:
        """Let each identity of a player that is to be parted know what the player knows now."""
        first = first_open(now)
        known = [tuple(row) for row in await self._all(_PLAYED, player_id=player_id, first=first)]
        known += [tuple(row) for row in await self._all(_PARTED, player_id=player_id, first=first)]
        known += await self._forgotten(player_id, first, now)
        rows: dict[tuple[Any, ...], dict[str, Any]] = {}
        names = [column.name for column in _P]
        for identity in theirs:
            for each in known:
                row = dict(zip(names, (identity.id, *each), strict=True))
                key = tuple(row[name] for name in names[:4])
                rows.setdefault(key, row)
        if not rows:
            return
        new = self._upsert(parted_games)
        changes = {name: new.excluded[name] for name in ("started_at", "played")}
        await self._connection.execute(
            new.on_conflict_do_update(index_elements=names[:4], set_=changes), list(rows.values())
        )

    async def prune(self, now: datetime) -> None:
        """Drop what is about dates that have closed."""
        await self._connection.execute(delete(parted_games).where(_P.daily < first_open(now)))

    async def _forgotten(self, player_id: int, first: date, now: datetime) -> list[tuple[Any, ...]]:
        """What is forgotten of one of the accounts, as of games that are gone."""
        dailies = await DailiesReading(self._connection).since(first)
        deals = {(each.game, each.deal): each.day for each in dailies}
        before = await Forgotten(self._connection).of_each(player_id, deals)
        return [
            (deals[deal], deal[0], _GONE, each.looked_at or now, each.tries > 0)
            for deal, each in before.items()
            if each.tries or each.looked_at is not None
        ]
