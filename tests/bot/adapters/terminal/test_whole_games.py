"""Games won from the first move to the last at 80×24: by keyboard alone, by mouse alone."""

import pytest

from bot.adapters.terminal.accelerators import accelerators
from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.terminal.conftest import Sitting, sitting
from tests.bot.adapters.won import KEYS, Won, nothing
from tests.bot.conftest import Talk

PRAISE = {"en": ("Beautifully done", "The Devil lets go"), "es": ("Precioso", "El diablo suelta")}


class Hand:
    """Ann at her terminal, who plays with the mouse alone or with the keyboard alone."""

    def __init__(self, there: Sitting, *, mouse: bool) -> None:
        self._there = there
        self._mouse = mouse

    @property
    def actions(self) -> dict[str, str]:
        """The tokens of the buttons in view, by action."""
        buttons = self._there.keypad.buttons
        return {action: buttons[n].token for action, n in self._there.actions.items()}

    @property
    def seen(self) -> str:
        """The board in view."""
        return self._there.board

    async def press_id(self, brings: str) -> None:
        """Press the button of this token: click it, or walk to it."""
        keypad = self._there.keypad
        number = [button.token for button in keypad.buttons].index(brings)
        if self._mouse:
            await self._there.click(number)
            return
        for _ in range(40):
            here, goal = keypad.spots[keypad.at], keypad.spots[number]
            if here.y != goal.y:
                await self._there.pilot.press("down" if goal.y > here.y else "up")
            elif here.x != goal.x:
                await self._there.pilot.press("right" if goal.x > here.x else "left")
        assert keypad.at == number
        await self._there.press("enter")

    async def say(self, text: str) -> None:
        """Type a line."""
        await self._there.type(text)


@pytest.mark.parametrize(
    ("key", "mouse"),
    [
        pytest.param(key, mouse, id=f"{key}-{'mouse' if mouse else 'keyboard'}", marks=marks)
        for mouse in (False, True)
        for key in KEYS
        # The other half of them takes as long again, and shows little more.
        for marks in ([] if mouse == (key == "calculation") else [pytest.mark.slow],)
    ],
)
async def test_won_by_buttons(
    key: str, mouse: bool, conversation: Conversation, storage: Storage
) -> None:
    """Every move of a record is one press or two; the win is celebrated in their language."""
    language = "es" if mouse else "en"
    talk = Talk(conversation, "ann")
    await talk.say("settings autoturn off")
    async with sitting(conversation, language=language) as there:
        won = Won(key, Hand(there, mouse=mouse), storage, talk)
        await won.begin()
        await there.type(f"play {key}")
        if not mouse:
            await there.press("tab")
        await won.by_buttons(nothing)

        assert await won.is_won()
        assert any(PRAISE[language][key == "devils-grip"] in line for line in there.talk)


@pytest.mark.parametrize("key", KEYS)
async def test_won_by_typing(key: str, conversation: Conversation, storage: Storage) -> None:
    """No button is pressed: moves are typed into the line, several at a time.

    Over the board that was won nothing is a move: the letter of a button presses it.
    """
    talk = Talk(conversation, "ann")
    await talk.say("settings autoturn off")
    async with sitting(conversation, language="es") as there:
        won = Won(key, Hand(there, mouse=False), storage, talk)
        await won.begin()
        await won.by_text()

        assert await won.is_won()
        ended, shown = there.board, there.app.showing
        await there.type(accelerators(shown.rows, shown.way_back)[there.actions["again"]])
        assert there.board != ended
