"""Discords in a process of their own, for measuring what a client costs without its server.

``python -m tests.fakes.discord NAME…`` starts one for each name and prints their addresses as a
line of JSON. A line in is then ``{"name", "begin": deal}``, and somebody new plays Calculation, or
``{"name", "press": times}``. It is answered by a line: the newest board there, once it is shown or
all presses are answered.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from contextlib import AsyncExitStack
from typing import Any

from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.world import Payload, buttons


async def main(names: list[str]) -> None:
    """Serve until the input ends."""
    rng = random.Random(7)
    async with AsyncExitStack() as stack:
        discords = {name: await stack.enter_async_context(FakeDiscord()) for name in names}
        _tell({name: [each.api, each.gateway.url] for name, each in discords.items()})
        while line := await asyncio.to_thread(sys.stdin.readline):
            order = json.loads(line)
            discord = discords[order["name"]]
            if "begin" in order:
                await discord.until(lambda here=discord: here.gateway.ready)
                before = len(discord.boards)
                discord.ann = discord.world.person("ann")
                await discord.slash(discord.ann, "play", game="calculation", deal=order["begin"])
                await discord.until(
                    lambda here=discord, n=before: len(here.boards) > n and not here.waiting
                )
            for _ in range(order.get("press", 0)):
                press = await discord.press_id(discord.ann, discord.board, _key(discord.board, rng))
                await discord.answered(press)
            _tell(discord.board)


def _key(board: Payload, rng: random.Random) -> str:
    """A button that plays a move if there is one, else one that takes a move back."""
    keys = [each["custom_id"] for each in buttons(board) if not each.get("disabled")]
    playing = [key for key in keys if ":m." in key or ":x." in key]
    return str(rng.choice(playing or [key for key in keys if key.endswith(":undo")] or keys))


def _tell(what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


asyncio.run(main(sys.argv[1:]))
