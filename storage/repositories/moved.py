"""A chat that its platform calls by another id from now on."""

from __future__ import annotations

from sqlalchemy import delete, select, update

from storage.models import (
    boards,
    challenges,
    chats,
    daily_managers,
    daily_posts,
    daily_schedules,
    games,
    memberships,
    solves,
    standings,
)
from storage.repositories.base import Repository
from storage.repositories.standings import Standings


class MovedChats(Repository):
    """Carrying over what belongs to a chat."""

    async def move(self, platform: str, old: str, new: str) -> bool:
        """Make ``new`` the chat's id; False when nobody has acted under ``old``, or it was done.

        What was stored under the new id before this was known is added to the rest. Boards are
        forgotten: messages have other numbers there.
        """
        here = await self._number(platform, old)
        if here is None or old == new:
            return False
        stray = await self._number(platform, new)
        if stray is not None:
            await self._set_as(stray, here)
            await self._add(stray, here)
        await self._connection.execute(
            update(chats).where(chats.c.id == here).values(external_id=new)
        )
        await self._connection.execute(
            delete(boards).where(boards.c.platform == platform, boards.c.channel == old)
        )
        return True

    async def _number(self, platform: str, external_id: str) -> int | None:
        row = await self._one(
            select(chats.c.id).where(
                chats.c.platform == platform, chats.c.external_id == external_id
            )
        )
        return None if row is None else int(row.id)

    async def _set_as(self, stray: int, here: int) -> None:
        """Let what was set for ``stray``, newer as it is, hold for ``here``."""
        newer = await self._one(select(chats.c.language, chats.c.places).where(chats.c.id == stray))
        chosen = {name: value for name, value in newer._mapping.items() if value}
        if chosen:
            await self._connection.execute(update(chats).where(chats.c.id == here).values(**chosen))
        schedule = daily_schedules.c.chat_id
        if await self._one(select(schedule).where(schedule == stray)) is not None:
            await self._connection.execute(delete(daily_schedules).where(schedule == here))
            await self._connection.execute(
                update(daily_schedules).where(schedule == stray).values(chat_id=here)
            )
            by = daily_managers.c.chat_id
            await self._connection.execute(delete(daily_managers).where(by == here))
            await self._connection.execute(
                update(daily_managers).where(by == stray).values(chat_id=here)
            )
        posts = await self._all(select(daily_posts).where(daily_posts.c.chat_id == stray))
        for post in posts:
            await self._connection.execute(
                self._upsert(daily_posts).on_conflict_do_nothing(),
                {**post._mapping, "chat_id": here},
            )

    async def _add(self, stray: int, here: int) -> None:
        """Give all that is ``stray``'s to ``here``, and take it away."""
        for table in (games, solves, challenges):
            await self._connection.execute(
                update(table).where(table.c.chat_id == stray).values(chat_id=here)
            )
        members = await self._all(select(memberships).where(memberships.c.chat_id == stray))
        for member in members:
            # What they play in the new chat is newer.
            game = {} if member.game_id is None else {"game_id": member.game_id}
            new = self._upsert(memberships).values(
                identity_id=member.identity_id, chat_id=here, **game
            )
            keys = ["identity_id", "chat_id"]
            await self._connection.execute(
                new.on_conflict_do_update(index_elements=keys, set_=game)
                if game
                else new.on_conflict_do_nothing()
            )
        ranked = await self._all(
            select(standings.c.player_id).where(standings.c.scope == stray).distinct()
        )
        await self._connection.execute(delete(chats).where(chats.c.id == stray))
        for (player,) in ranked:
            await Standings(self._connection).rebuild(player)
