"""Where and when chats get their daily post, and which posts were claimed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Unpack

from sqlalchemy import bindparam, delete, func, select, text, update

from storage.dailies import Claim, Schedule, ScheduleChanges
from storage.models import chats, daily_managers, daily_posts, daily_schedules, identities
from storage.people import Chat, Identity
from storage.repositories.base import Repository
from storage.repositories.people import CHAT_COLUMNS, IDENTITY_COLUMNS

CLAIMED, SENT, LOST = "claimed", "sent", "lost"

_S, _P = daily_schedules.c, daily_posts.c
# No bare column, else SQLite begins with the platform's chats and looks through all that is theirs.
_PLATFORM = chats.c.platform.concat("")
_GET = select(*_S).where(_S.chat_id == bindparam("chat_id"))
_DUE = (
    select(*_S, *CHAT_COLUMNS)
    .join(chats, chats.c.id == _S.chat_id)
    .where(
        _S.next_at <= bindparam("now"),
        _S.on.is_(True),
        _S.paused == "",
        _PLATFORM.in_(bindparam("platforms", expanding=True)),
    )
    .order_by(_S.next_at, _S.chat_id)
    .limit(bindparam("most"))
)
_MANAGER = (
    select(*IDENTITY_COLUMNS)
    .join(daily_managers, daily_managers.c.identity_id == identities.c.id)
    .where(daily_managers.c.chat_id == bindparam("chat_id"))
)
_CLAIMS = select(*_P).where(_P.chat_id == bindparam("chat_id"), _P.day == bindparam("day"))
_PAUSED = (
    select(chats.c.platform, _S.paused, func.count())
    .join(chats, chats.c.id == _S.chat_id)
    .where(_S.on.is_(True))
    .group_by(chats.c.platform, _S.paused)
    .order_by(chats.c.platform, _S.paused)
)
# Spelt out, for only so does SQLite know that the partial index fits.
_IS_CLAIMED = text(f"state = '{CLAIMED}'")
_UNCONFIRMED = (
    select(*_P, *CHAT_COLUMNS)
    .join(chats, chats.c.id == _P.chat_id)
    .where(
        _IS_CLAIMED,
        _P.claimed_at <= bindparam("before"),
        _PLATFORM.in_(bindparam("platforms", expanding=True)),
    )
    .order_by(_P.claimed_at, _P.chat_id, _P.game)
)


class SchedulesReading(Repository):
    """What is due, and what was sent."""

    async def get(self, chat_id: int) -> Schedule | None:
        """A chat's schedule, None where none was ever set."""
        row = await self._one(_GET, chat_id=chat_id)
        return None if row is None else Schedule(*row)

    async def manager(self, chat_id: int) -> Identity | None:
        """Who set the chat's posts up last, as far as that is known."""
        row = await self._one(_MANAGER, chat_id=chat_id)
        return None if row is None else Identity(*row)

    async def due(
        self, platforms: Collection[str], now: datetime, most: int
    ) -> tuple[tuple[Schedule, Chat], ...]:
        """Up to ``most`` schedules whose next post is due, the longest waiting first."""
        rows = await self._all(_DUE, platforms=list(platforms), now=now, most=most)
        split = len(_S)
        return tuple((Schedule(*row[:split]), Chat(*row[split:])) for row in rows)

    async def counts(self) -> tuple[tuple[str, str, int], ...]:
        """How many chats have posting on, by platform and by why it is paused (empty: it isn't)."""
        return tuple((row[0], row[1], row[2]) for row in await self._all(_PAUSED))

    async def claims(self, chat_id: int, day: date) -> tuple[Claim, ...]:
        """The posts about a date that were claimed for a chat."""
        rows = await self._all(_CLAIMS, chat_id=chat_id, day=day)
        return tuple(Claim(*row) for row in rows)

    async def unconfirmed(
        self, platforms: Collection[str], before: datetime
    ) -> tuple[tuple[Claim, Chat], ...]:
        """Posts claimed ``before`` then of which nobody has said whether they arrived."""
        rows = await self._all(_UNCONFIRMED, platforms=list(platforms), before=before)
        split = len(_P)
        return tuple((Claim(*row[:split]), Chat(*row[split:])) for row in rows)


