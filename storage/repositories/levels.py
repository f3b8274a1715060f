"""How many listed players stand where on each board.

Counting everybody who is better would take a walk over half the board. Players with equal figures
are counted together here instead, in the same transaction that changes their rows, so that a rank
is the sum of a few hundred numbers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, delete, func, or_, select, update

from storage.models import NO_LEFTOVER, levels, standings
from storage.repositories.base import Repository

Key = tuple[int, str, str]
"""A board: scope, game, period."""

_L, _S = levels.c, standings.c

RANKS: ColumnElement[bool] = or_(_S.solved > 0, _S.leftover < NO_LEFTOVER)
"""Whether a standing has anything that ranks."""

_LEVEL = ("scope", "game", "period", "solved", "clean", "leftover")
_LISTED = select(*(_S[name] for name in _LEVEL)).where(
    _S.player_id == bindparam("player_id"), _S.listed.is_(True), RANKS
)
_BOARD = and_(
    _L.scope == bindparam("scope"),
    _L.game == bindparam("game"),
    _L.period == bindparam("period"),
)
_SOLVED, _CLEAN = _L.solved == bindparam("solved"), _L.clean == bindparam("clean")


def _sum(*conditions: ColumnElement[bool]) -> Any:
    total = select(func.coalesce(func.sum(_L.players), 0)).where(_BOARD, *conditions)
    return total.scalar_subquery()


# Three stretches of the key, so that none of the worse is read.
_BETTER = select(
    _sum(_L.solved > bindparam("solved"))
    + _sum(_SOLVED, _L.clean > bindparam("clean"))
    + _sum(_SOLVED, _CLEAN, _L.leftover < bindparam("leftover"))
)
_COUNT = select(_sum())

_THIS = and_(*(_L[name] == bindparam(f"this_{name}") for name in _LEVEL))
_LEAVE = update(levels).where(_THIS).values(players=_L.players - 1)
_EMPTY = delete(levels).where(_THIS, _L.players <= 0)


class LevelsReading(Repository):
    """Asking how many."""

    async def better(self, board: Key, figures: Sequence[int]) -> int:
        """How many listed players are strictly better than (solved, clean, leftover)."""
        scope, game, period = board
        solved, clean, leftover = figures
        row = await self._one(
            _BETTER,
            scope=scope,
            game=game,
            period=period,
            solved=solved,
            clean=clean,
            leftover=leftover,
        )
        return int(row[0])

    async def count(self, board: Key) -> int:
        """How many listed players the board has."""
        scope, game, period = board
        return int((await self._one(_COUNT, scope=scope, game=game, period=period))[0])


class Levels(LevelsReading):
    """Keeping count."""

    @asynccontextmanager
    async def recounted(
        self, player_id: int, boards: Iterable[Key] | None = None
    ) -> AsyncIterator[None]:
        """Around any change to the player's standings: on ``boards``, or on all of theirs."""
        mine = _LISTED
        if boards is not None:
            # As three lists, so that the rows are looked up by their key.
            scopes, games, periods = (sorted(set(part)) for part in zip(*boards, strict=True))
            mine = mine.where(_S.period.in_(periods), _S.scope.in_(scopes), _S.game.in_(games))
        before = set(await self._all(mine, player_id=player_id))
        yield
        after = set(await self._all(mine, player_id=player_id))
        await self._leave(before - after)
        await self._join(after - before)

    async def _leave(self, rows: set[Any]) -> None:
        if rows:
            these = [{f"this_{name}": getattr(row, name) for name in _LEVEL} for row in rows]
            await self._connection.execute(_LEAVE, these)
            await self._connection.execute(_EMPTY, these)

    async def _join(self, rows: set[Any]) -> None:
        if rows:
            statement = self._upsert(levels).on_conflict_do_update(
                index_elements=_LEVEL, set_={"players": _L.players + 1}
            )
            await self._connection.execute(
                statement, [{**row._mapping, "players": 1} for row in rows]
            )
