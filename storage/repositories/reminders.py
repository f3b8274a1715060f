"""Who wants to be reminded of the dailies, and which reminders were claimed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, or_, select, text, update

from storage.dailies import Reminder, Whose
from storage.models import identities, players, reminders
from storage.people import Identity, Player
from storage.repositories.base import Repository
from storage.repositories.people import IDENTITY_COLUMNS
from storage.repositories.schedules import CLAIMED, LOST, SENT

REFUSED = "refused"

_R, _PLAYER = reminders.c, tuple(players.c)
# No bare column, else SQLite begins with the platform's identities.
_PLATFORM = identities.c.platform.concat("")
_GET = select(*_R).where(_R.player_id == bindparam("player_id"))
_WHOSE = (
    select(*_R, *_PLAYER, *IDENTITY_COLUMNS)
    .join(players, players.c.id == _R.player_id)
    .join(identities, identities.c.id == _R.identity_id)
    .where(_PLATFORM.in_(bindparam("platforms", expanding=True)))
)
_DUE = (
    _WHOSE.where(_R.next_at <= bindparam("now"), _R.on.is_(True))
    .order_by(_R.next_at, _R.player_id)
    .limit(bindparam("most"))
)
# Spelt out, for only so does SQLite know that the partial index fits.
_UNCONFIRMED = _WHOSE.where(
    text(f"state = '{CLAIMED}'"), _R.claimed_at <= bindparam("before")
).order_by(_R.claimed_at, _R.player_id)


def _whose(row: Any) -> Whose:
    first, second = len(_R), len(_R) + len(_PLAYER)
    return Reminder(*row[:first]), Player(*row[first:second]), Identity(*row[second:])


class RemindersReading(Repository):
    """What is due, and what is not known to have arrived."""

    async def get(self, player_id: int) -> Reminder | None:
        """The player's reminder, None where none was ever asked for."""
        row = await self._one(_GET, player_id=player_id)
        return None if row is None else Reminder(*row)

    async def due(self, platforms: Collection[str], now: datetime, most: int) -> tuple[Whose, ...]:
        """Up to ``most`` reminders that are due, the longest waiting first."""
        rows = await self._all(_DUE, platforms=list(platforms), now=now, most=most)
        return tuple(map(_whose, rows))

    async def unconfirmed(self, platforms: Collection[str], before: datetime) -> tuple[Whose, ...]:
        """Those claimed ``before`` then of which nobody has said whether they arrived."""
        rows = await self._all(_UNCONFIRMED, platforms=list(platforms), before=before)
        return tuple(map(_whose, rows))


class Reminders(RemindersReading):
    """Setting them, and claiming them: whoever stores the claim sends it."""

    async def put(self, reminder: Reminder) -> None:
        """Set a player's reminder as a whole."""
        values = asdict(reminder)
        new = self._upsert(reminders)
        await self._connection.execute(
            new.on_conflict_do_update(index_elements=["player_id"], set_=values), values
        )

    async def advance(self, reminder: Reminder, next_at: datetime, next_day: date) -> bool:
        """Go on to the next one; False if it was changed or advanced meanwhile."""
        return await self._pass(reminder, next_at=next_at, next_day=next_day)

    async def claim(
        self,
        reminder: Reminder,
        next_at: datetime,
        next_day: date,
        *,
        nonce: str,
        now: datetime,
    ) -> bool:
        """Claim the one that is due and go on; False if it isn't to be sent (any more).

        A date that is not later than the one claimed last is passed over.
        """
        claimed = {
            "day": reminder.next_day,
            "state": CLAIMED,
            "nonce": nonce,
            "claimed_at": now,
        }
        later = or_(_R.day.is_(None), _R.day < reminder.next_day)
        if await self._pass(reminder, later, next_at=next_at, next_day=next_day, **claimed):
            return True
        await self.advance(reminder, next_at, next_day)
        return False

    async def _pass(self, reminder: Reminder, *also: Any, **values: Any) -> bool:
        done = await self._connection.execute(
            update(reminders)
            .where(
                _R.player_id == reminder.player_id,
                _R.next_at == reminder.next_at,
                _R.next_day == reminder.next_day,
                _R.on.is_(True),
                *also,
            )
            .values(**values)
        )
        return done.rowcount > 0

    async def settle(self, player_id: int, nonce: str) -> None:
        """Confirm one: it arrived, whatever was feared meanwhile."""
        await self._end(player_id, nonce, state=SENT, refused=0)

    async def lose(self, player_id: int, nonce: str) -> None:
        """Give one up of which nobody can tell whether it arrived."""
        await self._end(player_id, nonce, state=LOST)

    async def release(self, before: Reminder, nonce: str) -> None:
        """Give a claim back: it was surely not sent. ``before`` is how the reminder stood then."""
        back = {"next_at": before.next_at, "next_day": before.next_day, "day": before.day}
        await self._end(before.player_id, nonce, state="", **back)

    async def refuse(self, player_id: int, nonce: str, most: int | None) -> bool:
        """Note that one was refused; True where it was the last of ``most``, and it is off now.

        With None it isn't counted.
        """
        counted = {} if most is None else {"refused": _R.refused + 1}
        await self._end(player_id, nonce, state=REFUSED, **counted)
        if most is None:
            return False
        over = update(reminders).where(
            _R.player_id == player_id, _R.nonce == nonce, _R.refused >= most, _R.on.is_(True)
        )
        done = await self._connection.execute(over.values(on=False, next_at=None, next_day=None))
        return done.rowcount > 0

    async def _end(self, player_id: int, nonce: str, **values: Any) -> None:
        ended = update(reminders).where(_R.player_id == player_id, _R.nonce == nonce)
        await self._connection.execute(ended.values(**values))
