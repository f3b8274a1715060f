"""A date's table by the database: first tries in order, a page at a time, and how many stand above.

The order is that of ``bot/daily/ranking.py``: solved, clean, fewer moves, less time, then by score;
tries that go on come last. Tries that were played on after the close stand as they did then, which
``daily_ends`` keeps; of those older than that table only their moves tell, and they are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Select,
    bindparam,
    case,
    func,
    select,
    tuple_,
    type_coerce,
)

from storage.dailies import DailyPage, DailyTable, DailyTotals, DailyTry
from storage.models import Moment, daily_ends, games, players
from storage.records import GameRow
from storage.repositories.base import Repository
from storage.repositories.dailies import FIRST, MEMBERS, TRY, as_try

_G = games.c
_BEFORE = bindparam("before", type_=Moment)
_LISTED = players.c.hidden.is_(False)
_E = daily_ends.c
_SOLVED = case(((_G.status == "won") & (_G.ended_at < _BEFORE), 1), else_=0)
_PLAYED_ON = case(((_G.active_at >= _BEFORE) & (_SOLVED == 0) & _E.game_id.is_(None), 1), else_=0)
_STATUS = func.coalesce(_E.status, _G.status).label("status")
_FOUNDATION = func.coalesce(_E.foundation, _G.foundation).label("foundation")
_LEFTOVER = func.coalesce(_E.leftover, _G.leftover).label("leftover")
_OPEN = case(((_G.status == "running") & bindparam("going_on", type_=Boolean), 1), else_=0)
_ASSISTED = case((_G.helped | _G.known, 1), else_=0)
_LASTED = type_coerce(func.coalesce(_G.last_move_at, _G.started_at), BigInteger) - type_coerce(
    _G.started_at, BigInteger
)
_LEAVES = _LEFTOVER.is_not(None)
_ORDER: tuple[ColumnElement[Any], ...] = (
    1 - _SOLVED,
    case((_SOLVED == 1, _ASSISTED), (_LEAVES & (_STATUS != "lost"), 1), else_=0),
    case((_SOLVED == 1, _G.moves), (_LEAVES, _LEFTOVER), else_=-_FOUNDATION),
    case((_SOLVED == 1, case((_LASTED > 0, _LASTED // 1000), else_=0)), else_=0),
)
Both = tuple[Select[Any], ...]


def _both(statement: Select[Any]) -> Both:
    """A statement about everybody's first tries, and about those of who acts in a chat."""
    everywhere = statement.where(*FIRST)
    return everywhere, everywhere.where(_G.player_id.in_(MEMBERS))


def _total(condition: Any) -> Any:
    return func.coalesce(func.sum(condition), 0)


def _better(name: str) -> Any:
    """How many listed players stand above the figures ``name_0``, ``name_1`` and so on."""
    theirs = (bindparam(f"{name}_{n}", type_=BigInteger) for n in range(len(_ORDER)))
    return _total(case((_LISTED & (_OPEN < 1) & (tuple_(*_ORDER) < tuple_(*theirs)), 1), else_=0))


_FROM = games.join(players, players.c.id == _G.player_id).outerjoin(daily_ends, _E.game_id == _G.id)
_THEN = {each.name: each for each in (_STATUS, _FOUNDATION, _LEFTOVER)}
_TRY = tuple(_THEN.get(each.name, each) for each in TRY)
# All that takes a walk over every try is asked at once.
_TOTALS = _both(
    select(
        func.count(),
        _total(_SOLVED),
        _total(case((_LISTED, 1), else_=0)),
        _total(_PLAYED_ON),
        _better("first"),
        _better("own"),
    ).select_from(_FROM)
)
# Sorted by number alone: what is to be shown is fetched for the few that are.
_PAGE = tuple(
    select(*_TRY, *_ORDER)
    .select_from(_FROM)
    .where(_G.id.in_(numbers))
    .order_by(_OPEN, *_ORDER, _G.player_id)
    for numbers in _both(
        select(_G.id)
        .select_from(_FROM)
        .where(_LISTED)
        .order_by(_OPEN, *_ORDER, _G.player_id)
        .limit(bindparam("limit"))
        .offset(bindparam("offset"))
    )
)
_OWN = _both(
    select(*_TRY, *_ORDER).select_from(_FROM).where(_G.player_id == bindparam("player_id"))
)


class DailyTablesReading(Repository):
    """Reading the table of one game and date, of everybody or of a chat."""

    async def page(
        self, which: DailyTable, player_id: int | None, page: int, size: int
    ) -> DailyPage:
        """A page of the table, the last one if there are fewer; none of it with a ``size`` of 0.

        Ranks of tries that go on say nothing; that of a hidden player is the one it would be.
        """
        own = None if player_id is None else await self._own(which, player_id)
        rows = await self._page(which, page * size, size)
        totals = await self._totals(which, rows, own)
        if not rows and page and size:
            page = max(0, totals.listed - 1) // size
            rows = await self._page(which, page * size, size)
            totals = await self._totals(which, rows, own)
        lines, rank, last = [], 1 + totals.above_first, None
        for place, row in enumerate(rows, page * size + 1):
            if last is not None and _figures(row) != last:
                rank = place
            last = _figures(row)
            lines.append((rank, _try(which, row)))
        mine = None if own is None else (1 + totals.above_own, _try(which, own))
        return DailyPage(totals, page * size, tuple(lines), mine)

    async def _own(self, which: DailyTable, player_id: int) -> Any:
        return await self._one(_of(_OWN, which), **_values(which), player_id=player_id)

    async def _page(self, which: DailyTable, offset: int, limit: int) -> Any:
        if not limit:
            return ()
        return await self._all(_of(_PAGE, which), **_values(which), offset=offset, limit=limit)

    async def _totals(self, which: DailyTable, rows: Sequence[Any], own: Any) -> DailyTotals:
        figures: dict[str, int] = {}
        for name, row in (("first", rows[0] if rows else None), ("own", own)):
            told = (0,) * len(_ORDER) if row is None else _figures(row)
            figures |= {f"{name}_{n}": int(value) for n, value in enumerate(told)}
        return DailyTotals(*await self._one(_of(_TOTALS, which), **_values(which), **figures))


class DailyTables(DailyTablesReading):
    """Keeping how tries stood."""

    async def keep_end(self, row: GameRow) -> None:
        """Keep how a try stood when its date closed, unless that is known; before it goes on."""
        await self._connection.execute(
            self._upsert(daily_ends).on_conflict_do_nothing(),
            {
                "game_id": row.id,
                "status": row.status,
                "foundation": row.foundation,
                "leftover": row.leftover,
            },
        )


def _figures(row: Any) -> tuple[Any, ...]:
    return tuple(row[-len(_ORDER) :])


def _try(which: DailyTable, row: Any) -> DailyTry:
    return as_try(*row[: -len(_ORDER)], public=which.chat_id is None)


def _of(both: Both, which: DailyTable) -> Select[Any]:
    everywhere, here = both
    return everywhere if which.chat_id is None else here


def _values(which: DailyTable) -> dict[str, Any]:
    return {
        "day": which.day,
        "game": which.game,
        "before": which.closes_at,
        "going_on": which.going_on,
        "chat_id": which.chat_id,
    }
