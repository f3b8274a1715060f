"""``python -m tests.tools.terminal_games``: ``make play`` under tmux, a whole game of each kind.

Each is won once by keyboard alone and once by mouse alone: keys and clicks go through a real
terminal to a program of its own, and what is stored tells what became of them. Needs tmux.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bot import tokens
from bot.adapters.terminal.showing import Showing, after
from bot.adapters.terminal.spots import Spot, spots, walked
from bot.replies import Button
from storage import Storage
from tests.bot.adapters.won import KEYS, Won, nothing
from tests.bot.conftest import Talk, converse

ROOT = Path(__file__).resolve().parents[2]
COLUMNS, LINES = 80, 24
_KEYS_AT = 26
"""The first column of the buttons; ``app.tcss`` says so."""
_LOOKS = 400
"""How often the screen is looked at before it is taken to stand still, 50 ms apart."""


class Terminal:
    """A terminal of tmux in which the program runs."""

    def __init__(self, name: str, database: Path) -> None:
        self._name = name
        self._database = database

    def start(self) -> None:
        """Start ``make play`` on a database of its own."""
        _tmux("new-session", "-d", "-s", self._name, "-x", str(COLUMNS), "-y", str(LINES), "-c",
              str(ROOT), "-e", f"DATABASE_URL=sqlite:///{self._database}", "-e", "LANG=C.UTF-8",
              "-e", "USER=ann", "-e", "LOGNAME=ann", "make play")  # fmt: skip

    def end(self) -> None:
        """End it, whatever it does."""
        subprocess.run(["tmux", "kill-session", "-t", self._name], check=False, capture_output=True)

    def keys(self, *keys: str) -> None:
        """Press keys as tmux names them."""
        _tmux("send-keys", "-t", self._name, *keys)

    def text(self, text: str) -> None:
        """Type a text, or send any characters at all."""
        _tmux("send-keys", "-t", self._name, "-l", text)

    def click(self, x: int, y: int) -> None:
        """Press and let go the left button over a cell; both count from 0."""
        self.text(f"\x1b[<0;{x + 1};{y + 1}M")
        self.text(f"\x1b[<0;{x + 1};{y + 1}m")

    def screen(self) -> list[str]:
        """The lines as they stand."""
        return _tmux("capture-pane", "-p", "-t", self._name).split("\n")

    async def shows(self, *words: str) -> list[str]:
        """The screen once all words stand on it."""
        for _ in range(_LOOKS):
            lines = self.screen()
            if all(any(word in line for line in lines) for word in words):
                return lines
            await asyncio.sleep(0.05)
        raise AssertionError("\n".join(["not shown: " + " | ".join(words), *self.screen()]))


class Hand:
    """Ann at that terminal. A core of our own on the same database tells what is in view."""

    def __init__(self, there: Terminal, talk: Talk, *, mouse: bool) -> None:
        self._there = there
        self._talk = talk
        self._mouse = mouse
        self._at = 0
        self.showing = Showing()
        self.presses = 0

    async def look(self) -> None:
        """See the live board."""
        self.showing = after(self.showing, await self._talk.say("board"), "Back")
        await self._drawn()

    @property
    def actions(self) -> dict[str, str]:
        """The buttons in view by their actions on the game."""
        decoded = ((tokens.decode(button.token), button.token) for button in self._buttons)
        return {told.action: token for told, token in decoded if isinstance(told, tokens.OnGame)}

    @property
    def _buttons(self) -> tuple[Button, ...]:
        return self.showing.buttons

    @property
    def seen(self) -> str:
        """The board in view."""
        return self.showing.picture.board if self.showing.picture else ""

    async def press_id(self, brings: str) -> None:
        """Press a button of this token: click it, or walk to it with the arrow keys."""
        number = [button.token for button in self._buttons].index(brings)
        spot, before = self._spots[number], await self._seq()
        if self._mouse:
            self._there.click(_KEYS_AT + spot.x + spot.width // 2, await self._drawn() + spot.y)
        else:
            self._walk(number)
        self.presses += 1
        # The same press here: a page is drawn alike, a move was made there or is made here; the
        # other finds that the board has moved on.
        for _ in range(_LOOKS):
            if self._is_page(brings) or await self._seq() != before:
                break
            await asyncio.sleep(0.05)
        else:
            raise AssertionError(
                "\n".join(
                    [f"{self._buttons[number].label}: nothing came of it", *self._there.screen()]
                )
            )
        reply = await (
            self._talk.press_token(brings) if self._is_page(brings) else self._talk.say("board")
        )
        self.showing = after(self.showing, reply, "Back")
        self._at = max(0, min(self._at if self._mouse else number, len(self._buttons) - 1))
        await self._drawn()

    async def say(self, text: str) -> None:
        """Type a line."""
        self._there.text(text)
        self._there.keys("Enter")

    def _is_page(self, token: str) -> bool:
        told = tokens.decode(token)
        return isinstance(told, tokens.OnGame) and not told.action.startswith(("m.", "a."))

    async def _seq(self) -> int | None:
        await self._talk.say("board")
        return self._talk.seq

    def _walk(self, number: int) -> None:
        placed = self._spots
        at, goal = self._at, placed[number]
        for _ in range(80):
            here = placed[at]
            if here.number == number:
                break
            down = (goal.y > here.y) - (goal.y < here.y)
            right = 0 if down else (goal.x > here.x) - (goal.x < here.x)
            self._there.keys({1: "Down", -1: "Up"}.get(down, "Right" if right > 0 else "Left"))
            at = walked(placed, at, down, right)
        assert at == number
        self._there.keys("Enter")

    @property
    def _spots(self) -> tuple[Spot, ...]:
        return spots(self.showing.rows, COLUMNS - _KEYS_AT)

    def _top_on(self, lines: list[str]) -> int | None:
        """The screen's line of the first row of buttons, if all of them stand where they belong."""
        for top in range(1, len(lines)):
            if all(self._stands(spot, top, lines) for spot in self._spots):
                return top
        return None

    def _stands(self, spot: Spot, top: int, lines: list[str]) -> bool:
        y, x = top + spot.y, _KEYS_AT + spot.x
        cell = lines[y][x : x + spot.width].strip() if y < len(lines) else ""
        label = self._buttons[spot.number].label
        # With its sign before it; not as the end of another label.
        return label in (cell, cell[2:]) or (cell.endswith("…") and label.startswith(cell[2:-1]))

    async def _drawn(self) -> int:
        """Wait until the buttons are in view; the screen's line of their first row."""
        for _ in range(_LOOKS):
            top = self._top_on(self._there.screen())
            if top is not None:
                return top
            await asyncio.sleep(0.05)
        raise AssertionError("\n".join(["these buttons aren't shown:", *self._there.screen()]))


