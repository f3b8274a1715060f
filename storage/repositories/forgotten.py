"""What is left of a deleted player: keyed hashes that say "this deal was tried before"."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable

from sqlalchemy import bindparam, select

from storage.models import forgotten, identities, secrets
from storage.repositories.base import Repository

KEY = "forgotten"

_KEY = select(secrets.c.value).where(secrets.c.name == KEY)
_IDENTITIES = select(identities.c.platform, identities.c.external_id).where(
    identities.c.player_id == bindparam("player_id")
)
_TRIES = select(forgotten.c.mark, forgotten.c.tries).where(
    forgotten.c.mark.in_(bindparam("marks", expanding=True))
)
_AT_ONCE = 500
"""Marks asked for by one statement: databases bound the number of its parameters."""


def mark(key: bytes, platform: str, external_id: str, *deal: str) -> str:
    """A hash of an identity, or of it with a game and a deal; none can be told without ``key``."""
    # JSON keeps them apart whatever signs they hold.
    message = json.dumps([platform, external_id, *deal]).encode()
    return hmac.new(key, message, hashlib.sha256).hexdigest()


class ForgottenTries(Repository):
    """Tries that a deleted player made under an identity which has come back."""

    async def count(self, player_id: int, game: str, deal: str) -> int:
        """How many tries at this deal were forgotten with the player's identities."""
        return (await self.counts(player_id, [(game, deal)])).get((game, deal), 0)

    async def counts(
        self, player_id: int, deals: Iterable[tuple[str, str]]
    ) -> dict[tuple[str, str], int]:
        """How many tries were forgotten at each of ``deals`` (game, deal) that has any.

        Where several identities have marks the largest counts: they were of one player then too.
        """
        key = await self._one(_KEY)
        if key is None:
            return {}
        names = await self._all(_IDENTITIES, player_id=player_id)
        marks = {
            mark(key.value, platform, external_id, game, deal): (game, deal)
            for game, deal in deals
            for platform, external_id in names
        }
        found: dict[tuple[str, str], int] = {}
        every = list(marks)
        for start in range(0, len(every), _AT_ONCE):
            for row in await self._all(_TRIES, marks=every[start : start + _AT_ONCE]):
                at = marks[row.mark]
                found[at] = max(found.get(at, 0), row.tries)
        return found
