"""Games won from the first move to the last, on any platform: by buttons alone, by text alone."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Protocol

from bot.sessions import AtHand
from games.catalogue import find
from games.game import Outcome
from games.record import check as played
from games.record import read_records
from games.session import Session
from storage import Reading, Storage
from tests.bot.conftest import deal_to

DATA = Path(__file__).parents[2] / "data" / "won"
ENDED = ["New game", "Same deal", "Share", "Replay"]
KEYS = ("bakers-game", "calculation", "devils-grip")
Between = Callable[[], Awaitable[None]]


class Hand(Protocol):
    """Somebody who plays on a platform."""

    @property
    def actions(self) -> dict[str, str]:
        """The newest board's buttons that can be pressed: what a press brings, by action."""
        ...

    @property
    def seen(self) -> str:
        """The newest board."""
        ...

    async def press_id(self, brings: str) -> Any:
        """Press the newest board's button that brings this."""
        ...

    async def say(self, text: str) -> None:
        """Write to the bot."""
        ...


class Won:
    """A game of cards that are known to win, dealt to somebody who has yet to see it.

    ``talk`` tells who and where they are to the core, and the conversation that answers them.
    """

    def __init__(self, key: str, hand: Hand, storage: Storage, talk: Any) -> None:
        [record] = read_records((DATA / f"{key}.txt").read_text("utf-8"))
        self.codes = record.codes
        self.deck = played(record).deck
        self.game = find(key)
        self.hand = hand
        self.storage = storage
        self.talk = talk
        self.number = 0

    @property
    def praise(self) -> str:
        """What is said of the win."""
        grip = self.game.key == "devils-grip"
        return "The Devil lets go" if grip else "Beautifully done"

    async def begin(self) -> None:
        """Deal it."""
        assert self.deck is not None
        self.number = (await deal_to(self.talk, self.game.key, self.deck, "617")).id

    async def session(self) -> Session:
        """The game as it is stored."""

        async def work(reading: Reading) -> AtHand:
            row = await reading.games.get(self.number)
            assert row is not None
            sessions = self.talk.conversation._services.sessions
            return await sessions.at_hand(row, reading.games.events)

        return (await self.storage.read(work)).session

    async def is_won(self) -> bool:
        """Whether it is stored as won."""
        return (await self.session()).outcome is Outcome.WON

    async def by_buttons(self, between: Between) -> list[str]:
        """Play the whole record, each move in a press or two; the board seen after each move."""
        seen = []
        position = (await self.session()).position
        for code in self.codes:
            move = self.game.parse(code)
            position = self.game.play(position, move)
            if not move.swap and not await self.is_won():
                await self._press_towards(self.game.canonical(position), between)
                seen.append(self.hand.seen)
        return seen

    async def by_text(self) -> None:
        """Play the whole record in messages of six moves."""
        codes = [code for code in self.codes if not self.game.parse(code).swap]
        for start in range(0, len(codes), 6):
            await self.hand.say(" ".join(codes[start : start + 6]))

    async def _press_towards(self, goal: Any, between: Between) -> None:
        """Come to ``goal``, up to places, with one press or two."""
        session = await self.session()
        moves = [
            move
            for move in self.game.legal_moves(session.position)
            if self.game.canonical(self.game.play(session.position, move)) == goal
        ]
        assert moves, "no legal move leads on"
        codes = {f"m.{move.code}" for move in moves}
        hand = self.hand
        if not codes & set(hand.actions):
            places = {f"p.{name}" for move in moves for name in (move.target, move.source)}
            for place in sorted(places & set(hand.actions)):
                await between()
                await hand.press_id(hand.actions[place])
                if codes & set(hand.actions) or await self._at(goal):
                    break
                if "board" in hand.actions:
                    await hand.press_id(hand.actions["board"])
        if not await self._at(goal):
            await between()
            await hand.press_id(hand.actions[min(codes & set(hand.actions))])
        assert await self._at(goal)

    async def _at(self, goal: Any) -> bool:
        """Whether the stored position is the goal, up to places."""
        return bool(self.game.canonical((await self.session()).position) == goal)


async def nothing() -> None:
    """What happens between two presses of a quiet game."""
