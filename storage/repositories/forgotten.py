"""What is left of a deleted player: keyed hashes that say "this deal was tried before"."""

from __future__ import annotations

import hashlib
import hmac
import json

from sqlalchemy import bindparam, func, select

from storage.models import forgotten, identities, secrets
from storage.repositories.base import Repository

KEY = "forgotten"

_KEY = select(secrets.c.value).where(secrets.c.name == KEY)
_IDENTITIES = select(identities.c.platform, identities.c.external_id).where(
    identities.c.player_id == bindparam("player_id")
)
_COUNT = select(func.max(forgotten.c.tries)).where(
    forgotten.c.mark.in_(bindparam("marks", expanding=True))
)


def mark(key: bytes, platform: str, external_id: str, game: str, deal: str) -> str:
    """A hash nobody can invert or guess without ``key``."""
    # JSON keeps the four apart whatever signs they hold.
    message = json.dumps([platform, external_id, game, deal]).encode()
    return hmac.new(key, message, hashlib.sha256).hexdigest()


class ForgottenTries(Repository):
    """Tries that a deleted player made under an identity which has come back."""

    async def count(self, player_id: int, game: str, deal: str) -> int:
        """How many tries at this deal were forgotten with the player's identities."""
        key = await self._one(_KEY)
        if key is None:
            return 0
        marks = [
            mark(key.value, platform, external_id, game, deal)
            for platform, external_id in await self._all(_IDENTITIES, player_id=player_id)
        ]
        return int((await self._one(_COUNT, marks=marks))[0] or 0)
