"""Games won from the first move to the last at 80×24: by keyboard alone, by mouse alone."""

from pathlib import Path
from typing import Any

import pytest

from bot.conversation import Conversation
from games.catalogue import find
from games.game import Outcome
from games.record import check as played
from games.record import read_records
from storage import Storage
from tests.bot.adapters.terminal.conftest import Sitting, sitting
from tests.bot.conftest import Talk, deal_to, session_at

DATA = Path(__file__).parents[3] / "data" / "won"
KEYS = ("bakers-game", "calculation", "devils-grip")
PRAISE = {"en": ("Beautifully done", "The Devil lets go"), "es": ("Precioso", "El diablo suelta")}


class Won:
    """A game of cards that are known to win, and how far it has come."""

    def __init__(self, key: str, storage: Storage, talk: Talk) -> None:
        [record] = read_records((DATA / f"{key}.txt").read_text("utf-8"))
        self.codes, self.deck = record.codes, played(record).deck
        self.game, self.storage, self.talk = find(key), storage, talk

    async def position(self) -> Any:
        """The position as it is stored."""
        found = await session_at(self.storage, self.talk)
        assert found is not None
        return found[1].position

    async def goals(self) -> list[Any]:
        """The positions on the way to the win, swaps left out: the game makes them by itself."""
        assert self.deck is not None
        await deal_to(self.talk, self.game.key, self.deck, "617")
        at, goals = await self.position(), []
        for code in self.codes:
            move = self.game.parse(code)
            at = self.game.play(at, move)
            if not move.swap:
                goals.append(self.game.canonical(at))
        return goals

    async def at(self, goal: Any) -> bool:
        """Whether the game stands there, up to places."""
        return bool(self.game.canonical(await self.position()) == goal)


async def _press(there: Sitting, action: str, *, mouse: bool) -> None:
    number, keypad = there.actions[action], there.keypad
    if mouse:
        await there.click(number)
        return
    walked = []
    while keypad.at != number:
        here, goal = keypad.spots[keypad.at], keypad.spots[number]
        if here.y != goal.y:
            walked.append("down" if goal.y > here.y else "up")
        else:
            walked.append("right" if goal.x > here.x else "left")
        await there.pilot.press(walked[-1])
        assert len(walked) < 40, walked
    await there.press("enter")


async def _towards(there: Sitting, won: Won, goal: Any, *, mouse: bool) -> None:
    """Come to ``goal`` with one press or two."""
    position = await won.position()
    moves = [
        move
        for move in won.game.legal_moves(position)
        if won.game.canonical(won.game.play(position, move)) == goal
    ]
    codes = {f"m.{move.code}" for move in moves}
    if not codes & set(there.actions):
        places = {f"p.{name}" for move in moves for name in (move.target, move.source)}
        for place in sorted(places & set(there.actions)):
            await _press(there, place, mouse=mouse)
            if codes & set(there.actions) or await won.at(goal):
                break
            await _press(there, "board", mouse=mouse)
    if not await won.at(goal):
        await _press(there, min(codes & set(there.actions)), mouse=mouse)
    assert await won.at(goal)


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
    won = Won(key, storage, talk)
    goals = await won.goals()
    async with sitting(conversation, language=language) as there:
        if not mouse:
            await there.press("tab")
        for goal in goals:
            await _towards(there, won, goal, mouse=mouse)
        found = await session_at(storage, talk)

        assert found is not None
        assert found[1].outcome is Outcome.WON
        assert any(PRAISE[language][key == "devils-grip"] in line for line in there.talk)


@pytest.mark.parametrize("key", KEYS)
async def test_won_by_typing(key: str, conversation: Conversation, storage: Storage) -> None:
    """No button is pressed: moves are typed into the line, several at a time."""
    talk = Talk(conversation, "ann")
    await talk.say("settings autoturn off")
    won = Won(key, storage, talk)
    await won.goals()
    codes = [code for code in won.codes if not won.game.parse(code).swap]
    async with sitting(conversation, language="es") as there:
        for start in range(0, len(codes), 12):
            await there.type(" ".join(codes[start : start + 12]))

        found = await session_at(storage, talk)
        assert found is not None
        assert found[1].outcome is Outcome.WON
