"""What reaches the core: somebody, somewhere, said or pressed something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol


@dataclass(frozen=True, slots=True)
class Actor:
    """A person as a platform knows them.

    ``language`` is what their client speaks (a tag such as ``es-ES``) or empty. ``manager``
    tells that the platform lets them manage the chat they speak in, ``reachable`` that it lets
    the bot write to them in private without being asked, ``veiled`` that others may speak under
    the same account. ``handle`` is the public name by which others call them there, empty where
    there is none.
    """

    platform: str
    external_id: str
    name: str
    language: str = ""
    manager: bool = False
    handle: str = ""
    reachable: bool = False
    veiled: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom a message names: ``<@external_id>`` in its text. A ``robot`` plays nothing."""

    external_id: str
    name: str
    robot: bool = False


class KnownPlaces(Protocol):
    """The places of a chat, as its platform knows them."""

    def called(self, place: str) -> str | None:
        """What people call the place; None where there is no such place, or none any more."""

    def takes_posts(self, place: str) -> bool:
        """Whether there is such a place and the bot may write there."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat: a server, a group or a private conversation, under the platform's own id.

    ``theme`` is the platform's default look. ``place`` is the channel, thread or topic in the chat
    and ``within`` the channel of a thread, both under the platform's ids and empty where a chat
    has one place only; ``known_places`` is None where the platform doesn't tell which there are.
    ``pictures`` tells that the platform can show cards as pictures in a text, ``whispers`` that
    others in the chat see neither what was said here nor a private answer. ``calls`` is how mere
    words call people: by ``names``, by ``handles`` after an ``@``, or not at all.
    """

    platform: str
    external_id: str
    private: bool
    theme: str = "letters"
    place: str = ""
    within: str = ""
    known_places: KnownPlaces | None = None
    pictures: bool = False
    link: str = ""
    whispers: bool = False
    calls: Literal["", "names", "handles"] = ""


@dataclass(frozen=True, slots=True)
class Message:
    """A message meant for the bot, its prefix or mention already taken off.

    ``people`` are those whom it mentions, ``answers`` who wrote what it is a reply to.
    """

    actor: Actor
    chat: Chat
    text: str
    people: tuple[Person, ...] = ()
    answers: Person | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button that carries ``token``."""

    actor: Actor
    chat: Chat
    token: str


Request = Message | Press
