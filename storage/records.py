"""What storage hands out and takes in: frozen values, every time aware and in UTC."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal, NamedTuple, Protocol, Self, TypedDict

from storage.periods import daily_closes

Status = Literal["offered", "running", "won", "lost", "resigned", "restarted", "unfinished"]
"""``offered``: dealt, not begun by the player. The others are a try's life and ends."""

Kind = Literal["shuffled", "prepared", "easy"]
"""Only solves of shuffled deals rank; the others are counted in columns of their own."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A stored game; its position is ``cards`` and its events.

    ``identity_id`` is who of the player's began it. ``attempt`` is 1 for their first try at this
    deal; ``helped`` tells of a hint, a check, a forbidden undo or practice in this try, ``known``
    that the player had seen hidden cards of the deal before it. ``active_at`` is the last
    change of any kind, ``last_move_at`` what the rules of timing say. ``leftover`` is None where
    the game has no such figure. ``practice`` lets the player ask what only the solver can know.
    ``daily`` is the date whose daily it is, ``challenge`` the open challenge on its deal that the
    player is in. ``unranked`` is one that was begun as practice or played as no first try may be:
    it ranks at no daily, whatever becomes of other tries.
    """

    id: int
    player_id: int
    chat_id: int
    game: str
    deal: str
    kind: Kind
    cards: str
    starters: str
    rules_version: int
    status: Status
    ending: str
    seq: int
    asked: str | None
    helped: bool
    known: bool
    attempt: int
    moves: int
    foundation: int
    leftover: int | None
    seen_hidden: bool
    practice: bool
    started_at: datetime
    first_move_at: datetime | None
    last_move_at: datetime | None
    ended_at: datetime | None
    active_at: datetime
    identity_id: int
    daily: date | None = None
    challenge: int | None = None
    unranked: bool = False

    @property
    def assisted(self) -> bool:
        """Whether the try has lost its clean mark."""
        return self.helped or self.known

    @property
    def seconds(self) -> int:
        """Whole seconds from the first board to the last move."""
        if self.last_move_at is None:
            return 0
        return max(0, int((self.last_move_at - self.started_at).total_seconds()))

    @property
    def solved(self) -> bool:
        """Whether the game counts as a solve: won, and a daily's before its date closed."""
        if self.status != "won" or self.ended_at is None:
            return False
        return self.daily is None or self.ended_at < daily_closes(self.daily)

    @property
    def clean_solve(self) -> bool:
        """Whether a win of this try counts as a clean solve: no help, and the first try."""
        return not self.assisted and self.attempt == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A deal about to be stored."""

    player_id: int
    identity_id: int
    chat_id: int
    game: str
    deal: str
    cards: str
    rules_version: int
    started_at: datetime
    starters: str = ""
    kind: Kind = "shuffled"
    status: Status = "offered"
    helped: bool = False
    practice: bool = False
    foundation: int = 0
    leftover: int | None = None
    daily: date | None = None
    unranked: bool = False

    def as_practice(self) -> Self:
        """The same as practice from the start."""
        return replace(self, helped=True, practice=True, unranked=True)


class GameChanges(TypedDict, total=False):
    """What of a game may be changed; ``seq`` changes only by appending events."""

    chat_id: int
    status: Status
    ending: str
    asked: str | None
    helped: bool
    known: bool
    attempt: int
    moves: int
    foundation: int
    leftover: int | None
    seen_hidden: bool
    practice: bool
    unranked: bool
    started_at: datetime
    first_move_at: datetime | None
    last_move_at: datetime | None
    ended_at: datetime | None


class EventLike(Protocol):
    """What can be appended to a game: an event of the rules has this shape."""

    @property
    def seq(self) -> int:
        """Its number in the game, growing by one."""

    @property
    def action(self) -> int:
        """The number of the first event of the player's action."""

    @property
    def code(self) -> str:
        """What happened."""


class StoredEvent(NamedTuple):
    """An event as it was stored."""

    seq: int
    action: int
    code: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Tries:
    """Earlier tries of a player at a deal: how many, and whether a hidden card was seen in one.

    Tries forgotten with a deleted player count, and count as having seen all. ``helped`` tells
    that a hint or a check was given before any move was made, ``easy`` that the deal was once
    chosen as an easy one.
    """

    count: int
    seen_hidden: bool
    helped: bool = False
    easy: bool = False


@dataclass(frozen=True, slots=True)
class Before:
    """What is known of a player's past at a deal of which no game of theirs is left.

    ``looked_at`` is when they saw a daily that they didn't try.
    """

    tries: int = 0
    looked_at: datetime | None = None

    def __or__(self, other: Self) -> Self:
        """Both, where they tell of the same past."""
        moments = [each for each in (self.looked_at, other.looked_at) if each is not None]
        tries = max(self.tries, other.tries)
        return replace(self, tries=tries, looked_at=min(moments, default=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """A shuffled deal that can be won although nearly none can; ``line`` are the codes of a win."""

    game: str
    deal: str
    line: str
    found_at: datetime


@dataclass(frozen=True, slots=True)
class Board:
    """Where the live board of a game stands: a message in a channel, by the platform's ids.

    An empty ``message`` is a board that only its player sees and nobody can reach later.
    """

    channel: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSolve:
    """A won game to be counted; ``day`` is the UTC date of the winning move."""

    player_id: int
    game: str
    deal: str
    game_id: int
    chat_id: int
    day: date
    moves: int
    seconds: int
    clean: bool
    kind: Kind
    at: datetime
    daily: date | None = None

    @classmethod
    def of(cls, row: GameRow) -> Self:
        """The solve that a won game is; raises ValueError for any other."""
        if row.status != "won" or row.ended_at is None:
            raise ValueError(f"game {row.id} is not won")
        return cls(
            player_id=row.player_id,
            game=row.game,
            deal=row.deal,
            game_id=row.id,
            chat_id=row.chat_id,
            day=row.ended_at.date(),
            moves=row.moves,
            seconds=row.seconds,
            clean=row.clean_solve,
            kind=row.kind,
            at=row.ended_at,
            daily=row.daily,
        )


@dataclass(frozen=True, slots=True)
class Deletions:
    """What a database remembers of deleted players: the key of its marks, whom and when, deals.

    Each of ``deals`` is its mark, how many tries, and since when a daily not tried was known.
    """

    key: bytes
    marks: dict[str, datetime]
    deals: tuple[tuple[str, int, datetime | None], ...]


@dataclass(frozen=True, slots=True)
class Milestone:
    """What a solve was in its player's story: how many deals of the game are solved with it.

    ``fewest_before`` is the shortest earlier solve of the game and kind, None without one.
    """

    solved: int
    fewest_before: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard.

    ``rank`` is None where nothing ranks (only prepared or easy deals solved). ``name`` is empty
    unless it may be shown to everybody, which ``named`` tells.
    """

    rank: int | None
    player_id: int
    name: str
    named: bool
    solved: int
    clean: int
    prepared: int
    easy: int
    leftover: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's figures in one game.

    ``played`` counts tries with at least one move, ``running`` those still open; best figures are
    None where there is none yet. ``clean`` counts won tries that were not assisted.
    """

    game: str
    played: int
    won: int
    lost: int
    resigned: int
    restarted: int
    unfinished: int
    running: int
    clean: int
    best_moves: int | None
    best_seconds: int | None
    least_leftover: int | None
    best_foundation: int | None
