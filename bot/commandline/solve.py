"""``patience solve``: whether a game can be won from where its record ends."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.commandline.asked import game_named
from bot.commandline.faults import about_deal
from bot.commandline.output import (
    DONE,
    NO,
    USAGE,
    checked_records,
    fail,
    printable,
    show,
    show_json,
)
from bot.commandline.replay import answer, sentence
from games.deals import lay_out, read_deal
from games.errors import BadDeal
from games.game import Game
from games.record import Checked
from games.solvers import Limits, Solution, ready, solve_deal

MOST_DEALS = 10_000_000


@dataclass(frozen=True, slots=True)
class Task:
    """A position to be solved, or the record that leads to none."""

    deal: str | None
    game: Game[Any] | None = None
    position: Any = None
    wrong: Checked | None = None


def solve(
    files: Iterable[Path],
    game_name: str | None,
    deals: str | None,
    seconds: float,
    *,
    as_json: bool,
) -> int:
    """Solve every record, or ``deals`` of a game; status 1 if a record is wrong."""
    if math.isnan(seconds) or seconds < 0:
        return fail("--seconds is a number of seconds a deal, 0 or more", USAGE)
    files = tuple(files)
    if (game_name is None) != (deals is None) or (game_name is not None and files):
        return fail("give records, or --game with --deals, such as --deals 1-1000", USAGE)
    limits = Limits(seconds=seconds)
    if game_name is None or deals is None:
        return _solve(_recorded(files), limits, as_json=as_json)
    game = game_named(game_name)
    try:
        names = tuple(_named(game, deals))
    except BadDeal as error:
        return fail(about_deal(error), USAGE)
    return _solve(_dealt(game, names), limits, as_json=as_json)


def _recorded(files: tuple[Path, ...]) -> Iterator[Task]:
    for checked in checked_records(files):
        if checked.fault is not None or checked.game is None:
            yield Task(checked.deal, wrong=checked)
        else:
            yield Task(checked.deal, checked.game, checked.position)


def _dealt(game: Game[Any], names: Iterable[range | str]) -> Iterator[Task]:
    for name in names:
        for deal in (name,) if isinstance(name, str) else map(str, name):
            yield Task(deal, game, game.deal(lay_out(game, deal)))


def _named(game: Game[Any], text: str) -> Iterator[range | str]:
    """Deals and ranges of numbers between commas or spaces; raises BadDeal."""
    for part in text.replace(",", " ").split() or [""]:
        first, dash, last = part.partition("-")
        if dash and first.isdecimal() and last.isdecimal():
            low, high = int(read_deal(game, first)), int(read_deal(game, last))
            if not low <= high < low + MOST_DEALS:
                raise BadDeal("not_a_word", part)
            yield range(low, high + 1)
        else:
            yield read_deal(game, part)


def _solve(tasks: Iterable[Task], limits: Limits, *, as_json: bool) -> int:
    status = DONE
    for task in tasks:
        if task.game is None:
            status = NO
            _tell_wrong(task, as_json=as_json)
            continue
        ready(task.game.key)  # compiling is no part of the time for a deal
        started = time.perf_counter()
        solution = solve_deal(task.game, task.deal, task.position, limits)
        seconds = time.perf_counter() - started
        if as_json:
            show_json(_row(task.deal, solution, seconds))
        else:
            show(_line(task.game.key, task.deal, solution, seconds))
    return status


def _tell_wrong(task: Task, *, as_json: bool) -> None:
    assert task.wrong is not None
    if as_json:
        row = {"deal": task.deal, "verdict": None, "moves": None, "nodes": 0, "seconds": 0.0}
        show_json({**row, "error": answer(task.wrong)["error"]})
    else:
        show(sentence(task.wrong))


def _row(deal: str | None, solution: Solution, seconds: float) -> dict[str, Any]:
    moves = None if solution.moves is None else [move.code for move in solution.moves]
    return {
        "deal": deal,
        "verdict": solution.verdict.value,
        "moves": moves,
        "nodes": solution.nodes,
        "seconds": round(seconds, 6),
    }


def _line(game: str, deal: str | None, solution: Solution, seconds: float) -> str:
    head = printable(f"{game} {deal or ''}").strip()
    told = f"{head}: {solution.verdict.value}, {solution.nodes} nodes, {seconds:.3f} s"
    if solution.moves is None:
        return told
    return f"{told}, {len(solution.moves)} moves: {' '.join(m.code for m in solution.moves)}"
