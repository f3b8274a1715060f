"""A player's own figures, counted from their games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, case, func, select, type_coerce

from storage.models import games
from storage.records import Figures
from storage.repositories.base import Repository


def _number(*conditions: Any) -> Any:
    return func.coalesce(func.sum(case((and_(*conditions), 1), else_=0)), 0)


def _of(condition: Any, value: Any) -> Any:
    return case((condition, value))


_G = games.c
_WON = _G.status == "won"
_TIME = type_coerce(_G.last_move_at, BigInteger) - type_coerce(_G.started_at, BigInteger)
_SECONDS = func.min(_of(_WON, _TIME // 1000))

_FIGURES = (
    select(
        _G.game,
        func.count(),
        *(
            _number(_G.status == status)
            for status in ("won", "lost", "resigned", "restarted", "unfinished", "running")
        ),
        _number(_WON, _G.helped.is_(False), _G.known.is_(False)),
        func.min(_of(_WON, _G.moves)),
        _SECONDS,
        func.min(_of(_G.status == "lost", _G.leftover)),
        func.max(_G.foundation),
    )
    .where(
        _G.player_id == bindparam("player_id"),
        _G.status != "offered",
        _G.first_move_at.is_not(None),
    )
    .group_by(_G.game)
    .order_by(_G.game)
)


class FiguresReading(Repository):
    """Figures over all of a player's games."""

    async def of(self, player_id: int) -> tuple[Figures, ...]:
        """One entry per game played, by key; only tries with at least one move count."""
        return tuple(Figures(*row) for row in await self._all(_FIGURES, player_id=player_id))
