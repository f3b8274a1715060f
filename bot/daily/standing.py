"""The results of a daily, from stored first tries."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.daily.dates import closes
from bot.daily.ranking import Ranked, Result, own, ranked
from bot.ledger import left_over
from bot.sessions import deck_of
from games.catalogue import find
from games.game import Outcome
from games.session import Event, Session
from storage import Reading
from storage.dailies import DailyTable, DailyTry
from storage.records import GameRow, StoredEvent


async def results(
    reading: Reading, day: date, game: str, now: datetime, chat_id: int | None = None
) -> tuple[Result, ...]:
    """How every first try at a daily stands, of all players or of those who act in a chat.

    Once the date has closed nothing changes any more: a game that was played on shows the figures
    it had then.
    """
    end = closes(day)
    found = []
    for each in await reading.dailies.tries(day, game, end, chat_id):
        solved = each.status == "won" and each.ended_at is not None and each.ended_at < end
        if each.active_at >= end and not solved:
            row = await reading.games.get(each.game_id)
            assert row is not None  # one snapshot
            ended = _result(each, solved=False, open_=False)
            found.append(at_close(ended, row, await reading.games.events(each.game_id), end))
        else:
            found.append(_result(each, solved=solved, open_=each.status == "running" and now < end))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Table:
    """A stretch of a date's table from line ``start`` on, how many it counts, and one's own line.

    ``tries`` and ``solved`` count hidden players too, ``listed`` are the lines.
    """

    tries: int
    solved: int
    listed: int
    start: int
    lines: tuple[Ranked, ...]
    mine: Ranked | None


async def table(  # noqa: PLR0913 - which table, whose line and which page
    reading: Reading,
    day: date,
    game: str,
    now: datetime,
    player_id: int | None,
    *,
    chat_id: int | None = None,
    page: int = 0,
    size: int = 0,
) -> Table:
    """A page of the table of all players or of a chat, the last one if there are fewer."""
    end = closes(day)
    which = DailyTable(day, game, end, now < end, chat_id)
    found = await reading.daily_tables.page(which, player_id, page, size)
    totals, start = found.totals, found.start
    if totals.played_on:
        # What these had reached when the date closed nobody kept: only their moves tell.
        every = await results(reading, day, game, now, chat_id)
        lines = ranked(every)[start : start + size]
        mine = None if player_id is None else own(every, player_id)
    else:
        lines = tuple(_ranked(*each, end, now) for each in found.lines)
        mine = found.own and _ranked(*found.own, end, now)
    return Table(totals.tries, totals.solved, totals.listed, start, lines, mine)


def _ranked(rank: int, each: DailyTry, end: datetime, now: datetime) -> Ranked:
    solved = each.status == "won" and each.ended_at is not None and each.ended_at < end
    result = _result(each, solved=solved, open_=each.status == "running" and now < end)
    if each.active_at >= end and not solved:
        result = _stopped(result, going=each.status == "running")
    return Ranked(None if result.open else rank, result)


def _result(each: DailyTry, *, solved: bool, open_: bool) -> Result:
    last = each.last_move_at or each.started_at
    return Result(
        player_id=each.player_id,
        name=each.name,
        named=each.named,
        listed=each.listed,
        solved=solved,
        clean=not each.assisted,
        lost=each.status == "lost",
        open=open_,
        moves=each.moves,
        seconds=max(0, int((last - each.started_at).total_seconds())),
        foundation=each.foundation,
        leftover=each.leftover,
        game_id=each.game_id,
    )


def _stopped(result: Result, *, going: bool) -> Result:
    """A result without what isn't told of a try that was played on."""
    return replace(result, unfinished=going, moves=0, seconds=0)


def at_close(
    result: Result, row: GameRow, events: tuple[StoredEvent, ...], end: datetime
) -> Result:
    """An unsolved try as it stood at the end, its later moves left out."""
    rules = find(row.game)
    before = [Event(seq, action, code) for seq, action, code, at in events if at < end]
    session = Session.replay(rules, deck_of(row), before)
    going = session.outcome is Outcome.PLAYING and not session.ending
    return replace(
        _stopped(result, going=going),
        lost=session.outcome is Outcome.LOST,
        foundation=rules.score(session.position).foundation,
        leftover=left_over(rules, session.position),
    )
