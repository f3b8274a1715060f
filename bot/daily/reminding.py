"""Reminding players of the dailies in private: at most once a player and date."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial

import structlog

from bot.daily.poster import FORBIDDEN, GONE
from bot.daily.reminder import MOST_REFUSED, reminder_reply
from bot.daily.schedule import Due, next_post_at, still_due
from bot.daily.sending import DOUBTFUL, Errand, Errands
from bot.daily.zones import zone_of
from bot.i18n import texts_in
from bot.replies import Reply
from storage import Reading, UnitOfWork
from storage.dailies import Daily, Reminder, Whose

log = structlog.get_logger(__name__)

MOST = 100
"""Reminders looked up at a time: platforms mind many private chats opened at once."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A reminder that is this process's to send; one sent ``again`` may have arrived before."""

    before: Reminder
    nonce: str
    again: bool = False

    async def sent(self, uow: UnitOfWork, message: str) -> None:
        """Confirm it."""
        del message
        await uow.reminders.settle(self.before.player_id, self.nonce)

    async def refused(self, uow: UnitOfWork, reason: str) -> None:
        """Count it where the player takes no messages; in the end there are no more."""
        # Whatever else is refused is not the player's doing.
        most = MOST_REFUSED if reason in (GONE, FORBIDDEN) else None
        if await uow.reminders.refuse(self.before.player_id, self.nonce, most):
            await uow.people.set(self.before.player_id, unreached=True)

    async def not_sent(self, uow: UnitOfWork) -> None:
        """As if it hadn't been claimed, so that the next look tries again."""
        if not self.again:
            await uow.reminders.release(self.before, self.nonce)


class Reminders(Errands):
    """The reminders that are due, and those of which nobody knows whether they arrived."""

    async def waiting(
        self, reading: Reading, platforms: Collection[str], now: datetime
    ) -> tuple[Errand, ...]:
        """What there is to do, the longest waiting first."""
        due = await reading.reminders.due(platforms, now, MOST)
        doubtful = await reading.reminders.unconfirmed(platforms, now - DOUBTFUL)
        return (
            *(partial(self._due, each) for each in due),
            *(partial(self._doubt, each) for each in doubtful),
        )

    async def _due(self, whose: Whose) -> None:
        reminder, player, identity = whose
        services, now = self._services, self._services.clock()
        blocked = await self._sender.is_blocked(identity)
        assert reminder.next_at is not None  # it is due
        assert reminder.next_day is not None  # as above
        zone = zone_of(player.zone or "UTC")
        due = still_due(zone, reminder.minute, Due(reminder.next_at, reminder.next_day), now)
        if due != Due(reminder.next_at, reminder.next_day):
            await services.storage.write(
                lambda uow: uow.reminders.advance(reminder, due.at, due.day)
            )
            return  # if it is due, the next look sends it
        made = await services.dailies.of(due.day, services.storage, services.solvers, now)
        following = next_post_at(zone, reminder.minute, due.at)
        nonce = self._sender.nonce()

        async def claim(uow: UnitOfWork) -> frozenset[date] | None:
            """The dates that the player has solved, where they are to be reminded."""
            if blocked or await _begun(uow, player.id, due.day):
                await uow.reminders.advance(reminder, following.at, following.day)
                return None
            claimed = await uow.reminders.claim(
                reminder, following.at, following.day, nonce=nonce, now=services.clock()
            )
            return await uow.dailies.solved(player.id) if claimed else None

        solved = await services.storage.write(claim)
        if solved is not None:
            reply = self._text(whose, due.day, made, solved)
            await self._send(whose, reply, Claimed(reminder, nonce))

    def _text(
        self, whose: Whose, day: date, made: tuple[Daily, ...], solved: Collection[date]
    ) -> Reply:
        reminder, player, _ = whose
        t = texts_in(player.language or reminder.language)
        return reminder_reply(t, day, made, solved, self._services.clock())

    async def _send(self, whose: Whose, reply: Reply, claimed: Claimed) -> None:
        _, player, identity = whose
        poster = self._posters[identity.platform]
        await self._sender.send(
            lambda: poster.write_to(identity.external_id, reply, claimed.nonce),
            claimed,
            player=player.id,
        )

    async def _doubt(self, whose: Whose) -> None:
        """One of which nobody has said whether it arrived."""
        reminder, player, identity = whose
        services, now = self._services, self._services.clock()
        assert reminder.claimed_at is not None  # it is claimed
        assert reminder.day is not None  # as above
        day, nonce = reminder.day, reminder.nonce
        known = now - reminder.claimed_at < self._posters[identity.platform].recognises
        if known and reminder.on and not await self._sender.is_blocked(identity):
            # Should it have arrived, the platform answers with that very message.
            made = await services.dailies.of(day, services.storage, services.solvers, now)
            solved = await services.storage.read(lambda reading: reading.dailies.solved(player.id))
            reply = self._text(whose, day, made, solved)
            await self._send(whose, reply, Claimed(reminder, nonce, again=True))
            return
        await services.storage.write(lambda uow: uow.reminders.lose(player.id, nonce))
        log.info("reminder_lost", player=player.id)


async def _begun(reading: Reading, player_id: int, day: date) -> bool:
    """Whether the player has moved in a daily of that date."""
    games = await reading.dailies.own(player_id, [day])
    return any(each.first_move_at is not None for each in games)
