"""What storage hands out and takes in about dailies: frozen values, every time aware and in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TypedDict

from storage.people import Identity, Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """The deal of one game and date, proved winnable.

    ``line`` are the codes of a win between blanks, ``par`` their number as players count moves,
    ``attempt`` the number of deals looked at until one was proved.
    """

    day: date
    game: str
    deal: str
    attempt: int
    line: str
    par: int
    difficulty: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class DailyTry:
    """A first try at a daily with at least one move, and whose it is.

    ``named`` tells that the name may be shown to everybody; hidden players are never ``listed``.
    ``last_move_at`` and ``moves`` are those of now, also when the date has closed. So are the other
    figures, but on a page of a date's table, where they are those of the close.
    """

    game_id: int
    player_id: int
    name: str
    named: bool
    listed: bool
    status: str
    assisted: bool
    moves: int
    foundation: int
    leftover: int | None
    started_at: datetime
    last_move_at: datetime | None
    ended_at: datetime | None
    active_at: datetime


@dataclass(frozen=True, slots=True)
class DailyTable:
    """The first tries at one daily, of everybody or of who acts in a chat.

    ``going_on`` tells that it is looked at before the date has closed, at ``closes_at``.
    """

    day: date
    game: str
    closes_at: datetime
    going_on: bool
    chat_id: int | None = None


@dataclass(frozen=True, slots=True)
class DailyTotals:
    """How many first tries a table counts.

    ``played_on`` are those that went on after the close, and of which nobody kept how they stood.

    ``above_first`` and ``above_own`` are how many stand above a page's first line and one's own.
    """

    tries: int
    solved: int
    listed: int
    played_on: int
    above_first: int
    above_own: int


@dataclass(frozen=True, slots=True)
class DailyPage:
    """A page of a table from line ``start`` on, and one's own line; each with its rank."""

    totals: DailyTotals
    start: int
    lines: tuple[tuple[int, DailyTry], ...]
    own: tuple[int, DailyTry] | None


@dataclass(frozen=True, slots=True)
class Schedule:
    """When and where a chat gets its daily post.

    ``minute`` counts from midnight in ``zone``. ``games`` is empty for all three, ``rotation`` for
    one a day, else keys between blanks. ``paused`` is why posting stopped, empty while it goes on.
    ``next_at`` and ``next_day`` are the post that comes next, None while posting is off.
    """

    chat_id: int
    place: str
    zone: str
    minute: int
    games: str
    on: bool
    paused: str
    next_at: datetime | None
    next_day: date | None


class ScheduleChanges(TypedDict, total=False):
    """What of a schedule may be changed."""

    place: str
    zone: str
    minute: int
    games: str
    on: bool
    paused: str
    next_at: datetime | None
    next_day: date | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A chat's post about one daily, claimed before it is sent.

    ``state`` is ``claimed`` until the platform has confirmed it, then ``sent``; ``lost`` when
    nobody can tell whether it arrived. ``nonce`` lets a platform recognise a repetition.
    """

    chat_id: int
    day: date
    game: str
    state: str
    nonce: str
    place: str
    message: str
    claimed_at: datetime


@dataclass(frozen=True, slots=True)
class Reminder:
    """When a player wants to be reminded of the dailies, and by which of their identities.

    ``minute`` counts from midnight in the player's own zone, ``language`` is what they spoke when
    they asked. ``refused`` counts the dates in a row on which it couldn't be sent. ``next_at`` and
    ``next_day`` are the one that comes next, None while it is off. ``day`` is the date that was
    claimed last: ``state`` is ``claimed`` until it is known what became of that.
    """

    player_id: int
    identity_id: int
    minute: int
    language: str
    on: bool = True
    refused: int = 0
    next_at: datetime | None = None
    next_day: date | None = None
    day: date | None = None
    state: str = ""
    nonce: str = ""
    claimed_at: datetime | None = None


Whose = tuple[Reminder, Player, Identity]
"""A reminder, whose it is, and the identity that is written to."""
