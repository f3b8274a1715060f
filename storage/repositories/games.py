"""Games and their events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime
from typing import Any, Unpack

from sqlalchemy import (
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from storage.errors import Stale
from storage.models import events, games
from storage.records import EventLike, GameChanges, GameRow, NewGame, StoredEvent, Tries
from storage.repositories.base import Repository
from storage.repositories.forgotten import Forgotten
from storage.repositories.parted import PartedGamesReading

_GAME = tuple(games.c)
_GET = select(*_GAME).where(games.c.id == bindparam("game_id"))
_EVENTS = (
    select(events.c.seq, events.c.action, events.c.code, events.c.at)
    .where(events.c.game_id == bindparam("game_id"))
    .order_by(events.c.seq)
)
_OPEN = (
    select(*_GAME)
    .where(games.c.player_id == bindparam("player_id"), games.c.status == bindparam("status"))
    .order_by(games.c.active_at.desc(), games.c.id.desc())
)
_OPEN_OF_KIND = _OPEN.where(games.c.game == bindparam("game"), games.c.daily.is_(None))
_OPEN_OF_DAILY = _OPEN.where(games.c.game == bindparam("game"), games.c.daily == bindparam("daily"))
_LATEST = (
    select(*_GAME)
    .where(games.c.player_id == bindparam("player_id"), games.c.status != "offered")
    .order_by(games.c.active_at.desc(), games.c.id.desc())
    .limit(bindparam("n"))
)
_PLAYED = games.c.first_move_at.is_not(None)
_TRIES = select(
    func.count(games.c.first_move_at),
    func.coalesce(func.max(case((_PLAYED & games.c.seen_hidden, 1), else_=0)), 0),
    func.coalesce(func.max(case((~_PLAYED & games.c.helped, 1), else_=0)), 0),
    func.coalesce(func.max(case((games.c.kind == "easy", 1), else_=0)), 0),
).where(
    games.c.player_id == bindparam("player_id"),
    games.c.game == bindparam("game"),
    games.c.deal == bindparam("deal"),
)
_LOOKED = select(func.min(games.c.started_at)).where(
    games.c.player_id == bindparam("player_id"),
    games.c.game == bindparam("game"),
    games.c.deal == bindparam("deal"),
    games.c.status != "offered",
)
_SINCE = select(func.count(games.c.id)).where(
    games.c.player_id == bindparam("player_id"),
    games.c.game == bindparam("game"),
    games.c.deal == bindparam("deal"),
    games.c.id != bindparam("id"),
    (_PLAYED & (games.c.attempt > bindparam("attempt"))) | (~_PLAYED & games.c.helped),
)
_ADVANCE = update(games).where(
    games.c.id == bindparam("key"), games.c.seq == bindparam("expected_seq")
)
# Spelt out, for only so does SQLite know that the partial index fits.
_RUNNING = text("status = 'running'")
_COUNT_RUNNING = select(func.count(games.c.active_at)).where(_RUNNING)


class GamesReading(Repository):
    """Finding games; every look-up goes by an index."""

    async def count_running(self) -> int:
        """How many games are being played, by anybody."""
        return int((await self._one(_COUNT_RUNNING))[0])

    async def get(self, game_id: int) -> GameRow | None:
        """The game of that number."""
        row = await self._one(_GET, game_id=game_id)
        return None if row is None else GameRow(*row)

    async def events(self, game_id: int) -> tuple[StoredEvent, ...]:
        """Everything that happened in the game, in order."""
        return tuple(StoredEvent(*row) for row in await self._all(_EVENTS, game_id=game_id))

    async def running(
        self, player_id: int, game: str | None = None, daily: date | None = None
    ) -> tuple[GameRow, ...]:
        """The player's games in progress, the one touched last first.

        With ``game`` those of the kind that are no dailies, or are that date's.
        """
        return await self._open(player_id, "running", game, daily)

    async def offered(self, player_id: int, game: str | None = None) -> tuple[GameRow, ...]:
        """Deals shown to the player and not begun, the newest first."""
        return await self._open(player_id, "offered", game)

    async def _open(
        self, player_id: int, status: str, game: str | None, daily: date | None = None
    ) -> tuple[GameRow, ...]:
        who = {"player_id": player_id, "status": status}
        if game is None:
            rows = await self._all(_OPEN, **who)
        elif daily is None:
            rows = await self._all(_OPEN_OF_KIND, **who, game=game)
        else:
            rows = await self._all(_OPEN_OF_DAILY, **who, game=game, daily=daily)
        return tuple(GameRow(*row) for row in rows)

    async def latest(self, player_id: int, n: int) -> tuple[GameRow, ...]:
        """Up to ``n`` games of the player, open or ended, the one touched last first."""
        rows = await self._all(_LATEST, player_id=player_id, n=n)
        return tuple(GameRow(*row) for row in rows)

    async def tries(self, player_id: int, game: str, deal: str, daily: date | None = None) -> Tries:
        """Earlier tries at this deal with at least one move, those of a forgotten self too.

        With ``daily``, whose deal it then is, also those of accounts that were parted from them.
        """
        count, seen, helped, easy = await self._one(
            _TRIES, player_id=player_id, game=game, deal=deal
        )
        before = (await Forgotten(self._connection).of(player_id, game, deal)).tries
        if daily is not None:
            before += (await PartedGamesReading(self._connection).of(player_id, game, daily)).tries
        return Tries(count + before, bool(seen) or before > 0, bool(helped), bool(easy))

    async def looked_at(
        self, player_id: int, game: str, deal: str, daily: date | None
    ) -> datetime | None:
        """When the deal was shown to the player first, as an account parted since or forgotten too.

        None for a deal they haven't seen.
        """
        found = [
            (await self._one(_LOOKED, player_id=player_id, game=game, deal=deal))[0],
            (await Forgotten(self._connection).of(player_id, game, deal)).looked_at,
        ]
        if daily is not None:
            parted = PartedGamesReading(self._connection)
            found.append((await parted.of(player_id, game, daily)).looked_at)
        return min((each for each in found if each is not None), default=None)

    async def tried_since(self, row: GameRow) -> bool:
        """Whether the player began another try at the deal after this one, or was helped in one."""
        same = {"player_id": row.player_id, "game": row.game, "deal": row.deal}
        return bool((await self._one(_SINCE, **same, id=row.id, attempt=row.attempt))[0])


class Games(GamesReading):
    """Games, and playing them."""

    async def add(self, new: NewGame) -> GameRow:
        """Store a deal; its ``attempt`` follows the tries made so far.

        What was once chosen as an easy deal stays one for this player. The clock of a first try at
        a daily runs from when the player saw the deal first.
        """
        deal = new.player_id, new.game, new.deal, new.daily
        tries = await self.tries(*deal)
        values = asdict(new) | {"attempt": tries.count + 1, "active_at": new.started_at}
        if tries.easy:
            values["kind"] = "easy"
        if new.daily is not None and not new.unranked:
            looked_at = await self.looked_at(*deal)
            values["started_at"] = min(new.started_at, looked_at or new.started_at)
        return GameRow(*await self._one(insert(games).returning(*_GAME), **values))

    async def append(
        self,
        game_id: int,
        expected_seq: int,
        new: Sequence[EventLike],
        changes: GameChanges,
        at: datetime,
    ) -> None:
        """Add ``new`` events (at least one, numbered on from ``expected_seq``) and ``changes``.

        Raises Stale when the game isn't at ``expected_seq`` any more, having stored nothing.
        """
        numbers = [event.seq for event in new]
        if not new or numbers != list(range(expected_seq + 1, expected_seq + 1 + len(new))):
            raise ValueError("at least one event, numbered on from the expected one")
        values = {**changes, "seq": new[-1].seq, "active_at": at}
        done = await self._connection.execute(
            _ADVANCE, {"key": game_id, "expected_seq": expected_seq, **values}
        )
        if done.rowcount == 0:
            raise Stale(game_id, expected_seq)
        await self._connection.execute(insert(events), [_stored(game_id, e, at) for e in new])

    async def update(self, game_id: int, **changes: Unpack[GameChanges]) -> None:
        """Change figures or status without an event."""
        await self._connection.execute(
            update(games).where(games.c.id == bindparam("key")), {"key": game_id, **changes}
        )

    async def discard(self, game_id: int, at: datetime) -> None:
        """Take an unplayed deal away, unless it was played or is gone.

        One that the player was helped with, or that was chosen easy, ends as resigned instead:
        so the next try at it knows.
        """
        unplayed = (games.c.id == game_id, games.c.first_move_at.is_(None))
        telling = games.c.helped | (games.c.kind == "easy")
        await self._connection.execute(delete(games).where(*unplayed, ~telling))
        ended = update(games).where(*unplayed, games.c.ended_at.is_(None))
        await self._connection.execute(ended.values(status="resigned", ended_at=at))

    async def close_idle(self, before: datetime) -> int:
        """Mark games in progress that nobody touched since ``before`` as unfinished."""
        done = await self._connection.execute(
            update(games)
            .where(_RUNNING, games.c.active_at < before)
            .values(status="unfinished", ended_at=games.c.active_at)
        )
        return done.rowcount


def _stored(game_id: int, event: EventLike, at: datetime) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "seq": event.seq,
        "action": event.action,
        "code": event.code,
        "at": at,
    }
