"""People and chats as storage hands them out: frozen values, every time aware and in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict


@dataclass(frozen=True, slots=True)
class Player:
    """One person with their settings; language, theme and time zone are None until chosen.

    ``unreached`` tells that their reminders ended because they don't arrive, and they weren't told
    yet.
    """

    id: int
    name: str
    language: str | None
    theme: str | None
    autoturn: bool
    auto: bool
    named_everywhere: bool
    hidden: bool
    created_at: datetime
    zone: str | None = None
    unreached: bool = False


class PlayerChanges(TypedDict, total=False):
    """What of a player may be changed."""

    name: str
    language: str | None
    theme: str | None
    autoturn: bool
    auto: bool
    named_everywhere: bool
    hidden: bool
    zone: str | None
    unreached: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """A server, a group or a private conversation.

    ``language`` is None until chosen for it; ``places`` are the channels in which games may be
    played, blanks between their ids, empty for all.
    """

    id: int
    platform: str
    external_id: str
    private: bool
    language: str | None = None
    places: str = ""


class ChatChanges(TypedDict, total=False):
    """What of a chat may be changed."""

    language: str | None
    places: str


@dataclass(frozen=True, slots=True)
class Identity:
    """A player as one platform knows them, under the name they bear there.

    A player has one, or several once they were linked; each game is of the one that began it.
    ``asked`` is the question a bare yes of theirs answers, ``news`` tells that who belongs to
    their player has changed and they weren't told yet.
    """

    id: int
    platform: str
    external_id: str
    player_id: int
    name: str
    created_at: datetime
    asked: str | None
    news: bool


class IdentityChanges(TypedDict, total=False):
    """What of an identity may be changed."""

    asked: str | None
    news: bool


CodeTrouble = Literal["wrong", "own", "too_many"]
"""Why a code joins nobody: unknown, old or used; the asker's own; too many wrong ones before."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A code that was taken up: who would be joined, and how many games they have played.

    ``mark`` tells this code from others without giving it away.
    """

    mark: str
    identities: tuple[Identity, ...]
    games: int


@dataclass(frozen=True, slots=True)
class Visit:
    """A known player in a chat, which is None while nobody has acted there.

    ``identity`` is who of theirs acts, ``member`` tells whether they have acted there before,
    ``current_game`` the game that a bare move of theirs in this chat belongs to.
    """

    player: Player
    identity: Identity
    chat: Chat | None
    current_game: int | None
    member: bool

    @property
    def chat_id(self) -> int:
        """The chat's number; raises ValueError where the chat isn't known yet."""
        if self.chat is None:
            raise ValueError("nobody has acted in this chat yet")
        return self.chat.id
