"""Tokens of the daily's pages: ``daily.<page>.<game's letter>.<date>.<scope>.<number>``."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot import tokens
from bot.daily.dates import read_day
from bot.daily.deals import ORDER
from bot.replies import Button, Style

SHOW, PLAY, TABLE, LINE, ARCHIVE = "show", "play", "table", "line", "archive"
AGAIN = "again"
HERE, WORLD = "here", "world"
NONE = "-"
_LETTERS = {game[0]: game for game in ORDER}
_LONGEST_NUMBER = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A page with what it is about; empty or None where nothing is named."""

    page: str
    game: str = ""
    day: date | None = None
    scope: str = HERE
    number: int = 0


def letter(game: str) -> str:
    """A game's letter in tokens, which have little room."""
    return game[0]


def button(  # noqa: PLR0913 - the parts of a token, each named
    label: str,
    page: str,
    game: str = NONE,
    day: date | None = None,
    *,
    scope: str = HERE,
    number: int = 0,
    style: Style = Style.PLAIN,
    twin: str = "",
) -> Button:
    """A button that opens a page; ``twin`` keeps apart two that open the same one."""
    when = NONE if day is None else f"{day:%Y%m%d}"
    arguments = (page, game, when, scope, str(number), *([twin] if twin else []))
    return Button(label, tokens.encode(tokens.OnPage("daily", arguments)), style)


def read(arguments: tuple[str, ...]) -> Asked | None:
    """What a token's arguments ask for; None for none of ours."""
    page, game, when, scope, number, *_ = (*arguments, *(NONE,) * 5)
    if page not in (SHOW, PLAY, TABLE, LINE, ARCHIVE, AGAIN):
        return None
    count = int(number) if number.isdigit() and len(number) <= _LONGEST_NUMBER else 0
    return Asked(
        page,
        _LETTERS.get(game, ""),
        read_day(when),
        scope if scope in (HERE, WORLD) else HERE,
        count,
    )
