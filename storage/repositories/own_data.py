"""Everything held about a player: to show, and to delete."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import (
    boards,
    challenge_entries,
    challenge_invitations,
    challenges,
    chats,
    daily_ends,
    daily_managers,
    deletions,
    events,
    forgotten,
    games,
    identities,
    link_codes,
    memberships,
    moderation,
    parted_games,
    players,
    reminders,
    solves,
    standings,
)
from storage.periods import DAILY_OPEN, first_open
from storage.records import Before
from storage.repositories.base import Repository
from storage.repositories.challenges import Challenges
from storage.repositories.dailies import DailiesReading
from storage.repositories.forgotten import KEY, Forgotten, mark
from storage.repositories.games import GamesReading
from storage.repositories.keys import Keys
from storage.repositories.standings import Standings

_ID: BindParameter[int] = bindparam("player_id")


def _of_games(table: Table, *within: Column[Any]) -> Select[Any]:
    """The rows of a table about games that are the player's, by game and then ``within``."""
    return (
        select(table)
        .join(games, games.c.id == table.c.game_id)
        .where(games.c.player_id == _ID)
        .order_by(table.c.game_id, *within)
    )


_CHATS = (
    select(chats.c.platform, chats.c.external_id, chats.c.private, memberships.c.game_id)
    .join(memberships, memberships.c.chat_id == chats.c.id)
    .join(identities, identities.c.id == memberships.c.identity_id)
    .where(identities.c.player_id == _ID)
)
_EVENTS = _of_games(events, events.c.seq)
_BOARDS = _of_games(boards)
_CHALLENGES = (
    select(challenges.c.game, challenges.c.deal, challenges.c.made_at, challenge_entries)
    .join(challenge_entries, challenge_entries.c.challenge_id == challenges.c.id)
    .join(identities, identities.c.id == challenge_entries.c.identity_id)
    .where(identities.c.player_id == _ID)
    .order_by(challenges.c.id)
)
_ENDS = _of_games(daily_ends)
_MANAGED = (
    select(chats.c.platform, chats.c.external_id)
    .join(daily_managers, daily_managers.c.chat_id == chats.c.id)
    .join(identities, identities.c.id == daily_managers.c.identity_id)
    .where(identities.c.player_id == _ID)
)
_CALLED = (
    select(challenge_invitations)
    .join(challenges, challenges.c.id == challenge_invitations.c.challenge_id)
    .join(chats, chats.c.id == challenges.c.chat_id)
    .join(
        identities,
        and_(
            identities.c.platform == chats.c.platform,
            identities.c.external_id == challenge_invitations.c.who,
        ),
    )
    .where(identities.c.player_id == _ID)
)
_ABOUT = tuple_(moderation.c.platform, moderation.c.external_id).in_(
    select(identities.c.platform, identities.c.external_id).where(identities.c.player_id == _ID)
)
_DECIDED = (
    select(moderation.c.kind, moderation.c.platform, moderation.c.external_id, moderation.c.at)
    .where(_ABOUT)
    .order_by(moderation.c.at)
)
_EXPORTED: dict[str, Select[Any]] = {
    "player": select(players).where(players.c.id == _ID),
    "identities": select(identities).where(identities.c.player_id == _ID),
    "link_codes": select(link_codes).where(link_codes.c.player_id == _ID),
    "chats": _CHATS,
    "games": select(games).where(games.c.player_id == _ID).order_by(games.c.id),
    "events": _EVENTS,
    "boards": _BOARDS,
    "daily_ends": _ENDS,
    "daily_posts": _MANAGED,
    "parted_games": select(parted_games)
    .join(identities, identities.c.id == parted_games.c.identity_id)
    .where(identities.c.player_id == _ID),
    "solves": select(solves).where(solves.c.player_id == _ID).order_by(solves.c.at),
    "reminders": select(reminders).where(reminders.c.player_id == _ID),
    "standings": select(standings).where(standings.c.player_id == _ID),
    "challenges": _CHALLENGES,
    "invitations": _CALLED,
    "moderation": _DECIDED,
}
_TRIED = (
    select(games.c.game, games.c.deal, func.count())
    .where(
        games.c.player_id == _ID,
        games.c.first_move_at.is_not(None) | games.c.helped | games.c.practice,
    )
    .group_by(games.c.game, games.c.deal)
)


def _plain(value: Any) -> Any:
    """A value as JSON may hold it."""
    return value.isoformat() if isinstance(value, datetime | date) else value


