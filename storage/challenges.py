"""What storage hands out and takes in about challenges: frozen values, times aware and in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from storage.people import Chat
from storage.records import GameRow, Kind

CLAIMED, SENT, LOST, NOWHERE = "claimed", "sent", "lost", "nowhere"
"""What became of telling a result: under way, done, nobody knows, there is no place for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge:
    """A deal for several people; ``place`` is where in the chat, in the platform's words.

    ``anybody`` may take up one that names nobody. ``language`` is that of its posts.
    """

    chat_id: int
    place: str
    language: str
    game: str
    deal: str
    kind: Kind
    cards: str
    starters: str
    anybody: bool
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody who was named and hasn't taken it up.

    ``who`` is their id on the chat's platform, or their public name there after ``@``.
    """

    who: str
    name: str
    declined: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who has taken it up, first of all the ``challenger``.

    ``game`` is their first try since; None while they have none. ``hidden`` players are named
    nowhere.
    """

    identity_id: int
    player_id: int
    name: str
    hidden: bool
    challenger: bool
    joined_at: datetime
    game: GameRow | None

    @property
    def begun(self) -> bool:
        """Whether a move has been made."""
        return self.game is not None and self.game.first_move_at is not None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge with its people; entries come in the order they were made, one a player.

    ``closed_at`` is None while it goes on. ``told`` is one of the words above, or empty before.
    """

    id: int
    chat: Chat
    place: str
    language: str
    game: str
    deal: str
    kind: Kind
    cards: str
    starters: str
    anybody: bool
    made_at: datetime
    closed_at: datetime | None
    told: str
    nonce: str
    claimed_at: datetime | None
    entries: tuple[Entry, ...] = ()
    invitations: tuple[Invitation, ...] = ()

    def entry_of(self, player_id: int) -> Entry | None:
        """The player's entry, if they have one."""
        return next((each for each in self.entries if each.player_id == player_id), None)
