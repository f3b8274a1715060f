"""Making challenges, taking them up, ending them; and whose it is to tell a result."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    delete,
    exists,
    insert,
    update,
)

from storage.challenges import CLAIMED, Invitation, NewChallenge
from storage.models import (
    challenge_entries,
    challenge_invitations,
    challenges,
    chats,
    games,
)
from storage.records import GameRow
from storage.repositories.challenges_reading import ENTERED, ChallengesReading

_C, _E, _I = challenges.c, challenge_entries.c, challenge_invitations.c


def invited_on(platform: str) -> ColumnElement[bool]:
    """Whether an invitation is to a challenge on that platform."""
    # By each invitation: a list of all that are there would be made anew every time.
    return exists().where(
        _C.id == _I.challenge_id, chats.c.id == _C.chat_id, chats.c.platform.concat("") == platform
    )


class Challenges(ChallengesReading):
    """Making them, taking them up, ending them."""

    async def add(self, new: NewChallenge, identity_id: int, named: Sequence[Invitation]) -> int:
        """Store a challenge by an identity, which is in at once; the challenge's number."""
        row = await self._one(insert(challenges).returning(_C.id), **asdict(new))
        await self._enter(row.id, identity_id, new.made_at, challenger=True)
        if named:
            await self._connection.execute(
                insert(challenge_invitations),
                [{"challenge_id": row.id, **asdict(each)} for each in named],
            )
        return int(row.id)

    async def join(
        self, challenge_id: int, identity_id: int, names: Collection[str], at: datetime
    ) -> None:
        """Let an identity take it up; invitations by these ``names`` were theirs."""
        await self._enter(challenge_id, identity_id, at)
        await self._connection.execute(
            delete(challenge_invitations).where(
                _I.challenge_id == challenge_id, _I.who.in_(list(names))
            )
        )

    async def _enter(
        self, challenge_id: int, identity_id: int, at: datetime, *, challenger: bool = False
    ) -> None:
        await self._connection.execute(
            self._upsert(challenge_entries).on_conflict_do_nothing(),
            {
                "challenge_id": challenge_id,
                "identity_id": identity_id,
                "joined_at": at,
                "challenger": challenger,
            },
        )

    async def decline(self, challenge_id: int, names: Collection[str]) -> None:
        """Note that who is called so doesn't want to."""
        await self._connection.execute(
            update(challenge_invitations)
            .where(_I.challenge_id == challenge_id, _I.who.in_(list(names)))
            .values(declined=True)
        )

    async def count(self, row: GameRow) -> GameRow:
        """The game as it stands in the open challenge on its deal, if its player is in one.

        The first one played since counts there; practice never does, but is kept from others too.
        """
        if row.daily is not None or row.status not in ("running", "offered"):
            return row
        found = await self.at(row.player_id, row.game, row.deal, row.starters)
        if found is None:
            return row
        if found != row.challenge:
            changed = update(games).where(games.c.id == row.id).values(challenge=found)
            await self._connection.execute(changed)
        challenge = await self.get(found)
        entry = challenge.entry_of(row.player_id) if challenge else None
        if entry is not None and not entry.begun and not row.practice:
            await self._connection.execute(
                update(challenge_entries)
                .where(_E.challenge_id == found, _E.identity_id == entry.identity_id)
                .values(game_id=row.id)
            )
        return replace(row, challenge=found)

    async def close(self, challenge_id: int, at: datetime, *, told: str = "") -> bool:
        """End it; False if that was done before. Nobody is called up, nothing kept back any more.

        ``told`` is empty where the result is yet to be told.
        """
        done = await self._connection.execute(
            update(challenges)
            .where(_C.id == challenge_id, _C.closed_at.is_(None))
            .values(closed_at=at, told=told)
        )
        if done.rowcount == 0:
            return False
        await self._connection.execute(
            delete(challenge_invitations).where(_I.challenge_id == challenge_id)
        )
        await self._connection.execute(
            update(games).where(games.c.challenge == challenge_id).values(challenge=None)
        )
        return True

    async def claim(self, challenge_id: int, nonce: str, now: datetime) -> bool:
        """Claim the telling of a result; False if somebody else did or it was done."""
        done = await self._connection.execute(
            update(challenges)
            .where(_C.id == challenge_id, _C.closed_at.is_not(None), _C.told == "")
            .values(told=CLAIMED, nonce=nonce, claimed_at=now)
        )
        return done.rowcount > 0

    async def settle(self, challenge_id: int, nonce: str, told: str) -> bool:
        """Say what became of a claim; False if that was said before. Empty gives it back."""
        done = await self._connection.execute(
            update(challenges)
            .where(_C.id == challenge_id, _C.nonce == nonce, _C.told == CLAIMED)
            .values(told=told)
        )
        return done.rowcount > 0

    async def forget(self, platform: str, names: Collection[str]) -> None:
        """Delete the invitations of who is called so on a platform."""
        await self._connection.execute(
            delete(challenge_invitations).where(_I.who.in_(list(names)), invited_on(platform))
        )

    async def of_player(self, player_id: int) -> tuple[int, ...]:
        """The numbers of all that the player has taken up, over or not."""
        return tuple(row[0] for row in await self._all(ENTERED, player_id=player_id))

    async def drop_empty(self, ids: Collection[int]) -> None:
        """Delete those of these challenges that nobody is in any more."""
        left = exists().where(_E.challenge_id == _C.id)
        await self._connection.execute(delete(challenges).where(_C.id.in_(list(ids)), ~left))

    async def let_go(self, ids: Collection[int]) -> None:
        """Keep no game back any more for those of these challenges that are gone."""
        there = exists().where(_C.id == games.c.challenge)
        await self._connection.execute(
            update(games).where(games.c.challenge.in_(list(ids)), ~there).values(challenge=None)
        )
