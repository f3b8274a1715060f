"""Scenes on Discord, played through the real client; each leaves the messages for a picture."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import simcord
from simcord.backend import serializers

from bot.adapters.discord.emojis.upload import synced
from storage import Storage, UnitOfWork
from storage.records import NewSolve
from tests.bot.adapters.discord.conftest import Player, bot_of
from tests.bot.conftest import NOON, converse
from tests.tools.pictures.lines import DEALS, far, in_turn, winning

_CLUB = (("Ana", 12, 11), ("Bo", 10, 10), ("Lu", 10, 8), ("נועה", 4, 4), ("<b>Eve</b>", 2, 0))


@dataclass(slots=True)
class Stage:
    """A channel with somebody in it, and the messages picked so far."""

    env: simcord.Env
    storage: Storage
    channel: Any
    people: dict[str, Player] = field(default_factory=dict)

    def player(self, name: str) -> Player:
        """Somebody of that name in the channel."""
        if name not in self.people:
            member = self.channel.guild.add_member(self.env.create_user(name))
            self.people[name] = Player(self.env, member, self.channel)
        return self.people[name]

    def payload(self, message: Any) -> dict[str, Any]:
        """A message as the API gives it, under the name the bot goes by."""
        stored = self.env.backend.get_message(self.channel.id, message.id)
        found: dict[str, Any] = dict(serializers.message_payload(self.env.backend, stored))
        found["author"] = {**found["author"], "username": "Patience", "global_name": "Patience"}
        return found


Scene = Callable[[Stage], Awaitable[list[dict[str, Any]]]]


@asynccontextmanager
async def staged(database: str) -> AsyncIterator[Stage]:
    """An empty channel of a server, over an empty database."""
    storage = await Storage.open(database)
    env = simcord.Env(bot_of(converse(storage), storage), shard_count=1, settle_timeout=120)
    await env.start()
    try:
        yield Stage(env, storage, env.create_guild("Club").create_text_channel("cards"))
    finally:
        await env.shutdown()
        await storage.close()


async def _play_far(player: Player, key: str) -> None:
    """Play a game as far as its picture wants, by a line that wins."""
    await player.slash("play", game=key, deal=DEALS[key])
    for said in in_turn(far(key)):
        await player.say(said)


def boards(theme: str, language: str) -> Scene:
    """The three boards in the middle of a game."""

    async def play(stage: Stage) -> list[dict[str, Any]]:
        ann = stage.player("Ana")
        if theme == "emoji":
            await synced(stage.env.bot, stage.storage)
            await stage.env.bot._emojis.recall()
        await ann.slash("language", language=language)
        await ann.slash("theme", theme=theme)
        await ann.slash("settings", setting="autoturn", value="off")
        shown = []
        for key in DEALS:
            await _play_far(ann, key)
            shown.append(stage.payload(ann.message))
        return shown

    return play


async def _solve(stage: Stage, player: Player, solved: int, clean: int) -> None:
    """Let so many deals of Baker's Game count as solved by somebody."""
    await player.slash("play", game="calculation", deal="1")

    async def work(uow: UnitOfWork) -> None:
        who, where = str(player.actor.id), str(stage.channel.guild.id)
        visit = await uow.people.recognise("discord", who, "discord", where)
        assert visit is not None
        [row] = await uow.games.running(visit.player.id, "calculation")
        for number in range(solved):
            await uow.solves.record(
                NewSolve(
                    player_id=row.player_id, game="bakers-game", deal=str(number),
                    game_id=row.id, chat_id=row.chat_id, day=NOON.date(), moves=100,
                    seconds=600, clean=number < clean, kind="shuffled", at=NOON,
                )
            )  # fmt: skip

    await stage.storage.write(work)


async def leaderboard(stage: Stage) -> list[dict[str, Any]]:
    """A server's leaderboard, with names of all kinds."""
    for name, solved, clean in _CLUB:
        await _solve(stage, stage.player(name), solved, clean)
    lu = stage.player("Lu")
    await lu.slash("top", game="bakers-game")
    return [stage.payload(lu.message)]


async def won(stage: Stage) -> list[dict[str, Any]]:
    """The end of a game that was solved."""
    ann = stage.player("Ana")
    await ann.slash("play", game="bakers-game", deal=DEALS["bakers-game"])
    for said in in_turn(winning("bakers-game")):
        await ann.say(said)
    return [stage.payload(ann.message)]


async def told(stage: Stage) -> list[dict[str, Any]]:
    """What only one reader sees: a refusal, and the question before a hint."""
    ann = stage.player("Ana")
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.slash("move", moves="7h 8c")
    shown = [stage.payload(ann.result.response.message)]
    await ann.press("Hint")
    return [*shown, stage.payload(ann.result.response.message)]


SCENES: dict[str, Scene] = {
    "boards": boards("suits", "en"),
    "boards-es": boards("suits", "es"),
    "letters": boards("letters", "en"),
    "words": boards("words", "en"),
    "emoji": boards("emoji", "en"),
    "leaderboard": leaderboard,
    "won": won,
    "private": told,
}
