"""What a change of a game means for its row, the solves and the boards.

Pure figures first, then the one place that stores them; the meanings of *try*, *clean* and
*solve* are in ARCHITECTURE.md.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.daily.dates import closes, is_closed, is_open
from bot.daily.rules import is_practice
from bot.sessions import AtHand
from games.game import Game, Outcome
from games.moves import counted
from games.session import RESIGN, Event, Session
from games.table import PileKind
from storage import UnitOfWork
from storage.records import GameChanges, GameRow, NewSolve, Status


def left_over(game: Game[Any], position: Any) -> int | None:
    """What the game leaves over as it stands, None where it has no such figure.

    As long as there is a stock it counts, so that games which ended early can be compared.
    """
    leftover = game.score(position).leftover
    if leftover is None:
        return None
    return leftover + sum(pile.hidden for pile in game.table(position).of(PileKind.STOCK))


def figures(row: GameRow, session: Session, now: datetime, *, played: bool) -> GameChanges:
    """What the row is to say after ``session``; ``played`` tells that moves were made just now."""
    score = session.game.score(session.position)
    changes = GameChanges(
        status=_status(session),
        ending=session.ending,
        moves=counted(session.line),
        foundation=score.foundation,
        leftover=left_over(session.game, session.position),
        seen_hidden=row.seen_hidden or session.seen_hidden,
        first_move_at=row.first_move_at or (now if session.actions else None),
        last_move_at=now if played else row.last_move_at,
        ended_at=None,
    )
    if changes["status"] != "running":
        changes["ended_at"] = now
    return changes


def _status(session: Session) -> Status:
    if session.ending == RESIGN:
        return "resigned"
    if session.outcome is Outcome.WON:
        return "won"
    return "lost" if session.outcome is Outcome.LOST else "running"


async def store(  # noqa: PLR0913 - one storing of one change, each part of it named
    uow: UnitOfWork,
    before: AtHand,
    after: Session,
    events: tuple[Event, ...],
    now: datetime,
    *,
    chat_id: int,
    played: bool,
    helped: bool = False,
) -> AtHand:
    """Append ``events`` with the figures they lead to; raises Stale if the game had moved on."""
    changes = figures(before.row, after, now, played=played)
    # A game that the solver has spoken about is practice from there on.
    changes["helped"] = before.row.helped or helped or before.row.practice
    if helped and before.row.daily is not None and is_open(before.row.daily, now):
        changes["unranked"] = True  # no first try may go back past a card that was hidden
    if changes["status"] != "running":
        changes["chat_id"] = chat_id  # "here" is where a game ended
    if before.row.first_move_at is None and changes["first_move_at"] is not None:
        # The try begins here: what was tried before counts now, not when the deal was shown.
        changes |= await _begun(uow, before, now)
    await keep_end(uow, before.row, now)
    await uow.games.append(before.row.id, before.row.seq, events, changes, now)
    row = replace(before.row, seq=after.seq, active_at=now, **changes)
    if before.row.status == "lost" and row.status != "lost":
        await uow.standings.rebuild(row.player_id)  # it ranks by what was left over no more
    if row.solved:
        await uow.solves.record(NewSolve.of(row))
    elif row.status == "lost":
        await uow.solves.keep_leftover(row)
    return AtHand(row, after)


async def keep_end(uow: UnitOfWork, row: GameRow, now: datetime) -> None:
    """Keep how a try at a daily stood at its close, before it goes on for the first time since."""
    day, begun = row.daily, row.first_move_at
    if day is None or begun is None or not is_closed(day, now):
        return
    if row.active_at < closes(day) and row.status != "won":
        await uow.daily_tables.keep_end(row)


async def _begun(uow: UnitOfWork, before: AtHand, now: datetime) -> GameChanges:
    """What the first move of a game makes of it."""
    row = before.row
    who = row.player_id, row.game, row.deal, row.daily
    tries = await uow.games.tries(*who)
    changes = GameChanges(
        attempt=tries.count + 1,
        known=tries.helped or (before.game.hides and tries.seen_hidden),
    )
    if row.daily is not None and not row.practice:
        if is_practice(tries, row.daily, now):
            # It was shown while it could have been the first try.
            changes |= GameChanges(helped=True, practice=True, unranked=True)
        looked_at = await uow.games.looked_at(*who)
        if looked_at is not None and looked_at < row.started_at:
            changes["started_at"] = looked_at
    return changes
