"""Sentences about deals and records that can't be used."""

from __future__ import annotations

from typing import Any

from bot.look import Look
from bot.render import refusal
from games.errors import BadDeal
from games.game import Game
from games.record import Checked, Fault

_DEALS = {
    "empty": "a deal is a number of 1 to 18 digits or a word, such as 617 or patience",
    "too_long": "a deal word has at most 64 letters, such as patience",
    "not_a_word": "{detail!r} is no deal: use a number of 1 to 18 digits or a word, such as 617",
    "reserved": "{detail!r} is a reserved word, no deal: use a number such as 617",
    "prepared": "{detail!r} names a prepared deal, and this version makes none yet",
    "starters": "starters are for Calculation: an A, a 2, a 3 and a 4, such as AC 2D 3H 4S",
    "not_a_card": "{detail!r} is not a card: use rank and suit, such as TH",
    "wrong_card": "{detail} doesn't belong among these cards",
    "doubled_card": "{detail} is there once too often",
    "missing_card": "{detail} is missing",
    "disagree": "Deal {detail} and Cards don't agree",
    "no_deal": "the record has neither Deal nor Cards",
}
_RECORDS = {
    "bad_header": "not a header: {detail}",
    "header_twice": "the header {detail} stands there twice",
    "no_blank_line": "a blank line must part headers and moves",
    "no_game": "the record has no Game",
    "unknown_game": "no such game: {detail}",
    "unknown_result": "no such result: {detail}",
    "wrong_result": "the moves don't give the result {detail!r}",
}


def about_deal(error: BadDeal) -> str:
    """Why a deal text or a deck can't be used."""
    return _DEALS[error.reason].format(detail=error.detail)


def about_record(checked: Checked, fault: Fault) -> str:
    """What is wrong with a record, as one sentence."""
    if fault.error is not None and checked.game is not None:
        game: Game[Any] = checked.game
        table = game.table(checked.position)
        return refusal(fault.error.refusal, table, Look("letters", "en"))
    return {**_DEALS, **_RECORDS}[fault.reason].format(detail=fault.detail)
