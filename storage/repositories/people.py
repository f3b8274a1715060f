"""Players, their identities on platforms, chats and who acts in them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Unpack

from sqlalchemy import and_, bindparam, insert, select, update

from storage.models import chats, identities, memberships, players
from storage.records import Chat, ChatChanges, Player, PlayerChanges, Visit
from storage.repositories.base import Repository
from storage.repositories.standings import Standings

_PLAYER = tuple(players.c)
_CHAT = (
    chats.c.id,
    chats.c.platform,
    chats.c.external_id,
    chats.c.private,
    chats.c.language,
    chats.c.places,
)

_RECOGNISE = (
    select(*_PLAYER, *_CHAT, memberships.c.game_id, memberships.c.player_id)
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
        and_(memberships.c.player_id == players.c.id, memberships.c.chat_id == chats.c.id),
    )
    .where(
        identities.c.platform == bindparam("platform"),
        identities.c.external_id == bindparam("external_id"),
    )
)
_PLAYER_BY_ID = select(*_PLAYER).where(players.c.id == bindparam("player_id"))
_PLAYER_BY_IDENTITY = (
    select(*_PLAYER)
    .join(identities, identities.c.player_id == players.c.id)
    .where(
        identities.c.platform == bindparam("platform"),
        identities.c.external_id == bindparam("external_id"),
    )
)
_CHAT_BY_ID = select(*_CHAT).where(chats.c.id == bindparam("chat_id"))
_CHAT_BY_IDENTITY = select(*_CHAT).where(
    chats.c.platform == bindparam("platform"), chats.c.external_id == bindparam("external_id")
)


def _visit(row: Any) -> Visit:
    split = len(_PLAYER)
    chat_end = split + len(_CHAT)
    game, member = row[chat_end:]
    chat = None if row[split] is None else Chat(*row[split:chat_end])
    return Visit(Player(*row[:split]), chat, game, member is not None)


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
        player = await self._player(platform, external_id, name, now)
        chat = await self._chat(chat_platform, chat_external_id, private=private, now=now)
        await self._connection.execute(
            self._upsert(memberships).on_conflict_do_nothing(),
            {"player_id": player.id, "chat_id": chat.id},
        )
        visit = await self.recognise(platform, external_id, chat_platform, chat_external_id)
        assert visit is not None
        return visit

    async def _player(self, platform: str, external_id: str, name: str, now: datetime) -> Player:
        row = await self._one(_PLAYER_BY_IDENTITY, platform=platform, external_id=external_id)
        if row is None:
            return await self._newcomer(platform, external_id, name, now)
        player = Player(*row)
        return player if player.name == name else await self.set(player.id, name=name)

    async def _newcomer(self, platform: str, external_id: str, name: str, now: datetime) -> Player:
        statement = insert(players).returning(*_PLAYER)
        player = Player(*await self._one(statement, name=name, created_at=now))
        await self._connection.execute(
            insert(identities),
            {
                "platform": platform,
                "external_id": external_id,
                "player_id": player.id,
                "created_at": now,
            },
        )
        return player

    async def _chat(self, platform: str, external_id: str, *, private: bool, now: datetime) -> Chat:
        row = await self._one(_CHAT_BY_IDENTITY, platform=platform, external_id=external_id)
        if row is None:
            row = await self._one(
                insert(chats).returning(*_CHAT),
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
        return Chat(*await self._one(statement.returning(*_CHAT)))

    async def set(self, player_id: int, **changes: Unpack[PlayerChanges]) -> Player:
        """The player after ``changes``; hiding takes their rows off every board at once."""
        statement = update(players).where(players.c.id == player_id).values(**changes)
        player = Player(*await self._one(statement.returning(*_PLAYER)))
        if "hidden" in changes:
            await Standings(self._connection).relist(player_id, listed=not player.hidden)
        return player

    async def set_current(self, player_id: int, chat_id: int, game_id: int | None) -> None:
        """Make ``game_id`` what the player's moves in this chat belong to."""
        await self._connection.execute(
            self._upsert(memberships).on_conflict_do_update(
                index_elements=["player_id", "chat_id"], set_={"game_id": game_id}
            ),
            {"player_id": player_id, "chat_id": chat_id, "game_id": game_id},
        )