def _tmux(*words: str) -> str:
    return subprocess.run(["tmux", *words], check=True, capture_output=True, text=True).stdout


async def _play(key: str, *, mouse: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "patience.db"
        there = Terminal(f"patience-{os.getpid()}", database)
        there.start()
        try:
            await there.shows("Patience in chat", "help")
            storage = await Storage.open(f"sqlite:///{database}")
            try:
                await _won(key, there, storage, mouse=mouse)
            finally:
                await storage.close()
        finally:
            there.end()


async def _won(key: str, there: Terminal, storage: Storage, *, mouse: bool) -> None:
    talk: Any = Talk(converse(storage), "ann")
    await talk.say("settings autoturn off")
    hand = Hand(there, talk, mouse=mouse)
    won = Won(key, hand, storage, talk)
    await won.begin()
    await hand.say(f"play {key}")
    await hand.look()
    if not mouse:
        there.keys("Tab")
    await won.by_buttons(nothing)
    assert await won.is_won()
    lines = await there.shows(won.praise)
    way = "mouse" if mouse else "keyboard"
    sys.stdout.write(f"{key}, by {way}: won with {hand.presses} presses\n")
    sys.stdout.write("\n".join(re.sub(r"\s+$", "", line) for line in lines))
    sys.stdout.flush()


async def _main() -> None:
    for key in KEYS:
        for mouse in (False, True):
            await _play(key, mouse=mouse)


if __name__ == "__main__":
    asyncio.run(_main())
