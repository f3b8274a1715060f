"""One request's world: who asks, where, and the game they are at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

import structlog

from bot import names
from bot.admission.floods import Floods
from bot.admission.moderation import Moderation
from bot.daily.making import Making
from bot.i18n import LANGUAGES, Texts, nearest
from bot.look import THEMES, Look
from bot.permissions import may, may_play_in
from bot.requests import Actor, Chat, Person
from bot.sessions import AtHand, Sessions, Unreadable
from bot.workers import Solvers
from storage import Reading, Storage, UnitOfWork
from storage.people import Chat as StoredChat
from storage.people import Player, Visit
from storage.records import Board, GameRow

log = structlog.get_logger(__name__)

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Services:
    """What the core is given: nothing here is global.

    ``clock`` tells aware UTC times; ``randbelow(n)`` draws 0 … n-1 from a cryptographic source.
    """

    storage: Storage
    clock: Clock
    randbelow: Callable[[int], int]
    solvers: Solvers
    sessions: Sessions = field(default_factory=Sessions)
    dailies: Making = field(default_factory=Making)
    moderation: Moderation = field(default_factory=Moderation)
    floods: Floods = field(default_factory=Floods)


@dataclass(slots=True)
class Scene:
    """A request being answered.

    ``typed`` tells a message from a press; ``people`` and ``answers`` are whom it names. ``visit``
    is None until the person has done something worth storing, ``here`` until somebody has in this
    chat; ``current`` is the game that moves in this chat belong to, updated as handlers play, and
    None where no games are played. ``ended`` are boards of games that went away meanwhile.
    """

    services: Services
    actor: Actor
    chat: Chat
    now: datetime
    typed: bool = True
    people: tuple[Person, ...] = ()
    answers: Person | None = None
    visit: Visit | None = None
    here: StoredChat | None = None
    current: AtHand | None = None
    ended: list[Board] = field(default_factory=list)

    @property
    def player(self) -> Player | None:
        """The person, if they are known."""
        return self.visit.player if self.visit else None

    @property
    def alone(self) -> bool:
        """Whether nobody else sees what is said now and what is answered."""
        return self.chat.private or self.chat.whispers

    @property
    def playable(self) -> bool:
        """Whether games are played in this place."""
        return may_play_in(self.here, self.chat)

    @property
    def look(self) -> Look:
        """Their own theme and language, else the chat's, the platform's and their client's."""
        player, here = self.player, self.here
        language = (player and player.language) or (here and here.language)
        language = language or nearest(self.actor.language)
        theme = (player and player.theme) or self.chat.theme
        return Look(
            theme if theme in THEMES else "letters",
            language if language in LANGUAGES else "en",
        )

    @property
    def t(self) -> Texts:
        """Sentences in the reader's language."""
        return self.look.t

    @property
    def name(self) -> str:
        """The person's name as it may be shown."""
        return self.kept_name or self.t("a player")

    @property
    def kept_name(self) -> str:
        """The same as it is stored: empty where there is none to show."""
        actor = self.actor
        hidden = self.services.moderation.hides_name(actor.platform, actor.external_id)
        return "" if hidden else names.clean(actor.name)

    async def recognise(self) -> None:
        """Look up who asks and the game they are at, in one go."""

        async def work(reading: Reading) -> None:
            self.visit = await reading.people.recognise(
                self.actor.platform,
                self.actor.external_id,
                self.chat.platform,
                self.chat.external_id,
            )
            if self.visit is None:
                self.here = await reading.people.find_chat(
                    self.chat.platform, self.chat.external_id
                )
                return
            self.here = self.visit.chat
            if self.visit.current_game is None or not self.playable:
                return
            row = await reading.games.get(self.visit.current_game)
            if row is None or not may(self.player, row):
                return
            if row.status in ("running", "won", "lost"):
                self.current = await self._at_hand(row, reading)

        await self.services.storage.read(work)

    async def _at_hand(self, row: GameRow, reading: Reading) -> AtHand | None:
        """The game, or None when what is stored can't be played: others must still start."""
        try:
            return await self.services.sessions.at_hand(row, reading.games.events)
        except Unreadable:
            log.exception("unreadable_game", game_id=row.id)
            return None

    async def ends(self, reading: Reading, game_id: int) -> None:
        """Note that a game goes away, and with it what can be pressed on its board."""
        board = await reading.boards.where(game_id, self.chat.platform)
        if board is not None and board.message:
            self.ended.append(board)

    async def enter(self, uow: UnitOfWork) -> Visit:
        """The visit, with player, chat and membership made where they are missing.

        Asked again here whose identity it is: accounts may be joined or parted at any moment.
        """
        visit = self.visit
        known = visit is not None and visit.member and visit.identity.name == self.kept_name
        if visit is None or not known or not await uow.people.stands(visit.identity):
            visit = self.visit = await uow.people.welcome(
                self.actor.platform,
                self.actor.external_id,
                self.kept_name,
                self.chat.platform,
                self.chat.external_id,
                private=self.chat.private,
                now=self.now,
            )
        return visit
