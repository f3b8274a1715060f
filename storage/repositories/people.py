"""Players, their identities on platforms, chats and who acts in them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Unpack

from sqlalchemy import and_, bindparam, insert, select, update

from storage.models import chats, identities, memberships, players
from storage.people import (
    Chat,
    ChatChanges,
    Identity,
    IdentityChanges,
    Player,
    PlayerChanges,
    Visit,
)
from storage.repositories.base import Repository
from storage.repositories.measures import MeasuresReading
from storage.repositories.standings import Standings

_PLAYER = tuple(players.c)
IDENTITY_COLUMNS = (
    identities.c.id,
    identities.c.platform,
    identities.c.external_id,
    identities.c.player_id,
    identities.c.name,
    identities.c.created_at,
    identities.c.asked,
    identities.c.news,
)
CHAT_COLUMNS = (
    chats.c.id,
    chats.c.platform,
    chats.c.external_id,
    chats.c.private,
    chats.c.language,
    chats.c.places,
)

_RECOGNISE = (
    select(
        *_PLAYER, *IDENTITY_COLUMNS, *CHAT_COLUMNS, memberships.c.game_id, memberships.c.identity_id
    )
    .select_from(identities)
    .join(players, players.c.id == identities.c.player_id)
    .outerjoin(
        chats,
        and_(
            chats.c.platform == bindparam("chat_platform"),
            chats.c.external_id == bindparam("chat_external_id"),
        ),
    )
    .outerjoin(
        memberships,
        and_(memberships.c.identity_id == identities.c.id, memberships.c.chat_id == chats.c.id),
    )
    .where(
        identities.c.platform == bindparam("platform"),
        identities.c.external_id == bindparam("external_id"),
    )
)
_PLAYER_BY_ID = select(*_PLAYER).where(players.c.id == bindparam("player_id"))
_IDENTITY_BY_NAME = select(*IDENTITY_COLUMNS).where(
    identities.c.platform == bindparam("platform"),
    identities.c.external_id == bindparam("external_id"),
)
_IDENTITIES = (
    select(*IDENTITY_COLUMNS)
    .where(identities.c.player_id == bindparam("player_id"))
    .order_by(identities.c.id)
)
_STANDS = select(identities.c.id).where(
    identities.c.id == bindparam("identity_id"), identities.c.player_id == bindparam("player_id")
)
_CHAT_BY_ID = select(*CHAT_COLUMNS).where(chats.c.id == bindparam("chat_id"))
_CHAT_BY_IDENTITY = select(*CHAT_COLUMNS).where(
    chats.c.platform == bindparam("platform"), chats.c.external_id == bindparam("external_id")
)


def _visit(row: Any) -> Visit:
    parts, start = [], 0
    for size in (len(_PLAYER), len(IDENTITY_COLUMNS), len(CHAT_COLUMNS)):
        parts.append(row[start : start + size])
        start += size
    player, identity, chat = parts
    game, member = row[start:]
    return Visit(
        Player(*player),
        Identity(*identity),
        None if chat[0] is None else Chat(*chat),
        game,
        member is not None,
    )


class PeopleReading(Repository):
    """Who is who."""

    async def recognise(
        self, platform: str, external_id: str, chat_platform: str, chat_external_id: str
    ) -> Visit | None:
        """The player and chat behind a request in one look-up; None for an unknown player."""
        row = await self._one(
            _RECOGNISE,
            platform=platform,
            external_id=external_id,
            chat_platform=chat_platform,
            chat_external_id=chat_external_id,
        )
        return None if row is None else _visit(row)

    async def player(self, player_id: int) -> Player | None:
        """The player of that number."""
        row = await self._one(_PLAYER_BY_ID, player_id=player_id)
        return None if row is None else Player(*row)

    async def identities(self, player_id: int) -> tuple[Identity, ...]:
        """Who the player is on each platform, known longest first."""
        rows = await self._all(_IDENTITIES, player_id=player_id)
        return tuple(Identity(*row) for row in rows)

    async def knows(self, platform: str, external_id: str) -> bool:
        """Whether somebody has acted under this identity."""
        row = await self._one(_IDENTITY_BY_NAME, platform=platform, external_id=external_id)
        return row is not None

    async def stands(self, identity: Identity) -> bool:
        """Whether the identity still is of the player it was of."""
        row = await self._one(_STANDS, identity_id=identity.id, player_id=identity.player_id)
        return row is not None

    async def chat(self, chat_id: int) -> Chat | None:
        """The chat of that number."""
        row = await self._one(_CHAT_BY_ID, chat_id=chat_id)
        return None if row is None else Chat(*row)

    async def find_chat(self, platform: str, external_id: str) -> Chat | None:
        """The chat that a platform calls so; None while nobody has acted there."""
        row = await self._one(_CHAT_BY_IDENTITY, platform=platform, external_id=external_id)
        return None if row is None else Chat(*row)


class People(PeopleReading):
    """Who is who, and making them known."""

    async def welcome(  # noqa: PLR0913 - two names of two things, and when
        self,
        platform: str,
        external_id: str,
        name: str,
        chat_platform: str,
        chat_external_id: str,
        *,
        private: bool,
        now: datetime,
    ) -> Visit:
        """The visit, with whatever was missing created and a changed name kept."""
        identity_id = await self._identity(platform, external_id, name, now)
        chat = await self._chat(chat_platform, chat_external_id, private=private, now=now)
        joined = await self._connection.execute(
            self._upsert(memberships).on_conflict_do_nothing(),
            {"identity_id": identity_id, "chat_id": chat.id},
        )
        visit = await self.recognise(platform, external_id, chat_platform, chat_external_id)
        assert visit is not None
        if joined.rowcount > 0:
            await Standings(self._connection).joined(visit.player.id)
        return visit

    async def join(self, visit: Visit, chat_id: int) -> None:
        """Make who visits one of another chat, if there is such a chat (any more)."""
        if await self._one(select(chats.c.id).where(chats.c.id == chat_id)) is None:
            return
        joined = await self._connection.execute(
            self._upsert(memberships).on_conflict_do_nothing(),
            {"identity_id": visit.identity.id, "chat_id": chat_id},
        )
        if joined.rowcount > 0:
            await Standings(self._connection).joined(visit.player.id)

    async def _identity(self, platform: str, external_id: str, name: str, now: datetime) -> int:
        row = await self._one(_IDENTITY_BY_NAME, platform=platform, external_id=external_id)
        known = None if row is None else Identity(*row)
        if name and (known is None or known.name != name):
            # Whoever asks may not know yet what the host has decided a moment ago.
            hidden = await MeasuresReading(self._connection).measures()
            name = "" if hidden.hold("name", platform, external_id) else name
        if known is None:
            return await self._newcomer(platform, external_id, name, now)
        if known.name != name:
            await self._connection.execute(
                update(identities).where(identities.c.id == known.id).values(name=name)
            )
            # A linked player keeps the name they bear elsewhere.
            theirs = (players.c.id == known.player_id, players.c.name == known.name)
            await self._connection.execute(update(players).where(*theirs).values(name=name))
        return known.id

    async def _newcomer(self, platform: str, external_id: str, name: str, now: datetime) -> int:
        player = insert(players).returning(players.c.id)
        identity = insert(identities).returning(identities.c.id)
        row = await self._one(
            identity,
            platform=platform,
            external_id=external_id,
            player_id=(await self._one(player, name=name, created_at=now)).id,
            name=name,
            created_at=now,
        )
        return int(row.id)

    async def _chat(self, platform: str, external_id: str, *, private: bool, now: datetime) -> Chat:
        row = await self._one(_CHAT_BY_IDENTITY, platform=platform, external_id=external_id)
        if row is None:
            row = await self._one(
                insert(chats).returning(*CHAT_COLUMNS),
                platform=platform,
                external_id=external_id,
                private=private,
                created_at=now,
            )
        return Chat(*row)

    async def set_chat(
        self,
        platform: str,
        external_id: str,
        *,
        private: bool,
        now: datetime,
        **changes: Unpack[ChatChanges],
    ) -> Chat:
        """The chat after ``changes``, made known if nobody has acted there yet."""
        chat = await self._chat(platform, external_id, private=private, now=now)
        statement = update(chats).where(chats.c.id == chat.id).values(**changes)
        return Chat(*await self._one(statement.returning(*CHAT_COLUMNS)))

    async def set(self, player_id: int, **changes: Unpack[PlayerChanges]) -> Player:
        """The player after ``changes``; hiding takes their rows off every board at once."""
        statement = update(players).where(players.c.id == player_id).values(**changes)
        player = Player(*await self._one(statement.returning(*_PLAYER)))
        if "hidden" in changes:
            await Standings(self._connection).relist(player_id, listed=not player.hidden)
        return player

    async def note(self, identity_id: int, **changes: Unpack[IdentityChanges]) -> None:
        """Keep what an identity was asked or told."""
        await self._connection.execute(
            update(identities).where(identities.c.id == identity_id).values(**changes)
        )

    async def set_current(self, visit: Visit, game_id: int | None) -> None:
        """Make ``game_id`` what this identity's moves in this chat belong to."""
        await self._connection.execute(
            self._upsert(memberships).on_conflict_do_update(
                index_elements=["identity_id", "chat_id"], set_={"game_id": game_id}
            ),
            {"identity_id": visit.identity.id, "chat_id": visit.chat_id, "game_id": game_id},
        )
