"""The terminal application on a screen in memory, with hands on its keyboard and its mouse."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot
from textual.widgets import Static

from bot import tokens
from bot.adapters.console import Seat
from bot.adapters.terminal import TerminalApp
from bot.adapters.terminal.keypad import Keypad
from bot.adapters.terminal.talk import Talk
from bot.conversation import Conversation
from bot.replies import Reply
from bot.requests import Request

SMALLEST = (80, 24)


class Sitting:
    """Somebody at a terminal."""

    def __init__(self, app: TerminalApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def settled(self) -> None:
        """Everything asked has been answered and drawn."""
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys of the keyboard."""
        await self.pilot.press(*keys)
        await self.settled()

    async def type(self, line: str) -> None:
        """Type a line and send it."""
        await self.press(*line, "enter")

    async def click(self, number: int) -> None:
        """Click a button where it stands."""
        spot = self.keypad.spots[number]
        region = self.keypad.region
        at = (region.x + spot.x + spot.width // 2, region.y + spot.y)
        assert self.app.screen.get_widget_at(*at)[0] is self.keypad, "the button can't be seen"
        await self.pilot.click(offset=at)
        await self.settled()

    @property
    def keypad(self) -> Keypad:
        """The buttons."""
        return self.app.query_one(Keypad)

    @property
    def labels(self) -> list[str]:
        """What stands on the buttons, in reading order."""
        return [button.label for button in self.keypad.buttons]

    @property
    def actions(self) -> dict[str, int]:
        """The buttons that act on the game: their numbers by their actions."""
        decoded = ((tokens.decode(button.token), n) for n, button in enumerate(self.keypad.buttons))
        return {token.action: n for token, n in decoded if isinstance(token, tokens.OnGame)}

    @property
    def board(self) -> str:
        """The board in view."""
        return self._text("#board")

    @property
    def head(self) -> str:
        """The line over it."""
        return self._text("#head")

    @property
    def talk(self) -> list[str]:
        """What was said and answered."""
        return [line for line in self.app.query_one(Talk).lines if line]

    def _text(self, selector: str) -> str:
        return str(self.app.query_one(selector, Static).content)


Wrapped = Callable[[Request], Awaitable[Reply]]


@asynccontextmanager
async def sitting(
    conversation: Conversation,
    *wishes: str,
    language: str = "en",
    size: tuple[int, int] = SMALLEST,
    handle: Wrapped | None = None,
    patience: float = 600,
) -> AsyncIterator[Sitting]:
    """Ann at a terminal; ``wishes`` were said before it was drawn."""
    seat = Seat.at("ann", None, language)
    for wish in wishes:
        await conversation.handle(seat.request(wish))
    first = await conversation.handle(seat.request("start"))
    app = TerminalApp(handle or conversation.handle, seat, first, patience)
    async with app.run_test(size=size) as pilot:
        there = Sitting(app, pilot)
        await there.settled()
        yield there
