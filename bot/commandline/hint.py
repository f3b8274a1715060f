"""``patience hint``: the next move where a record ends."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bot.commandline.output import DONE, NO, checked_records, show, show_json
from bot.commandline.replay import answer, sentence
from bot.look import Look
from bot.render import hint_sentence
from bot.workers.jobs import FairHint, OracleHint
from games.record import Checked
from games.solvers import ready, tables_before

_LOOK = Look("letters", "en")


def hint(files: Iterable[Path], *, oracle: bool, as_json: bool) -> int:
    """A hint for every record; status 1 if one of them is wrong. Raises Unreadable."""
    status = DONE
    for checked in checked_records(files):
        if checked.fault is not None:
            status = NO
            _tell_wrong(checked, as_json=as_json)
        else:
            _tell(checked, oracle=oracle, as_json=as_json)
    return status


def _tell(checked: Checked, *, oracle: bool, as_json: bool) -> None:
    game, deck, position = checked.game, checked.deck, checked.position
    assert game is not None  # the record is sound
    assert deck is not None  # as above
    table = game.table(position)
    ready(game.key)  # compiling is no part of the time for a hint
    if oracle:
        found = OracleHint(game.key, checked.deal or "", position).run()
    else:
        line = game.along(game.deal(deck), map(game.parse, checked.record.codes))
        found = FairHint(table, tables_before(game, line)).run()
    reason = hint_sentence(found, table, _LOOK)
    if not as_json:
        show(f"{found.move.code if found.move else '-'}: {reason}")
        return
    row = {"move": found.move.code if found.move else None}
    row |= {"kind": "oracle" if oracle else "fair", "reason": reason, "why": found.why.value}
    show_json(row)


def _tell_wrong(checked: Checked, *, as_json: bool) -> None:
    if as_json:
        show_json({"move": None, "kind": None, "reason": None, "error": answer(checked)["error"]})
    else:
        show(sentence(checked))
