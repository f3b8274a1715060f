"""Solved games, each counted once per player, game and deal."""

from __future__ import annotations

from dataclasses import asdict

from sqlalchemy import and_, bindparam, case, func, select

from storage.models import solves
from storage.records import GameRow, Milestone, NewSolve
from storage.repositories.base import Repository
from storage.repositories.standings import Standings

_MILESTONE = select(
    func.count(),
    func.min(
        case(
            (
                and_(solves.c.game_id != bindparam("id"), solves.c.kind == bindparam("kind")),
                solves.c.moves,
            )
        )
    ),
    func.sum(case((solves.c.game_id == bindparam("id"), 1), else_=0)),
).where(solves.c.player_id == bindparam("player_id"), solves.c.game == bindparam("game"))


class SolvesReading(Repository):
    """What was solved."""

    async def milestone(self, row: GameRow) -> Milestone | None:
        """What the solve by this game was; None if it counts for nothing: solved before."""
        count, fewest, counted = await self._one(
            _MILESTONE, id=row.id, kind=row.kind, player_id=row.player_id, game=row.game
        )
        return Milestone(count, fewest) if counted else None


class Solves(SolvesReading):
    """Counting what was solved, and how near the others came."""

    async def record(self, new: NewSolve) -> bool:
        """Count a solve and bring the boards up to date; False if that deal was solved before."""
        values = asdict(new)
        done = await self._connection.execute(self._upsert(solves).on_conflict_do_nothing(), values)
        if done.rowcount == 0:
            return False
        await Standings(self._connection).solved(new)
        return True

    async def keep_leftover(self, row: GameRow) -> None:
        """Let a game that ended lost, without help and from a shuffled deal, rank by leftover.

        Any other game is passed over, so that every ended game may be handed in.
        """
        await Standings(self._connection).lost(row)
