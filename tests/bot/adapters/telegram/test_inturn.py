"""Updates in turn: one person's in order, everybody's side by side."""

import asyncio

import pytest

from bot.adapters.telegram import inturn
from bot.adapters.telegram.inturn import InTurn


class Said:
    """What began and what ended; each waits until it is let."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may = asyncio.Event()
        self.two = asyncio.Event()

    async def answer(self, name: str) -> None:
        """Begin, and end when it may."""
        self.begun.append(name)
        if len(self.begun) == 2:
            self.two.set()
        await self.may.wait()


async def _calm() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_one_person_after_the_other_nobody_waits() -> None:
    """Ann's second message begins when her first is answered; Bob's at once."""
    said, turns = Said(), InTurn()
    for key, name in (("ann", "1"), ("ann", "2"), ("bob", "3")):
        turns.run(key, said.answer(name))
    await _calm()
    before = list(said.begun)
    said.may.set()
    await turns.all_over(10)

    assert before == ["1", "3"]
    assert said.begun == ["1", "3", "2"]


async def test_a_long_search_holds_up_nobody_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the next one begins, though the first isn't answered."""
    monkeypatch.setattr(inturn, "PATIENCE", 0.0)
    said, turns = Said(), InTurn()
    turns.run("ann", said.answer("1"))
    turns.run("ann", said.answer("2"))
    await said.two.wait()
    said.may.set()
    await turns.all_over(10)

    assert said.begun == ["1", "2"]
