"""``patience moves``: what may be played at the end of each record."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bot.commandline.output import DONE, NO, checked_records, show, show_json
from bot.commandline.replay import answer, sentence
from games.record import Checked


def moves(files: Iterable[Path], *, swaps: bool, as_json: bool) -> int:
    """List the legal moves; status 1 if a record is wrong. Raises Unreadable."""
    status = DONE
    for checked in checked_records(files):
        status = NO if checked.fault else status
        codes = legal_codes(checked, swaps=swaps)
        if as_json:
            row = {"moves": codes}
            if checked.fault is not None:
                row["error"] = answer(checked)["error"]
            show_json(row)
        else:
            show(sentence(checked) if checked.fault else " ".join(codes))
    return status


def legal_codes(checked: Checked, *, swaps: bool) -> list[str]:
    """Sorted codes of the legal moves where the record ends, or before its fault."""
    game, position = checked.game, checked.position
    if game is None or position is None:
        return []
    found = game.legal_moves(position) + (game.swaps(position) if swaps else ())
    return sorted(move.code for move in found)
