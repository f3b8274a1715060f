"""What follows from a player's games, made anew when games came or went with an identity.

Which try a game was, whether its deal was known before, solves and leaderboards: none of it holds
anything that the games don't, so joining and parting lose nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import asdict, replace

from sqlalchemy import bindparam, delete, insert, select, update

from storage.models import games, solves
from storage.records import GameRow, NewSolve
from storage.repositories.base import Repository
from storage.repositories.forgotten import Forgotten
from storage.repositories.standings import Standings

_GAMES = (
    select(*games.c)
    .where(games.c.player_id == bindparam("player_id"))
    .order_by(games.c.first_move_at, games.c.id)
)
_CHANGE = (
    update(games)
    .where(games.c.id == bindparam("key"))
    .values(attempt=bindparam("n"), known=bindparam("seen"))
)


def in_order(tries: Collection[GameRow], earlier: int, *, hides: bool) -> Iterator[GameRow]:
    """The played tries at one deal, first moves in order, as what was played before makes them.

    ``earlier`` tries were forgotten; ``hides`` tells that the game hides cards.
    """
    count, seen = earlier, hides and earlier > 0
    unplayed = [row for row in tries if row.first_move_at is None]
    for row in tries:
        if row.first_move_at is None:
            continue
        count += 1
        told = any(each.helped and each.started_at <= row.first_move_at for each in unplayed)
        yield replace(row, attempt=count, known=seen or told)
        seen = seen or (hides and row.seen_hidden)


def solves_of(rows: Collection[GameRow]) -> list[NewSolve]:
    """The earliest win of each deal, each clean only if it was the first try."""
    won = [NewSolve.of(row) for row in rows if row.solved]
    first: dict[tuple[str, str], NewSolve] = {}
    for solve in sorted(won, key=lambda each: (each.at, each.game_id)):
        first.setdefault((solve.game, solve.deal), solve)
    return list(first.values())


class Recounts(Repository):
    """Making it anew."""

    async def make(self, player_id: int, hiding: Collection[str]) -> None:
        """Everything of the player that follows from their games."""
        rows = [GameRow(*row) for row in await self._all(_GAMES, player_id=player_id)]
        deals: defaultdict[tuple[str, str], list[GameRow]] = defaultdict(list)
        for row in rows:
            deals[row.game, row.deal].append(row)
        forgotten = await Forgotten(self._connection).of_each(player_id, deals)
        played = [
            row
            for deal, tries in deals.items()
            for row in in_order(tries, forgotten[deal].tries, hides=deal[0] in hiding)
        ]
        await self._change(rows, played)
        await self._connection.execute(delete(solves).where(solves.c.player_id == player_id))
        if found := solves_of(played):
            await self._connection.execute(insert(solves), [asdict(each) for each in found])
        await Standings(self._connection).rebuild(player_id)

    async def _change(self, before: list[GameRow], after: list[GameRow]) -> None:
        """Store what is another number or mark now."""
        stood = {row.id: (row.attempt, row.known) for row in before}
        changed = [
            {"key": row.id, "n": row.attempt, "seen": row.known}
            for row in after
            if stood[row.id] != (row.attempt, row.known)
        ]
        if changed:
            await self._connection.execute(_CHANGE, changed)
