"""Games at hand: a stored row with the session its events lead to, kept while it is fresh."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.recent import Recent
from games.cards import parse_card
from games.catalogue import find
from games.errors import BadDeal, IllegalMove
from games.game import Deck, Game, Outcome
from games.session import Event, NothingToDo, Session
from games.table import Table
from storage.records import GameRow, StoredEvent

ENDED = frozenset({"won", "lost", "resigned", "restarted", "unfinished"})


@dataclass(frozen=True)
class AtHand:
    """A stored game and its session; both are at the same ``seq``.

    Not slotted, so that the table is worked out once however often it is looked at.
    """

    row: GameRow
    session: Session

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        return self.session.game

    @cached_property
    def table(self) -> Table:
        """What the player may see."""
        return self.session.game.table(self.session.position)

    @property
    def open(self) -> bool:
        """Whether moves can be played."""
        return self.row.status == "running"

    @property
    def outcome(self) -> Outcome:
        """What the rules say; a game given up counts as lost."""
        if self.row.status in ENDED and self.row.status != "won":
            return Outcome.LOST
        return self.session.outcome


def deck_of(row: GameRow) -> Deck:
    """The stored dealing order, whatever today's shuffler would say."""
    cards = tuple(parse_card(text) for text in row.cards.split())
    return Deck(cards, tuple(parse_card(text) for text in row.starters.split()))


class Unreadable(Exception):
    """What is stored of game ``game_id`` can't be played by these rules."""

    def __init__(self, game_id: int) -> None:
        """Keep the game's number."""
        super().__init__(f"game {game_id} can't be read")
        self.game_id = game_id


class Sessions:
    """A cache of sessions by game; one that is behind the stored ``seq`` is never used.

    It holds nothing that the database doesn't: losing it costs a replay of the events.
    """

    def __init__(self, most: int = 2048) -> None:
        """Keep at most ``most`` sessions, dropping those not used longest."""
        self._kept = Recent[int, Session](most)

    async def at_hand(
        self,
        row: GameRow,
        events: Callable[[int], Awaitable[tuple[StoredEvent, ...]]],
    ) -> AtHand:
        """The row with its session, replayed from ``events(row.id)`` unless it is kept.

        Raises Unreadable when what is stored breaks the rules or belongs to no game here.
        """
        kept = self._kept.get(row.id)
        if kept is None or kept.seq != row.seq:
            stored = [Event(seq, action, code) for seq, action, code, _ in await events(row.id)]
            try:
                kept = Session.replay(find(row.game), deck_of(row), stored[: row.seq])
            except (BadDeal, IllegalMove, NothingToDo, KeyError) as error:
                raise Unreadable(row.id) from error
        self.keep(row.id, kept)
        return AtHand(row, kept)

    def keep(self, game_id: int, session: Session) -> None:
        """Remember the session of a game."""
        self._kept.put(game_id, session)
