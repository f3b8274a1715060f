"""``patience daily show`` and ``verify``: what is public about a date, and that it fits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

from bot.commandline.asked import Misused
from bot.commandline.database import open_existing, with_database
from bot.commandline.output import (
    DONE,
    NO,
    checked_records,
    fail,
    show,
    show_json,
)
from bot.daily.dates import closes, is_closed, read_day
from bot.daily.deals import ORDER, seal_of
from bot.daily.proving import Prove
from bot.daily.verify import Finding, Wrong, findings, wrong_text
from games.catalogue import find
from games.deals import lay_out
from games.record import write_record
from games.solvers import ready
from storage.dailies import Daily


def day_named(text: str) -> date:
    """The date of an argument; raises Misused."""
    day = read_day(text)
    if day is None:
        raise Misused(f"no such date: {text[:20]}; write it as 2026-12-01")
    return day


def show_day(text: str, *, records: bool, as_json: bool) -> int:
    """What may be known of a date: all once it has closed; the exit status."""
    day, now = day_named(text), datetime.now(UTC)
    closed = is_closed(day, now)
    if records and not closed:
        return fail(_too_early(day), NO)
    body = partial(_show_records, day) if records else partial(_show, day, closed, as_json)
    return _with_stored(day, body)


def _show(day: date, closed: bool, as_json: bool, dailies: Sequence[Daily]) -> int:
    seal = seal_of([each.deal for each in dailies])
    if as_json:
        games = [row(each, closed=closed) for each in dailies]
        show_json({"date": day.isoformat(), "closed": closed, "seal": seal, "games": games})
        return DONE
    show(f"{day}: {'closed' if closed else f'closes {closes(day):%Y-%m-%d %H:%M} UTC'}")
    for each in dailies:
        told = f"{each.game}: {each.difficulty}, par {each.par}"
        show(f"{told}, deal {each.deal}" if closed else told)
        if closed:
            show(f"  {each.line}")
    show(f"seal {seal}")
    return DONE


def verify_day(
    text: str, deals: str | None, seal: str | None, files: Iterable[Path], *, as_json: bool
) -> int:
    """Check a date's texts, seal and lines; status 1 when something doesn't fit.

    Without ``deals`` those of the database are checked, and with no ``seal`` their own. Lines
    beside ``deals`` are taken from records; a deal without one is solved here instead.
    """
    day = day_named(text)
    if deals is None:
        if not is_closed(day, datetime.now(UTC)):
            return fail(_too_early(day), NO)
        return _with_stored(day, partial(_verify_stored, day, seal, as_json))
    texts = deals.split()
    if seal is None or len(texts) != len(ORDER):
        raise Misused(f"--deals takes the texts of {', '.join(ORDER)}, and --seal beside them")
    found = findings(day, texts, seal, _lines(day, texts, tuple(files)))
    return _tell_found(day, found, as_json=as_json)


def _verify_stored(day: date, seal: str | None, as_json: bool, dailies: Sequence[Daily]) -> int:
    texts = [each.deal for each in dailies]
    lines = [each.line.split() for each in dailies]
    found = findings(day, texts, seal or seal_of(texts), lines)
    return _tell_found(day, found, as_json=as_json)


def _tell_found(day: date, found: Sequence[Finding], *, as_json: bool) -> int:
    if as_json:
        faults = [{"what": f.wrong.value, "game": f.game, "move": f.move} for f in found]
        show_json({"date": day.isoformat(), "right": not found, "wrong": faults})
    elif found:
        for each in found:
            show(f"{day}: wrong – {_sentence(each)}")
    else:
        show(f"{day}: right – the seal is that of the three deals, and each line wins")
    return NO if found else DONE


def _with_stored(day: date, body: Callable[[Sequence[Daily]], int]) -> int:
    """The exit status of ``body`` over the three dailies of a date; 1 where they aren't there."""

    async def read() -> tuple[Daily, ...]:
        storage = await open_existing()
        try:
            return await storage.read(lambda reading: reading.dailies.of(day))
        finally:
            await storage.close()

    def run() -> int:
        made = {each.game: each for each in asyncio.run(read())}
        if not made.keys() >= set(ORDER):
            return fail(f"the dailies of {day} are not made here", NO)
        return body([made[game] for game in ORDER])

    return with_database(run)


def row(daily: Daily, *, closed: bool) -> dict[str, Any]:
    """A daily as JSON has it; the deal is told once the date has closed."""
    told: dict[str, Any] = {"game": daily.game, "difficulty": daily.difficulty, "par": daily.par}
    if closed:
        told |= {"deal": daily.deal, "attempt": daily.attempt, "moves": daily.line.split()}
    return told


def _show_records(day: date, dailies: Sequence[Daily]) -> int:
    for each in dailies:
        game = find(each.game)
        moves = [game.parse(code) for code in each.line.split()]
        headers = {"Event": f"daily {day}", "Result": "won"}
        show(write_record(game.key, each.deal, lay_out(game, each.deal), moves, headers))
    return DONE


def _lines(day: date, texts: list[str], files: tuple[Path, ...]) -> list[list[str]]:
    """A line for each text: from the records, else found by a search."""
    given = {
        (checked.game.key, checked.deal): list(checked.record.codes)
        for checked in (checked_records(files) if files else ())
        if checked.game is not None and checked.deal is not None
    }
    lines = []
    for game, text in zip(ORDER, texts, strict=True):
        if (game, text) in given:
            lines.append(given[game, text])
        elif wrong_text(game, day, text) is None:
            ready(game)
            proof = Prove(game, text).run()
            lines.append(list(proof.line) if proof else [])
        else:
            lines.append([])
    return lines


def _too_early(day: date) -> str:
    return f"the deals of {day} are told when it has closed, {closes(day):%Y-%m-%d %H:%M} UTC"


def _sentence(finding: Finding) -> str:
    match finding.wrong:
        case Wrong.SEAL:
            return "the seal is not that of these three texts"
        case Wrong.TEXT:
            return f"{finding.game} can't have that deal on this date"
        case Wrong.LINE:
            return f"{finding.game}: move {finding.move} of the line breaks the rules"
    return f"{finding.game}: no line that wins"
