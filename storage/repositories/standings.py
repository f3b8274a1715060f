"""Leaderboards, kept ready: one row per scope, game, period and player.

Scope 0 is everywhere and game "" is all games. A daily counts in every chat that its player is
of. Only solves of shuffled deals rank, then the clean ones among them, then (within one game) the
least leftover of a clean lost game. Hidden players keep their rows but aren't listed: they take no
line and no rank of others, and their own rank is the one they would have.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import bindparam, case, delete, select, update

from storage import periods
from storage.models import (
    NO_LEFTOVER,
    games,
    identities,
    levels,
    memberships,
    players,
    solves,
    standings,
)
from storage.records import GameRow, Kind, NewSolve, Standing
from storage.repositories.base import Repository
from storage.repositories.levels import RANKS, Key, Levels, LevelsReading

EVERYWHERE = 0
ALL_GAMES = ""

_S = standings.c
_BOARD = (
    _S.scope == bindparam("scope"),
    _S.game == bindparam("game"),
    _S.period == bindparam("period"),
)
_LINE = (
    _S.player_id,
    players.c.name,
    players.c.named_everywhere,
    _S.listed,
    _S.solved,
    _S.clean,
    _S.prepared,
    _S.easy,
    _S.leftover,
)
_LINES = select(*_LINE).join(players, players.c.id == _S.player_id)
_PAGE = (
    _LINES.where(*_BOARD, _S.listed.is_(True), RANKS)
    .order_by(_S.solved.desc(), _S.clean.desc(), _S.leftover, _S.player_id)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_OWN = _LINES.where(*_BOARD, _S.player_id == bindparam("player_id"))


@dataclass(slots=True)
class _Tally:
    """What one row holds."""

    solved: int = 0
    clean: int = 0
    prepared: int = 0
    easy: int = 0
    leftover: int = NO_LEFTOVER

    def solve(self, kind: Kind, *, clean: bool) -> None:
        if kind == "shuffled":
            self.solved += 1
            self.clean += clean
        elif kind == "prepared":
            self.prepared += 1
        else:
            self.easy += 1

    def values(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in self.__slots__}


def _keys(chat_ids: Iterable[int], game_keys: Iterable[str], day: date) -> Iterator[Key]:
    for scope in (*chat_ids, EVERYWHERE):
        for game in game_keys:
            for period in periods.containing(day):
                yield scope, game, period


def _counts(row: GameRow) -> bool:
    """Whether a game's leftover ranks."""
    return (
        row.status == "lost"
        and not row.assisted
        and row.kind == "shuffled"
        and row.leftover is not None
        and row.ended_at is not None
    )


def _figures(row: Any) -> tuple[int, int, int]:
    return row.solved, row.clean, row.leftover


class StandingsReading(Repository):
    """Reading leaderboards."""

    async def page(
        self, scope: int, game: str, period: str, offset: int, limit: int
    ) -> tuple[Standing, ...]:
        """``limit`` lines of a board from line ``offset`` on; equals share a rank: 1 2 2 4."""
        board = {"scope": scope, "game": game, "period": period}
        rows = await self._all(_PAGE, **board, offset=offset, limit=limit)
        if not rows:
            return ()
        before, lines = _figures(rows[0]), []
        rank = 1 + await LevelsReading(self._connection).better((scope, game, period), before)
        for place, row in enumerate(rows, start=offset + 1):
            if _figures(row) != before:
                rank, before = place, _figures(row)
            lines.append(_line(row, rank, public=scope == EVERYWHERE))
        return tuple(lines)

    async def own(self, scope: int, game: str, period: str, player_id: int) -> Standing | None:
        """The player's own line, with their name; None where they have solved nothing."""
        board = {"scope": scope, "game": game, "period": period}
        row = await self._one(_OWN, **board, player_id=player_id)
        if row is None:
            return None
        rank = None
        if row.solved > 0 or row.leftover < NO_LEFTOVER:
            reading = LevelsReading(self._connection)
            rank = 1 + await reading.better((scope, game, period), _figures(row))
        return _line(row, rank, public=scope == EVERYWHERE, own=True)

    async def count(self, scope: int, game: str, period: str) -> int:
        """How many lines the board has."""
        return await LevelsReading(self._connection).count((scope, game, period))


def _line(row: Any, rank: int | None, *, public: bool, own: bool = False) -> Standing:
    named = row.listed and (row.named_everywhere or not public)
    return Standing(
        rank=rank,
        player_id=row.player_id,
        name=row.name if named or own else "",
        named=named,
        solved=row.solved,
        clean=row.clean,
        prepared=row.prepared,
        easy=row.easy,
        leftover=None if row.leftover == NO_LEFTOVER else row.leftover,
    )


