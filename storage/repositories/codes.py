"""One-time codes by which an account is joined to a player's."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import games, identities, link_codes
from storage.people import CodeTrouble, Identity, Offer
from storage.repositories.base import Repository
from storage.repositories.keys import Keys
from storage.repositories.people import PeopleReading

KEY = "links"
MOST_WRONG = 5
WRONG_WITHIN = timedelta(hours=1)
"""After so many wrong codes within that time an identity's codes aren't looked at any more."""
_MARK = 8

_SEALED = select(link_codes).where(link_codes.c.sealed == bindparam("sealed"))
_WRONG = select(identities.c.wrong_codes, identities.c.wrong_since).where(
    identities.c.id == bindparam("identity_id")
)
_PLAYED = select(func.count(games.c.first_move_at)).where(
    games.c.player_id == bindparam("player_id")
)


class Codes(Repository):
    """Giving codes and taking them up; only keyed hashes of them are stored."""

    def __init__(self, connection: AsyncConnection, token_bytes: Callable[[int], bytes]) -> None:
        super().__init__(connection)
        self._keys = Keys(connection, token_bytes)

    async def give(self, player_id: int, code: str, until: datetime) -> None:
        """Let ``code`` join somebody to the player; their older one is void."""
        values = {
            "sealed": await self._sealed(code),
            "expires_at": until,
            "taken_by": None,
        }
        await self._connection.execute(
            self._upsert(link_codes).on_conflict_do_update(
                index_elements=["player_id"], set_=values
            ),
            {"player_id": player_id, **values},
        )

    async def take(self, identity: Identity, code: str, now: datetime) -> Offer | CodeTrouble:
        """Bind a code to ``identity``, or why it joins nobody; nothing is joined yet."""
        count, since = await self._one(_WRONG, identity_id=identity.id)
        if since is None or now - since >= WRONG_WITHIN:
            count, since = 0, now
        if count >= MOST_WRONG:
            return "too_many"
        sealed = await self._sealed(code)
        row = await self._one(_SEALED, sealed=sealed)
        if row is None or row.expires_at <= now or row.taken_by not in (None, identity.id):
            wrong = update(identities).where(identities.c.id == identity.id)
            await self._connection.execute(wrong.values(wrong_codes=count + 1, wrong_since=since))
            return "wrong"
        if row.player_id == identity.player_id:
            return "own"
        taken = update(link_codes).where(link_codes.c.sealed == sealed)
        await self._connection.execute(taken.values(taken_by=identity.id))
        played = await self._one(_PLAYED, player_id=row.player_id)
        owners = await PeopleReading(self._connection).identities(row.player_id)
        return Offer(sealed[:_MARK], owners, int(played[0]))

    async def void(self, code: str) -> None:
        """Let a code join nobody any more: others may have seen it."""
        sealed = await self._sealed(code)
        await self._connection.execute(delete(link_codes).where(link_codes.c.sealed == sealed))

    async def refuse(self, identity_id: int) -> None:
        """Give back none of what an identity took up: those codes are void."""
        taken = delete(link_codes).where(link_codes.c.taken_by == identity_id)
        await self._connection.execute(taken)

    async def prune(self, now: datetime) -> None:
        """Drop what has expired."""
        await self._connection.execute(delete(link_codes).where(link_codes.c.expires_at <= now))

    async def _sealed(self, code: str) -> str:
        key = await self._keys.key(KEY)
        return hmac.new(key, code.encode(), hashlib.sha256).hexdigest()
