"""Checking what was published about a date: texts, seal and winning lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.daily.deals import ORDER, level_of, seal_of
from games.catalogue import find
from games.deals import lay_out
from games.errors import IllegalMove
from games.game import Outcome

_DIGITS = re.compile(r"[0-9a-f]{40}\Z", re.ASCII)


class Wrong(StrEnum):
    """What doesn't fit."""

    SEAL = "seal"
    """The seal is not that of these texts."""
    TEXT = "text"
    """The text is none that this game and date can have."""
    LINE = "line"
    """The line breaks the rules."""
    UNWON = "unwon"
    """The line is legal and doesn't win."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault and the game it is in; the seal's is in none."""

    wrong: Wrong
    game: str = ""
    move: int = 0
    """The number of the move that breaks the rules, from 1."""


def wrong_text(game: str, day: date, text: str) -> Finding | None:
    """Whether a text can be that game's daily of the date."""
    head = f"{level_of(day)}1-" if game == "devils-grip" else "daily-"
    fits = text.startswith(head) and _DIGITS.match(text.removeprefix(head))
    return None if fits else Finding(Wrong.TEXT, game)


def wrong_line(game: str, text: str, codes: Sequence[str]) -> Finding | None:
    """Whether the moves win the deal, which is laid out from its text anew."""
    rules = find(game)
    position = rules.deal(lay_out(rules, text))
    for number, code in enumerate(codes, 1):
        try:
            position = rules.play(position, rules.parse(code))
        except IllegalMove:
            return Finding(Wrong.LINE, game, number)
    return None if rules.outcome(position) is Outcome.WON else Finding(Wrong.UNWON, game)


def findings(
    day: date, texts: Sequence[str], seal: str, lines: Sequence[Sequence[str]]
) -> tuple[Finding, ...]:
    """All that is wrong with texts and lines, in ``ORDER`` both; empty when everything fits."""
    found = [] if seal_of(texts) == seal.strip().lower() else [Finding(Wrong.SEAL)]
    for game, text, codes in zip(ORDER, texts, lines, strict=True):
        fault = wrong_text(game, day, text) or wrong_line(game, text, codes)
        if fault is not None:
            found.append(fault)
    return tuple(found)
