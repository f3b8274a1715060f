"""Solved games, each counted once per player, game and deal."""

from __future__ import annotations

from dataclasses import asdict

from storage.models import solves
from storage.records import GameRow, NewSolve
from storage.repositories.base import Repository
from storage.repositories.standings import Standings


class Solves(Repository):
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