class Standings(StandingsReading):
    """Keeping leaderboards."""

    async def solved(self, new: NewSolve) -> None:
        """Add a solve that has just been stored to every board it belongs to."""
        tally = _Tally()
        tally.solve(new.kind, clean=new.clean)
        chat_ids = {new.chat_id}
        if new.daily is not None:
            chat_ids |= await self._chats(new.player_id)
        keys = _keys(chat_ids, (new.game, ALL_GAMES), new.day)
        await self._add(new.player_id, dict.fromkeys(keys, tally))

    async def lost(self, row: GameRow) -> None:
        """Keep the least leftover of a clean lost game; other games are passed over."""
        if _counts(row):
            assert row.leftover is not None
            assert row.ended_at is not None
            keys = _keys((row.chat_id,), (row.game,), row.ended_at.date())
            await self._add(row.player_id, dict.fromkeys(keys, _Tally(leftover=row.leftover)))

    async def prune(self, today: date) -> int:
        """Drop the rows of windows long past, which no board shows; returns how many."""
        dropped = 0
        for first, end in periods.past(today):
            for table in (levels, standings):
                past = delete(table).where(table.c.period >= first, table.c.period < end)
                done = await self._connection.execute(past)
            dropped += done.rowcount
        return dropped

    async def rebuild(self, player_id: int) -> None:
        """Make the player's rows anew from their solves and lost games."""
        tallies: defaultdict[Key, _Tally] = defaultdict(_Tally)
        chats = await self._chats(player_id)
        for solve in await self._all(select(solves).where(solves.c.player_id == player_id)):
            chat_ids = {solve.chat_id} if solve.daily is None else {solve.chat_id} | chats
            for key in _keys(chat_ids, (solve.game, ALL_GAMES), solve.day):
                tallies[key].solve(solve.kind, clean=solve.clean)
        for row in await self._lost(player_id):
            assert row.leftover is not None
            assert row.ended_at is not None
            for key in _keys((row.chat_id,), (row.game,), row.ended_at.date()):
                tallies[key].leftover = min(tallies[key].leftover, row.leftover)
        async with Levels(self._connection).recounted(player_id):
            await self._connection.execute(delete(standings).where(_S.player_id == player_id))
            await self._store(player_id, tallies)

    async def forget(self, player_id: int) -> None:
        """Take the player off every board."""
        async with Levels(self._connection).recounted(player_id):
            await self._connection.execute(delete(standings).where(_S.player_id == player_id))

    async def relist(self, player_id: int, *, listed: bool) -> None:
        """Show the player on the boards, or hide them."""
        async with Levels(self._connection).recounted(player_id):
            await self._connection.execute(
                update(standings).where(_S.player_id == player_id).values(listed=listed)
            )

    async def joined(self, player_id: int) -> None:
        """Let the dailies of a player who has come to another chat count there too."""
        solved = select(solves.c.daily).where(
            solves.c.player_id == player_id, solves.c.daily.is_not(None)
        )
        if await self._all(solved.limit(1)):
            await self.rebuild(player_id)

    async def _chats(self, player_id: int) -> set[int]:
        found = (
            select(memberships.c.chat_id)
            .join(identities, identities.c.id == memberships.c.identity_id)
            .where(identities.c.player_id == player_id)
        )
        return {chat_id for (chat_id,) in await self._all(found)}

    async def _lost(self, player_id: int) -> list[GameRow]:
        statement = select(games).where(games.c.player_id == player_id, games.c.status == "lost")
        return [row for row in (GameRow(*r) for r in await self._all(statement)) if _counts(row)]

    async def _add(self, player_id: int, tallies: dict[Key, _Tally]) -> None:
        async with Levels(self._connection).recounted(player_id, tallies):
            await self._store(player_id, tallies)

    async def _store(self, player_id: int, tallies: dict[Key, _Tally]) -> None:
        if not tallies:
            return
        shown = select(players.c.hidden).where(players.c.id == player_id)
        listed = not (await self._one(shown)).hidden
        new = self._upsert(standings)
        added = {
            name: _S[name] + new.excluded[name] for name in ("solved", "clean", "prepared", "easy")
        }
        least = case(
            (new.excluded.leftover < _S.leftover, new.excluded.leftover), else_=_S.leftover
        )
        await self._connection.execute(
            new.on_conflict_do_update(
                index_elements=["scope", "game", "period", "player_id"],
                set_={**added, "leftover": least},
            ),
            [
                {
                    "scope": scope,
                    "game": game,
                    "period": period,
                    "player_id": player_id,
                    "listed": listed,
                    **tally.values(),
                }
                for (scope, game, period), tally in tallies.items()
            ],
        )
