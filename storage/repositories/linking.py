"""Joining two players into one, and parting them again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy import bindparam, delete, exists, insert, select, update

from storage.models import games, identities, link_codes, memberships, players, reminders
from storage.people import Identity, Player, PlayerChanges
from storage.repositories.base import Repository
from storage.repositories.parted import PartedGames
from storage.repositories.people import People
from storage.repositories.recounts import Recounts
from storage.repositories.reminders import Reminders
from storage.repositories.standings import Standings

_TAKEN = select(link_codes.c.player_id).where(
    link_codes.c.taken_by == bindparam("identity_id"), link_codes.c.expires_at > bindparam("now")
)
_COPIED = tuple(column for column in players.c if column.name not in ("id", "name", "created_at"))


def united(kept: Player, other: Player) -> PlayerChanges:
    """The settings of two players made one: those of ``kept`` where it has set any.

    Of what others may see the more careful choice holds, whoever made it.
    """
    return PlayerChanges(
        name=kept.name if other.name else "",
        language=kept.language or other.language,
        theme=kept.theme or other.theme,
        zone=kept.zone or other.zone,
        autoturn=kept.autoturn and other.autoturn,
        auto=kept.auto or other.auto,
        named_everywhere=kept.named_everywhere and other.named_everywhere,
        hidden=kept.hidden or other.hidden,
        unreached=kept.unreached or other.unreached,
    )


class Linking(Repository):
    """Both ways; ``hiding`` names the games in which cards are hidden at first."""

    async def join(self, identity: Identity, now: datetime, hiding: Collection[str]) -> bool:
        """Make one player of two: the identity's, and the one whose code it has taken up.

        The code's player stays, the other's row goes. False, with nothing done, when the code is
        void by now.
        """
        row = await self._one(_TAKEN, identity_id=identity.id, now=now)
        if row is None or row.player_id == identity.player_id:
            return False
        people = People(self._connection)
        kept, gone = await people.player(row.player_id), await people.player(identity.player_id)
        assert kept is not None  # codes and identities point to players
        assert gone is not None
        await self._tell(kept.id)
        await people.note(identity.id, asked=None)
        await self._void_codes(kept.id, gone.id)
        # Off the boards first, while there is a row to tell where.
        await Standings(self._connection).forget(gone.id)
        for table in (games, identities):
            moved = update(table).where(table.c.player_id == gone.id)
            await self._connection.execute(moved.values(player_id=kept.id))
        await self._join_reminders(kept.id, gone.id)
        await self._connection.execute(delete(players).where(players.c.id == gone.id))
        await people.set(kept.id, **united(kept, gone))
        await Recounts(self._connection).make(kept.id, hiding)
        return True

    async def part(self, identity: Identity, now: datetime, hiding: Collection[str]) -> bool:
        """Make a player of its own of one of several identities, with all that it began.

        Both go on with the settings they had together, and with what they know of open dailies:
        none has a first try at one that the other began. False, with nothing done, for an
        identity that is alone.
        """
        people = People(self._connection)
        others = [
            each for each in await people.identities(identity.player_id) if each.id != identity.id
        ]
        if not others:
            return False
        old = identity.player_id
        settings = await self._one(select(*_COPIED).where(players.c.id == old))
        new = await self._one(
            insert(players).returning(players.c.id),
            **settings._mapping,
            name=identity.name,
            created_at=identity.created_at,
        )
        await self._tell(old)
        await self._void_codes(old)
        await PartedGames(self._connection).keep(old, (identity, *others), now)
        own = update(games).where(games.c.player_id == old, games.c.identity_id == identity.id)
        await self._connection.execute(own.values(player_id=new.id))
        alone = update(identities).where(identities.c.id == identity.id)
        await self._connection.execute(alone.values(player_id=new.id))
        # A reminder goes with the identity that is written to.
        written_to = update(reminders).where(reminders.c.identity_id == identity.id)
        await self._connection.execute(written_to.values(player_id=new.id))
        await self._leave_others_games([identity.id, *(each.id for each in others)])
        await self._take_own_name(old, others)
        for player_id in (old, int(new.id)):
            await Recounts(self._connection).make(player_id, hiding)
        return True

    async def _join_reminders(self, kept: int, gone: int) -> None:
        """Keep one of two reminders, that of ``kept`` if it is on; of no date comes a second."""
        repository = Reminders(self._connection)
        mine, theirs = await repository.get(kept), await repository.get(gone)
        if theirs is None:
            return
        chosen = mine if mine is not None and (mine.on or not theirs.on) else theirs
        days = [each.day for each in (mine, theirs) if each is not None and each.day is not None]
        last = max(days, default=None)
        if last != chosen.day:
            # The other's date was dealt with; what became of it is nobody's question any more.
            chosen = replace(chosen, day=last, state="", claimed_at=None)
        gone_with = delete(reminders).where(reminders.c.player_id == gone)
        await self._connection.execute(gone_with)
        await repository.put(replace(chosen, player_id=kept))

    async def _tell(self, player_id: int) -> None:
        theirs = update(identities).where(identities.c.player_id == player_id)
        await self._connection.execute(theirs.values(news=True))

    async def _void_codes(self, *player_ids: int) -> None:
        await self._connection.execute(
            delete(link_codes).where(link_codes.c.player_id.in_(player_ids))
        )

    async def _leave_others_games(self, identity_ids: list[int]) -> None:
        """Let no bare move belong to a game that went with another identity."""
        others = exists().where(
            games.c.id == memberships.c.game_id,
            identities.c.id == memberships.c.identity_id,
            games.c.player_id != identities.c.player_id,
        )
        left = update(memberships).where(memberships.c.identity_id.in_(identity_ids), others)
        await self._connection.execute(left.values(game_id=None))

    async def _take_own_name(self, player_id: int, left: list[Identity]) -> None:
        """A player isn't called any more as the identity that went."""
        names = [each.name for each in left]
        called = (players.c.id == player_id, players.c.name.not_in(names))
        await self._connection.execute(update(players).where(*called).values(name=names[0]))
