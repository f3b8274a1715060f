"""Telegrams in a process of their own, for measuring what a bot costs without its server.

``python -m tests.fakes.telegram NAME…`` starts one for each name, without a flood limit, and
prints their addresses as a line of JSON. Each line in is then ``{"name", "begin": deal}`` or
``{"name", "press": times}``, and is answered by one: the newest board there as it was sent, once it
is shown or all presses are answered and drawn.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

from tests.fakes.telegram.flood import Flood
from tests.fakes.telegram.people import Chat, Sent, User
from tests.fakes.telegram.server import BotApi
from tests.fakes.telegram.world import World


class Endless(Flood):
    """Takes everything."""

    def charge(self, chat: int, *, group: bool) -> int:
        """Nothing is too much."""
        del chat, group
        return 0


class Place:
    """A Telegram with people in private chats, one after the other."""

    def __init__(self) -> None:
        """Nothing was said yet."""
        self.world = World(time.time)
        self.world.flood = Endless(time.time)
        self.api = BotApi(self.world)
        self.ann, self.room = self._somebody()
        self.rng = random.Random(7)

    def _somebody(self) -> tuple[User, Chat]:
        user = self.world.user("ann", language_code="en")
        return user, self.world.private(user)

    @property
    def board(self) -> Sent | None:
        """The bot's newest message."""
        sent = [each for each in self.room.shown if each.sender is self.world.bot]
        return sent[-1] if sent else None

    async def begin(self, deal: str) -> None:
        """Let somebody else ask for a board."""
        await self.world.updates.until_idle()
        self.ann, self.room = self._somebody()
        self.world.say(self.ann, self.room, f"/play calculation {deal}")
        await self.api.until(lambda: self.board is not None)

    async def press(self) -> None:
        """Press a key that plays a move."""
        board = self.board
        assert board is not None  # begun before
        keys = [each["callback_data"] for each in board.buttons if "callback_data" in each]
        key = self.rng.choice([each for each in keys if ":m." in each])
        drawn = len(board.versions)
        query = self.world.press(self.ann, board, data=key)
        await self.api.until(lambda: bool(query.answers) and len(board.versions) > drawn)


async def main(names: list[str]) -> None:
    """Serve until the input ends."""
    places = {name: Place() for name in names}
    for place in places.values():
        await place.api.start()
    _tell({name: place.api.address for name, place in places.items()})
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        place = places[order["name"]]
        if "begin" in order:
            await place.begin(order["begin"])
        for _ in range(order.get("press", 0)):
            await place.press()
        _tell(place.api.made("sendMessage", "editMessageText")[-1].values)
    for place in places.values():
        await place.api.close()


def _tell(what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


asyncio.run(main(sys.argv[1:]))
