"""How challenges stand: who is in, who is named, and which game of theirs counts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    and_,
    bindparam,
    exists,
    or_,
    select,
    text,
)

from storage.challenges import Challenge, Entry, Invitation
from storage.models import (
    challenge_entries,
    challenge_invitations,
    challenges,
    chats,
    games,
    identities,
    players,
)
from storage.people import Chat
from storage.records import GameRow
from storage.repositories.base import Repository
from storage.repositories.people import CHAT_COLUMNS

_C, _E, _I = challenges.c, challenge_entries.c, challenge_invitations.c
_COLUMNS = tuple(column for column in _C if column.name not in ("id", "chat_id"))
_CHALLENGE = select(_C.id, *CHAT_COLUMNS, *_COLUMNS).join(chats, chats.c.id == _C.chat_id)
_GET = _CHALLENGE.where(_C.id == bindparam("challenge_id"))
_IDS: BindParameter[list[int]] = bindparam("ids", expanding=True)
_ENTRY = (
    _E.challenge_id,
    _E.identity_id,
    identities.c.player_id,
    players.c.name,
    players.c.hidden,
    _E.challenger,
    _E.joined_at,
)
_ENTRIES = (
    select(*_ENTRY, *games.c)
    .select_from(challenge_entries)
    .join(identities, identities.c.id == _E.identity_id)
    .join(players, players.c.id == identities.c.player_id)
    # A game that went with another identity when players were parted is no game of this entry.
    .outerjoin(games, and_(games.c.id == _E.game_id, games.c.player_id == identities.c.player_id))
    .where(_E.challenge_id.in_(_IDS))
    .order_by(_E.challenge_id, _E.joined_at, _E.identity_id)
)
_INVITATIONS = (
    select(_I.challenge_id, _I.who, _I.name, _I.declined)
    .where(_I.challenge_id.in_(_IDS))
    .order_by(_I.challenge_id, _I.name, _I.who)
)
# Spelt out, for only so does SQLite know that the partial indexes fit.
_OPEN = text("challenges.closed_at IS NULL")
_UNTOLD = text("challenges.closed_at IS NOT NULL AND challenges.told IN ('', 'claimed')")
_PLATFORMS: BindParameter[list[str]] = bindparam("platforms", expanding=True)
# No bare column, else SQLite begins with the platform's chats and looks through all that is theirs.
_PLATFORM = chats.c.platform.concat("")
_PLAYED = (
    select(_E.game_id)
    .join(games, games.c.id == _E.game_id)
    .where(
        _E.challenge_id == _C.id,
        games.c.status == "running",
        games.c.first_move_at.is_not(None),
    )
    .correlate(challenges)
)
_UNANSWERED = exists().where(_I.challenge_id == _C.id, _I.declined.is_(False))
_TAKEN_UP = exists().where(_E.challenge_id == _C.id, _E.challenger.is_(False))
_WAITS = or_(_UNANSWERED, and_(_C.anybody.is_(True), ~_TAKEN_UP))
_QUIET = (
    _CHALLENGE.where(
        _OPEN,
        or_(_C.made_at <= bindparam("since"), and_(~_PLAYED.exists(), ~_WAITS)),
        _PLATFORM.in_(_PLATFORMS),
    )
    .order_by(_C.made_at)
    .limit(bindparam("most"))
)
_TO_TELL = (
    _CHALLENGE.where(_UNTOLD, _PLATFORM.in_(_PLATFORMS))
    .order_by(_C.closed_at)
    .limit(bindparam("most"))
)
ENTERED = (
    select(_E.challenge_id)
    .join(identities, identities.c.id == _E.identity_id)
    .where(identities.c.player_id == bindparam("player_id"))
)
"""The challenges that a player has taken up, over or not."""
_OF_DEAL = (
    select(_C.id)
    .where(
        _OPEN,
        _C.id.in_(ENTERED),
        _C.game == bindparam("game"),
        _C.deal == bindparam("deal"),
        _C.starters == bindparam("starters"),
    )
    .order_by(_C.id)
)
_LAST_OVER = (
    _CHALLENGE.where(
        _C.id.in_(ENTERED), _C.chat_id == bindparam("chat_id"), _C.closed_at.is_not(None)
    )
    .order_by(_C.closed_at.desc(), _C.id.desc())
    .limit(1)
)
_MADE = _CHALLENGE.where(
    _OPEN,
    _C.id.in_(
        select(_E.challenge_id)
        .join(identities, identities.c.id == _E.identity_id)
        .where(_E.challenger.is_(True), identities.c.player_id == bindparam("player_id"))
    ),
).order_by(_C.id)


def _of_one(first: Entry | None, entry: Entry) -> Entry:
    """The entry of a player who may have two by two accounts: the one that plays, else the first.

    Whoever made the challenge did so under any account.
    """
    if first is None:
        return entry
    counts = entry if entry.game is not None and first.game is None else first
    return replace(counts, challenger=first.challenger or entry.challenger)


class ChallengesReading(Repository):
    """How challenges stand."""

    async def get(self, challenge_id: int) -> Challenge | None:
        """The challenge of that number."""
        found = await self._whole(await self._all(_GET, challenge_id=challenge_id))
        return found[0] if found else None

    async def of(
        self,
        player_id: int,
        platform: str,
        names: Collection[str],
        chat_id: int | None,
        most: int,
    ) -> tuple[Challenge, ...]:
        """The player's open challenges, taken up or named in, the newest first.

        ``names`` are what ``platform`` calls them; with ``chat_id`` those of one chat only.
        """
        named = (
            select(_I.challenge_id)
            .join(challenges, _C.id == _I.challenge_id)
            .join(chats, chats.c.id == _C.chat_id)
            .where(_I.who.in_(list(names)), chats.c.platform == platform, _I.declined.is_(False))
        )
        wanted = _CHALLENGE.where(_OPEN, or_(_C.id.in_(ENTERED), _C.id.in_(named)))
        if chat_id is not None:
            wanted = wanted.where(_C.chat_id == chat_id)
        newest = wanted.order_by(_C.made_at.desc(), _C.id.desc()).limit(most)
        return await self._whole(await self._all(newest, player_id=player_id))

    async def made(self, player_id: int) -> tuple[Challenge, ...]:
        """The player's own challenges that go on, the oldest first."""
        return await self._whole(await self._all(_MADE, player_id=player_id))

    async def last_over(self, player_id: int, chat_id: int) -> Challenge | None:
        """The last one of a chat to end among those that the player was in."""
        rows = await self._all(_LAST_OVER, player_id=player_id, chat_id=chat_id)
        found = await self._whole(rows)
        return found[0] if found else None

    async def at(self, player_id: int, game: str, deal: str, starters: str) -> int | None:
        """The open challenge on a deal that the player is in."""
        row = await self._one(
            _OF_DEAL, player_id=player_id, game=game, deal=deal, starters=starters
        )
        return None if row is None else int(row.id)

    async def quiet(
        self, platforms: Collection[str], since: datetime, most: int
    ) -> tuple[Challenge, ...]:
        """Up to ``most`` open ones of these platforms that may be over, the oldest first.

        Those made after ``since`` that somebody is playing, or that wait to be taken up, are not.
        """
        rows = await self._all(_QUIET, platforms=list(platforms), since=since, most=most)
        return await self._whole(rows)

    async def to_tell(self, platforms: Collection[str], most: int) -> tuple[Challenge, ...]:
        """Up to ``most`` of those that are over and whose result isn't known to be told."""
        return await self._whole(await self._all(_TO_TELL, platforms=list(platforms), most=most))

    async def _whole(self, rows: Sequence[Any]) -> tuple[Challenge, ...]:
        ids = [row.id for row in rows]
        entries: dict[int, dict[int, Entry]] = {}
        invitations: dict[int, list[Invitation]] = {}
        for row in await self._all(_ENTRIES, ids=ids) if ids else ():
            which, *told = row
            split = len(_ENTRY) - 1
            game = GameRow(*told[split:]) if told[split] is not None else None
            entry = Entry(*told[:split], game)  # type: ignore[call-arg]  # a row, in order
            theirs = entries.setdefault(which, {})
            theirs[entry.player_id] = _of_one(theirs.get(entry.player_id), entry)
        for which, *told in await self._all(_INVITATIONS, ids=ids) if ids else ():
            invitations.setdefault(which, []).append(Invitation(*told))
        split = 1 + len(CHAT_COLUMNS)
        return tuple(
            replace(
                Challenge(row.id, Chat(*row[1:split]), *row[split:]),
                entries=tuple(entries.get(row.id, {}).values()),
                invitations=tuple(invitations.get(row.id, ())),
            )
            for row in rows
        )