class Schedules(SchedulesReading):
    """Setting schedules, and claiming posts: whoever stores the claim sends it."""

    async def put(self, schedule: Schedule) -> None:
        """Set a chat's schedule as a whole."""
        values = {name: getattr(schedule, name) for name in _S.keys()}  # noqa: SIM118 - columns
        new = self._upsert(daily_schedules)
        await self._connection.execute(
            new.on_conflict_do_update(index_elements=["chat_id"], set_=values), values
        )

    async def set_by(self, chat_id: int, identity_id: int) -> None:
        """Note who set a chat's posts up."""
        new = self._upsert(daily_managers)
        values = {"chat_id": chat_id, "identity_id": identity_id}
        await self._connection.execute(
            new.on_conflict_do_update(index_elements=["chat_id"], set_=values), values
        )

    async def change(self, chat_id: int, **changes: Unpack[ScheduleChanges]) -> None:
        """Change some of a schedule that there is."""
        await self._connection.execute(
            update(daily_schedules).where(_S.chat_id == chat_id).values(**changes)
        )

    async def advance(self, schedule: Schedule, next_at: datetime, next_day: date) -> bool:
        """Go on to the next post; False if the schedule was changed or advanced meanwhile."""
        done = await self._connection.execute(
            update(daily_schedules)
            .where(
                _S.chat_id == schedule.chat_id,
                _S.next_at == schedule.next_at,
                _S.next_day == schedule.next_day,
                _S.on.is_(True),
                _S.paused == "",
            )
            .values(next_at=next_at, next_day=next_day)
        )
        return done.rowcount > 0

    async def claim(
        self, schedule: Schedule, day: date, games: Sequence[str], nonce: str, now: datetime
    ) -> tuple[str, ...]:
        """Claim a post about a date's games; those that nobody has claimed before."""
        claimed = []
        for game in games:
            done = await self._connection.execute(
                self._upsert(daily_posts).on_conflict_do_nothing(),
                {
                    "chat_id": schedule.chat_id,
                    "day": day,
                    "game": game,
                    "state": CLAIMED,
                    "nonce": nonce,
                    "place": schedule.place,
                    "claimed_at": now,
                },
            )
            if done.rowcount > 0:
                claimed.append(game)
        return tuple(claimed)

    async def settle(self, chat_id: int, nonce: str, message: str) -> None:
        """Confirm a post: it was sent as that message, whatever was feared meanwhile."""
        changed = update(daily_posts).where(_P.chat_id == chat_id, _P.nonce == nonce)
        await self._connection.execute(changed.values(state=SENT, message=message))

    async def lose(self, chat_id: int, nonce: str) -> bool:
        """Give a post up; False if it was confirmed or given up meanwhile."""
        done = await self._connection.execute(
            update(daily_posts)
            .where(_P.chat_id == chat_id, _P.nonce == nonce, _P.state == CLAIMED)
            .values(state=LOST)
        )
        return done.rowcount > 0

    async def forget_lost(self, chat_id: int, day: date) -> bool:
        """Let a lost post be made once more; False where none is lost."""
        done = await self._connection.execute(
            delete(daily_posts).where(_P.chat_id == chat_id, _P.day == day, _P.state == LOST)
        )
        return done.rowcount > 0

    async def prune(self, before: date) -> None:
        """Forget posts about dates ``before`` then: none of them is made again."""
        await self._connection.execute(delete(daily_posts).where(_P.day < before))

    async def release(self, chat_id: int, nonce: str) -> None:
        """Give a claim back: the post was surely not sent."""
        await self._connection.execute(
            delete(daily_posts).where(_P.chat_id == chat_id, _P.nonce == nonce)
        )
