"""How a challenge stands, and when it is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.daily.ranking import Result
from bot.daily.standing import at_close
from storage import Reading, UnitOfWork
from storage.challenges import CLAIMED, NOWHERE, SENT, Challenge, Entry
from storage.records import GameRow

WEEK = timedelta(days=7)
"""So long a challenge goes on at most."""
JUST_AFTER = timedelta(milliseconds=1)
"""What ended a challenge was before its end; stored times have no finer parts."""
_AWAITED = timedelta(minutes=2)
"""Posts that haven't come by then may take long."""
_OPEN = frozenset({"running", "offered"})
_UNFINISHED = _OPEN | {"unfinished"}


def ends_at(challenge: Challenge) -> datetime:
    """When it ends, whoever is under way then."""
    return challenge.made_at + WEEK


def ended(entry: Entry) -> bool:
    """Whether the try that counts is over."""
    return entry.begun and entry.game is not None and entry.game.status not in _OPEN


def played(entry: Entry, end: datetime | None) -> bool:
    """Whether a move was made before the end."""
    begun = entry.game.first_move_at if entry.game is not None else None
    return begun is not None and (end is None or begun < end)


def is_over(challenge: Challenge, now: datetime) -> bool:
    """Whether nothing is to be waited for.

    That is when all who took it up have ended, and everybody named has answered or nobody was
    named and there are two of them. After a week nobody is waited for.
    """
    entries = challenge.entries
    if now >= ends_at(challenge):
        return True
    if any(each.begun and not ended(each) for each in entries):
        return False
    if challenge.anybody:
        return len(entries) > 1 and all(map(ended, entries))
    if any(not each.declined for each in challenge.invitations):
        return False
    return len(entries) == 1 or all(map(ended, entries))


async def settled(
    uow: UnitOfWork, challenge: Challenge, now: datetime, *, told: bool = False
) -> Challenge:
    """The challenge, ended if it is over by now; where nobody met anybody nothing is told.

    With ``told`` whoever ends it tells the result, and nobody else will.
    """
    if challenge.closed_at is not None or not is_over(challenge, now):
        return challenge
    return await close(uow, challenge, now, told=told)


async def close(
    uow: UnitOfWork, challenge: Challenge, now: datetime, *, told: bool = False
) -> Challenge:
    """The challenge, ended now, or when its time was over if that was before."""
    at = min(now + JUST_AFTER, ends_at(challenge))
    met = sum(played(each, at) for each in challenge.entries) > 1
    waits = SENT if told else ""
    await uow.challenges.close(challenge.id, at, told=waits if met else NOWHERE)
    found = await uow.challenges.get(challenge.id)
    assert found is not None  # within one work
    return found


def is_awaited(challenge: Challenge, now: datetime) -> bool:
    """Whether the result is about to be posted, so that showing it elsewhere would double it."""
    closed, waits = challenge.closed_at, challenge.told in ("", CLAIMED)
    return closed is not None and waits and now - closed < _AWAITED


async def going_on(
    uow: UnitOfWork, challenges: Iterable[Challenge], now: datetime
) -> tuple[Challenge, ...]:
    """Those of them that aren't over by now; the others are ended.

    Where nobody looks at what is due, as in the terminal, nothing else would end them.
    """
    found = [await settled(uow, each, now) for each in challenges]
    return tuple(each for each in found if each.closed_at is None)


async def results(reading: Reading, challenge: Challenge) -> tuple[Result, ...]:
    """How everybody's try stands or, once it is over, stood when it ended."""
    found = []
    for entry in challenge.entries:
        row, end = entry.game, challenge.closed_at
        if row is None or not played(entry, end):
            continue
        result = _result(entry, row)
        if end is not None:
            result = replace(result, open=False, unfinished=row.status in _UNFINISHED)
            if row.active_at >= end and not (result.solved and _before(row.ended_at, end)):
                events = await reading.games.events(row.id)
                result = at_close(replace(result, solved=False), row, events, end)
        found.append(result)
    return tuple(found)


def _before(moment: datetime | None, end: datetime) -> bool:
    return moment is not None and moment < end


def _result(entry: Entry, row: GameRow) -> Result:
    return Result(
        player_id=entry.player_id,
        name=entry.name,
        named=not entry.hidden,
        listed=not entry.hidden,
        solved=row.status == "won",
        clean=row.clean_solve,
        lost=row.status == "lost",
        open=row.status in _OPEN,
        moves=row.moves,
        seconds=row.seconds,
        foundation=row.foundation,
        leftover=row.leftover,
    )
