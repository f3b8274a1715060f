"""Scenes on Telegram, played through the real client; each leaves the messages for a picture."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.bot.adapters.telegram.conftest import Env, Player, at_home
from tests.bot.adapters.telegram.passing import Time, Watched
from tests.tools.pictures.lines import DEALS, far, in_turn

Scene = Callable[[Env], Awaitable[list[dict[str, Any]]]]


@asynccontextmanager
async def staged(database: str) -> AsyncIterator[Env]:
    """A Telegram with the bot in it, over an empty database."""
    storage = await Watched.open(database)
    env = Env(Time(), storage)
    await env.api.start()
    await env.start()
    try:
        yield env
    finally:
        await env.stop()
        await env.api.close()
        await storage.close()


def boards(theme: str, language: str) -> Scene:
    """The three boards in the middle of a game."""

    async def play(env: Env) -> list[dict[str, Any]]:
        ana = at_home(env, "Ana", language)
        await ana.say(f"theme {theme}")
        await ana.say("settings autoturn off")
        shown = []
        for key, deal in DEALS.items():
            await ana.say(f"play {key} {deal}")
            for said in in_turn(far(key)):
                await ana.say(said)
            shown.append(ana.message.json())
        return shown

    return play


async def group(env: Env) -> list[dict[str, Any]]:
    """Two people in a group: a board, the command that began it, and the leaderboard."""
    user = env.world.user("Ana", language_code="en")
    room = env.world.group("Club", user)
    other = env.world.user("Bo", language_code="en")
    room.members[other.id] = "member"
    ana, bo = Player(env, user, room), Player(env, other, room)
    said = await ana.say(f"/play bakers-game {DEALS['bakers-game']}")
    board = ana.message
    asked = await bo.say("/top")
    return [said.json(), board.json(), asked.json(), bo.message.json()]


async def helped(env: Env) -> list[dict[str, Any]]:
    """The first page of help."""
    ana = at_home(env, "Ana", "es")
    await ana.say("/ayuda")
    return [ana.message.json()]


SCENES: dict[str, Scene] = {
    "boards": boards("letters", "en"),
    "boards-es": boards("suits", "es"),
    "emoji": boards("emoji", "en"),
    "group": group,
    "help-es": helped,
}
