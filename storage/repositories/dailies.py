"""The deals of each date, made once for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, select

from storage.dailies import Daily, DailyTry
from storage.models import (
    Moment,
    dailies,
    games,
    identities,
    memberships,
    players,
    solves,
)
from storage.records import GameRow
from storage.repositories.base import Repository

_OF_DAY = select(*dailies.c).where(dailies.c.day == bindparam("day")).order_by(dailies.c.game)
_SINCE = select(*dailies.c).where(dailies.c.day >= bindparam("first"))
_PUBLISHED = (
    select(dailies.c.day)
    .where(dailies.c.game == bindparam("game"), dailies.c.deal == bindparam("deal"))
    .limit(1)
)
_DAYS = (
    select(dailies.c.day)
    .distinct()
    .where(dailies.c.day <= bindparam("last"))
    .order_by(dailies.c.day.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)


FIRST = (
    games.c.daily == bindparam("day"),
    games.c.game == bindparam("game"),
    games.c.attempt == 1,
    games.c.unranked.is_(False),
    games.c.first_move_at < bindparam("before", type_=Moment),
)
TRY = (
    games.c.id,
    games.c.player_id,
    players.c.name,
    players.c.named_everywhere,
    players.c.hidden,
    games.c.status,
    (games.c.helped | games.c.known).label("assisted"),
    games.c.moves,
    games.c.foundation,
    games.c.leftover,
    games.c.started_at,
    games.c.last_move_at,
    games.c.ended_at,
    games.c.active_at,
)
_TRIES = select(*TRY).join(players, players.c.id == games.c.player_id).where(*FIRST)
MEMBERS = (
    select(identities.c.player_id)
    .join(memberships, memberships.c.identity_id == identities.c.id)
    .where(memberships.c.chat_id == bindparam("chat_id"))
)
_TRIES_HERE = _TRIES.where(games.c.player_id.in_(MEMBERS))
_OWN = (
    select(*games.c)
    .where(
        games.c.player_id == bindparam("player_id"),
        games.c.daily.in_(bindparam("days", expanding=True)),
    )
    .order_by(games.c.id)
)
_SOLVED = (
    select(solves.c.daily)
    .distinct()
    .where(solves.c.player_id == bindparam("player_id"), solves.c.daily.is_not(None))
)
_SOLVED_HERE = (
    select(solves.c.player_id, players.c.name, solves.c.daily)
    .distinct()
    .join(players, players.c.id == solves.c.player_id)
    .where(
        solves.c.daily.is_not(None),
        players.c.hidden.is_(False),
        solves.c.player_id.in_(MEMBERS),
    )
)


class DailiesReading(Repository):
    """Which dailies were made."""

    async def of(self, day: date) -> tuple[Daily, ...]:
        """The dailies of a date made so far, by game."""
        return tuple(Daily(**row._mapping) for row in await self._all(_OF_DAY, day=day))

    async def since(self, first: date) -> tuple[Daily, ...]:
        """The dailies made for ``first`` and later dates."""
        return tuple(Daily(**row._mapping) for row in await self._all(_SINCE, first=first))

    async def is_one(self, game: str, deal: str) -> bool:
        """Whether a deal is that of a daily, of any date."""
        return await self._one(_PUBLISHED, game=game, deal=deal) is not None

    async def days(self, last: date, offset: int, limit: int) -> tuple[date, ...]:
        """Dates with dailies, from ``last`` backwards."""
        rows = await self._all(_DAYS, last=last, offset=offset, limit=limit)
        return tuple(row[0] for row in rows)

    async def tries(
        self, day: date, game: str, before: datetime, chat_id: int | None = None
    ) -> tuple[DailyTry, ...]:
        """First tries at a daily begun ``before`` then: everybody's, or of those who act in a chat.

        Names are those that may be shown there; what is not ``listed`` is for its player alone.
        """
        which = {"day": day, "game": game, "before": before}
        if chat_id is None:
            rows = await self._all(_TRIES, **which)
        else:
            rows = await self._all(_TRIES_HERE, **which, chat_id=chat_id)
        return tuple(as_try(*row, public=chat_id is None) for row in rows)

    async def own(self, player_id: int, days: Sequence[date]) -> tuple[GameRow, ...]:
        """The player's games at the dailies of these dates, in the order they were begun."""
        rows = await self._all(_OWN, player_id=player_id, days=list(days))
        return tuple(GameRow(*row) for row in rows)

    async def solved(self, player_id: int) -> frozenset[date]:
        """The dates of which the player solved a daily while it was open."""
        return frozenset(row[0] for row in await self._all(_SOLVED, player_id=player_id))

    async def solved_here(self, chat_id: int) -> dict[int, tuple[str, frozenset[date]]]:
        """The same of everybody who acts in a chat and isn't hidden, with their names."""
        found: dict[int, tuple[str, set[date]]] = {}
        for player_id, name, day in await self._all(_SOLVED_HERE, chat_id=chat_id):
            found.setdefault(player_id, (name, set()))[1].add(day)
        return {who: (name, frozenset(days)) for who, (name, days) in found.items()}


def as_try(  # noqa: PLR0913 - one row, its columns in order
    game_id: int,
    player_id: int,
    name: str,
    named_everywhere: bool,
    hidden: bool,
    *figures: Any,
    public: bool,
) -> DailyTry:
    """A row of ``TRY``; ``public`` where everybody sees it."""
    named = not hidden and (named_everywhere or not public)
    return DailyTry(game_id, player_id, name, named, not hidden, *figures)


class Dailies(DailiesReading):
    """Keeping them."""

    async def add(self, daily: Daily) -> bool:
        """Keep a daily; False if another process was quicker: then its deal is the one."""
        insert = self._upsert(dailies).on_conflict_do_nothing()
        return (await self._connection.execute(insert, asdict(daily))).rowcount > 0
