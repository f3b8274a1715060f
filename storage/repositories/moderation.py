"""Whom the host has blocked, and whose name is not to be shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import challenge_invitations, identities, moderation, players
from storage.moderation import Kind, Measure
from storage.people import Identity
from storage.repositories.challenges import invited_on
from storage.repositories.forgotten import KEY, mark
from storage.repositories.keys import Keys
from storage.repositories.measures import MeasuresReading
from storage.repositories.people import IDENTITY_COLUMNS

_M = moderation.c
_STRETCH = 5000
_NAMES = (
    select(*IDENTITY_COLUMNS)
    .where(identities.c.id > bindparam("last"))
    .order_by(identities.c.id)
    .limit(_STRETCH)
)
_LIST = select(*_M).order_by(_M.at, _M.mark)


class ModerationReading(MeasuresReading):
    """What was decided."""

    async def every(self) -> tuple[Measure, ...]:
        """Each measure, the oldest first."""
        return tuple(Measure(*row) for row in await self._all(_LIST))

    async def called(self, part: str, most: int) -> tuple[Identity, ...]:
        """Up to ``most`` identities whose name holds ``part``, capital or small, in id order.

        The names are compared here, a stretch at a time, since databases fold letters differently.
        """
        wanted, found, last = _folded(part), list[Identity](), 0
        while len(found) < most:
            rows = await self._all(_NAMES, last=last)
            if not rows:
                break
            some = (Identity(*row) for row in rows)
            found += [each for each in some if wanted in _folded(each.name)]
            last = rows[-1].id
        return tuple(found[:most])


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Moderation(ModerationReading):
    """Deciding."""

    def __init__(self, connection: AsyncConnection, token_bytes: Callable[[int], bytes]) -> None:
        super().__init__(connection)
        self._token_bytes = token_bytes

    async def decide(self, kind: Kind, platform: str, external_id: str, now: datetime) -> bool:
        """Take a measure; False where it stood already. A name that is kept goes at once."""
        row = {
            "mark": await self._mark(kind, platform, external_id),
            "kind": kind,
            "platform": platform,
            "external_id": external_id,
            "at": now,
        }
        done = await self._connection.execute(
            self._upsert(moderation).on_conflict_do_nothing(), row
        )
        if kind == "name":
            await self._blank(platform, external_id)
        return done.rowcount > 0

    async def lift(self, kind: Kind, platform: str, external_id: str) -> bool:
        """Take a measure back; False where there is none."""
        stood = _M.mark == await self._mark(kind, platform, external_id)
        return (await self._connection.execute(delete(moderation).where(stood))).rowcount > 0

    async def move(self, platform: str, old: str, new: str) -> None:
        """A chat is called otherwise by its platform: what was decided about it holds on."""
        stood = _M.mark == await self._mark("chat", platform, old)
        row = await self._one(select(_M.at).where(stood))
        if row is not None:
            await self.decide("chat", platform, new, row.at)
            await self._connection.execute(delete(moderation).where(stood))

    async def take_up(self, measures: Collection[Measure]) -> None:
        """Let these be all, after a copy was put back; their key is that of this database."""
        await self._connection.execute(delete(moderation))
        for each in measures:
            row = {name: getattr(each, name) for name in _M.keys()}  # noqa: SIM118 - columns
            await self._connection.execute(insert(moderation), row)
            if each.kind == "name":
                await self._blank(each.platform, each.external_id)

    async def _mark(self, kind: Kind, platform: str, external_id: str) -> str:
        key = await Keys(self._connection, self._token_bytes).key(KEY)
        return mark(key, platform, external_id, kind)

    async def _blank(self, platform: str, external_id: str) -> None:
        """Keep no name of somebody: what isn't there is shown by nothing."""
        theirs = (identities.c.platform == platform, identities.c.external_id == external_id)
        player = select(identities.c.player_id).where(*theirs).scalar_subquery()
        await self._connection.execute(
            update(players).where(players.c.id == player).values(name="")
        )
        await self._connection.execute(update(identities).where(*theirs).values(name=""))
        called = update(challenge_invitations).where(
            challenge_invitations.c.who == external_id, invited_on(platform)
        )
        await self._connection.execute(called.values(name=""))