class OwnDataReading(Repository):
    """Showing a player what is held about them."""

    async def export(self, player_id: int) -> dict[str, list[dict[str, Any]]]:
        """Every row that belongs to the player, by table, ready for JSON."""
        return {
            name: [
                {column: _plain(value) for column, value in row._mapping.items()}
                for row in await self._all(statement, player_id=player_id)
            ]
            for name, statement in _EXPORTED.items()
        }


class OwnData(OwnDataReading):
    """Showing it and deleting it."""

    def __init__(self, connection: AsyncConnection, token_bytes: Callable[[int], bytes]) -> None:
        super().__init__(connection)
        self._token_bytes = token_bytes

    async def delete(self, player_id: int, now: datetime) -> None:
        """Delete the player with everything of theirs, private conversations too.

        What stays are keyed hashes, which name nobody: one per deal they tried, so that one who
        comes back has no second first try; one with the time per open daily they only saw, so that
        its clock runs on; one with the time, so that a copy of the database from before doesn't
        bring them back; and one for what the host has decided about them.
        """
        await self._remember_deals(player_id, now)
        await self._remember_deletion(player_id, now)
        decided = update(moderation).where(_ABOUT).values(external_id="")
        await self._connection.execute(decided, {"player_id": player_id})
        private = await self._all(
            select(chats.c.id)
            .join(memberships, memberships.c.chat_id == chats.c.id)
            .join(identities, identities.c.id == memberships.c.identity_id)
            .where(identities.c.player_id == player_id, chats.c.private.is_(True))
        )
        await Standings(self._connection).forget(player_id)
        challenged = Challenges(self._connection)
        entered = await challenged.of_player(player_id)
        for name in await self._all(_EXPORTED["identities"], player_id=player_id):
            await challenged.forget(name.platform, [name.external_id])
        # Everything else that is theirs points to the player and goes along.
        await self._connection.execute(delete(players).where(players.c.id == player_id))
        await challenged.drop_empty(entered)
        shared = exists().where(memberships.c.chat_id == chats.c.id)
        for (chat_id,) in private:
            await self._connection.execute(delete(chats).where(chats.c.id == chat_id, ~shared))
        # Their chat may have taken a challenge along that others are in.
        await challenged.let_go(entered)

    async def prune(self, now: datetime) -> None:
        """Drop marks about dailies that were seen and never tried, once they must have closed."""
        past = forgotten.c.looked_at < now - DAILY_OPEN
        await self._connection.execute(delete(forgotten).where(forgotten.c.tries == 0, past))

    async def _remember_deals(self, player_id: int, now: datetime) -> None:
        deals = await self._deals(player_id, now)
        names = await self._all(_EXPORTED["identities"], player_id=player_id)
        if not deals or not names:
            return
        key = await Keys(self._connection, self._token_bytes).key(KEY)
        for deal, before in deals.items():
            for name in names:
                sealed = mark(key, name.platform, name.external_id, *deal)
                values = {"tries": before.tries, "looked_at": before.looked_at}
                await self._put(forgotten, "mark", {"mark": sealed, **values})

    async def _deals(self, player_id: int, now: datetime) -> dict[tuple[str, str], Before]:
        """What is to be remembered: every deal tried, and open dailies that were seen."""
        tried = await self._all(_TRIED, player_id=player_id)
        counts = {(game, deal): count for game, deal, count in tried}
        earlier = await Forgotten(self._connection).of_each(player_id, counts)
        deals = {deal: Before(count + earlier[deal].tries) for deal, count in counts.items()}
        games_played = GamesReading(self._connection)
        for daily in await DailiesReading(self._connection).since(first_open(now)):
            deal = daily.game, daily.deal
            tries = (await games_played.tries(player_id, *deal, daily.day)).count
            looked_at = await games_played.looked_at(player_id, *deal, daily.day)
            if tries or looked_at is not None:
                deals[deal] = Before(tries, looked_at) | deals.get(deal, Before())
        return deals

    async def _remember_deletion(self, player_id: int, now: datetime) -> None:
        names = await self._all(_EXPORTED["identities"], player_id=player_id)
        key = await Keys(self._connection, self._token_bytes).key(KEY)
        for name in names:
            sealed = mark(key, name.platform, name.external_id)
            await self._put(deletions, "mark", {"mark": sealed, "at": now})

    async def _put(self, table: Table, key: str, row: dict[str, object]) -> None:
        """Store a row in place of one with the same key."""
        new = self._upsert(table)
        changes = {name: new.excluded[name] for name in row if name != key}
        await self._connection.execute(
            new.on_conflict_do_update(index_elements=[key], set_=changes), row
        )
