"""What the scheduler asks of a platform that posts dailies."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

from bot.replies import Reply
from storage.people import Chat

GONE, FORBIDDEN, CLOSED, REFUSED = "gone", "forbidden", "closed", "refused"
"""Why posts are refused: no such place, no permission, a closed topic or thread, anything else."""


class Refused(Exception):
    """The place is gone or forbids posts: surely nothing was sent, and trying again is no use.

    ``reason`` is one of the words above, and kept with the schedule.
    """

    def __init__(self, reason: str) -> None:
        """Keep the word."""
        super().__init__(f"posts are refused: {reason}")
        self.reason = reason


class NotSent(Exception):
    """Surely nothing was sent, and later it may work: no connection, too many requests."""


class Poster(Protocol):
    """A platform that can post without being asked.

    Anything but Refused and NotSent that ``post`` raises means that nobody knows whether the
    message arrived.
    """

    @property
    def platform(self) -> str:
        """The platform's name, as chats have it."""

    @property
    def recognises(self) -> timedelta:
        """How long a repetition with the same nonce is known for one; zero where it never is."""

    @property
    def ready(self) -> bool:
        """Whether the platform is reached just now; what is due waits while it isn't."""

    async def post(self, chat: Chat, place: str, reply: Reply, nonce: str) -> str:
        """Post in a place of a chat; the message's id. ``nonce`` has at most 25 characters."""

    async def write_to(self, person: str, reply: Reply, nonce: str) -> str:
        """Write to somebody in private; the message's id. Ends as ``post`` does.

        FORBIDDEN and GONE tell that this person takes no messages (any more).
        """

    async def tell_managers(self, chat: Chat, place: str, reply: Reply) -> bool:
        """Tell somebody who manages the chat, as well as the platform allows; best effort.

        False where nobody could be told, as in a chat that the bot was thrown out of.
        """
