"""``patience replay``: checks records move by move."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bot.commandline.faults import about_record
from bot.commandline.output import DONE, NO, checked_records, printable, show, show_json
from games.record import Checked


def replay(files: Iterable[Path], *, as_json: bool) -> int:
    """Play every record through; status 1 if one of them is wrong. Raises Unreadable."""
    status = DONE
    for checked in checked_records(files):
        status = NO if checked.fault else status
        if as_json:
            show_json(answer(checked))
        else:
            show(sentence(checked))
    return status


def answer(checked: Checked) -> dict[str, Any]:
    """A checked record as FORMATS.md has it."""
    row: dict[str, Any] = {
        "game": checked.game.key if checked.game else checked.record.headers.get("Game"),
        "deal": checked.deal,
        "outcome": None,
        "foundation": None,
        "leftover": None,
        "position": None,
        "moves": checked.moves,
    }
    if checked.game is not None and checked.position is not None:
        score = checked.game.score(checked.position)
        row |= {
            "outcome": checked.game.outcome(checked.position).value,
            "foundation": score.foundation,
            "leftover": score.leftover,
            "position": checked.game.describe(checked.position),
        }
    if checked.fault is not None:
        row["error"] = {
            "index": checked.fault.index,
            "move": checked.fault.move,
            "reason": checked.fault.reason,
            "message": about_record(checked, checked.fault),
        }
    return row


def sentence(checked: Checked) -> str:
    """A checked record as one line for people."""
    row = answer(checked)
    name = f"{row['game'] or 'record'} {checked.deal or ''}".strip()
    if checked.fault is not None:
        where = f"move {checked.fault.index}: " if checked.fault.index else ""
        return printable(f"{name}: wrong – {where}{row['error']['message']}")
    left = "" if row["leftover"] is None else f", {row['leftover']} in the waste"
    return f"{name}: {row['outcome']}, {row['moves']} moves, score {row['foundation']}{left}"
