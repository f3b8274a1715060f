"""Every page of buttons that somebody at a terminal can come to, as the screen shows it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from bot import tokens
from bot.adapters.terminal.showing import Showing, after
from bot.commands import COMMANDS
from bot.replies import Button, Reply
from bot.workers import TooSlow
from storage import Storage
from tests.bot.conftest import Talk, converse

GAMES = {"bakers-game": "8a", "calculation": "d", "devils-grip": "d"}
"""The games, and a first move of deal 617."""
_DEEPEST = 4
"""Presses from what was said to the last pages looked at."""
_LEAVING = frozenset({"resign", "restart"})


class Silent:
    """Solvers that give no answer: what they would say is no page."""

    async def ask(self, who: Any, job: Any) -> Any:
        """No answer."""
        raise TooSlow

    async def close(self) -> None:
        """Nothing runs."""


@dataclass
class Pages:
    """One person at the terminal who says everything and presses everything."""

    talk: Talk
    back: str
    pressed: set[str] = field(default_factory=set)
    labels: set[tuple[str, ...]] = field(default_factory=set)
    showing: Showing = field(default_factory=Showing)

    async def say(self, *lines: str) -> AsyncIterator[Showing]:
        """What is shown after each line, and on the pages behind its buttons."""
        for line in lines:
            async for page in self._shown(await self.talk.say(line), 0):
                yield page

    async def _shown(self, reply: Reply, depth: int) -> AsyncIterator[Showing]:
        page = self.showing = after(self.showing, reply, self.back)
        labels = tuple(button.label for button in page.buttons)
        if labels in self.labels:
            return
        self.labels.add(labels)
        yield page
        fresh = [each for each in page.buttons if self._opens(each)] if depth < _DEEPEST else ()
        for button in fresh:
            if button.token not in self.pressed:
                self.pressed.add(button.token)
                reply = await self.talk.press_token(button.token)
                async for further in self._shown(reply, depth + 1):
                    yield further

    def _opens(self, button: Button) -> bool:
        """Whether a press may open a page, and leaves the game and the player where they are."""
        match tokens.decode(button.token):
            case tokens.OnGame(_, _, action):
                kind, _, place = action.partition(".")
                first = kind != "q" or place in ("a1", "c8")  # one pile's page is like another's
                return first and kind not in ("m", "x")
            case tokens.OnPage(_, arguments):
                return "delete" not in arguments
            case tokens.OnSetting(name):
                return name != "language"
        return False


async def every_page(storage: Storage, language: str) -> AsyncIterator[Showing]:
    """Pages before a first game, of games that run or ended, and of two in each other's way."""
    conversation = converse(storage, solvers=Silent())
    back = {"en": "Back", "es": "Volver"}[language]
    commands = [command.name for command in COMMANDS if command.name not in _LEAVING]
    scripts = [("start", *commands)]
    for game, move in GAMES.items():
        scripts.append((f"play {game} 617", move, "resign", "no", *commands))
        scripts.append((f"play {game} 618", "no", "resign", "yes", *commands))
    scripts.append(("challenge bob bakers-game", "challenge", "games"))
    for script in scripts:
        pages = Pages(Talk(conversation, "ann", language=language), back)
        async for page in pages.say(*script):
            yield page
