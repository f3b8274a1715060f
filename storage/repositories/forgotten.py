"""What is left of a deleted player: keyed hashes that say "this deal was tried, or seen"."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable

from sqlalchemy import bindparam, select

from storage.models import forgotten, identities, secrets
from storage.records import Before
from storage.repositories.base import Repository

KEY = "forgotten"

_KEY = select(secrets.c.value).where(secrets.c.name == KEY)
_IDENTITIES = select(identities.c.platform, identities.c.external_id).where(
    identities.c.player_id == bindparam("player_id")
)
_MARKED = select(forgotten).where(forgotten.c.mark.in_(bindparam("marks", expanding=True)))
_AT_ONCE = 500
"""Marks asked for by one statement: databases bound the number of its parameters."""


def mark(key: bytes, platform: str, external_id: str, *deal: str) -> str:
    """A hash of an identity, or of it with a game and a deal; none can be told without ``key``."""
    # JSON keeps them apart whatever signs they hold.
    message = json.dumps([platform, external_id, *deal]).encode()
    return hmac.new(key, message, hashlib.sha256).hexdigest()


class Forgotten(Repository):
    """What a deleted player did under an identity which has come back."""

    async def of(self, player_id: int, game: str, deal: str) -> Before:
        """What was forgotten with the player's identities about this deal."""
        return (await self.of_each(player_id, [(game, deal)]))[game, deal]

    async def of_each(
        self, player_id: int, deals: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], Before]:
        """The same of each of ``deals`` (game, deal).

        Where several identities have marks the most tries count: they were of one player then too.
        """
        found = dict.fromkeys(deals, Before())
        key = await self._one(_KEY)
        if key is None:
            return found
        names = await self._all(_IDENTITIES, player_id=player_id)
        marks = {
            mark(key.value, platform, external_id, *deal): deal
            for deal in found
            for platform, external_id in names
        }
        every = list(marks)
        for start in range(0, len(every), _AT_ONCE):
            for row in await self._all(_MARKED, marks=every[start : start + _AT_ONCE]):
                found[marks[row.mark]] |= Before(row.tries, row.looked_at)
        return found
