"""Two days of dailies on a Discord server: set up, posted, played out of sight, told of."""

from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.conversation import Conversation
from bot.daily.scheduler import Scheduler
from storage import Storage
from tests.bot.adapters.discord.conftest import Player, buttons_of, text_of
from tests.bot.conftest import NOON, Clock
from tests.bot.daily.conftest import DATES, dailies, proved
from tests.bot.daily.posting import no_sleep

__all__ = ["dailies", "proved"]
TODAY = DATES[1]


@pytest.fixture
def boss(env: simcord.Env, club: Any, ann: Player) -> Player:
    """Somebody who manages the server, in the same channel."""
    role = club.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return Player(env, club.add_member(env.create_user("boss"), roles=[role]), ann.channel)


async def test_two_days(  # noqa: PLR0913, PLR0917 - a server, its people, their dailies
    env: simcord.Env,
    club: Any,
    boss: Player,
    ann: Player,
    bob: Player,
    conversation: Conversation,
    storage: Storage,
    clock: Clock,
    dailies: Any,
) -> None:
    """The post comes at its time, three play it for themselves alone, the next tells of it."""
    cid = Player(env, club.add_member(env.create_user("cid")), ann.channel)
    await boss.slash("setup", daily="on", time="12:30")
    assert f"<t:{int((NOON + timedelta(minutes=30)).timestamp())}:f>" not in boss.told
    assert f"<#{ann.channel.id}>" in boss.told
    scheduler = Scheduler(conversation._services, {"discord": env.bot.poster}, no_sleep)
    await scheduler.step()
    assert ann.channel.history() == []

    clock.forward(minutes=30)
    await scheduler.step()
    await scheduler.step()
    [post] = ann.channel.history()
    labels = [each.label for each in buttons_of(post)]
    assert labels[:3] == ["Baker's Game", "Calculation", "Devil's Grip"]

    for player in (ann, bob, cid):
        await player.press("Baker's Game", post)
        assert "The first try counts" in player.told
        at_hand = player.sitting(conversation)
        assert await hidden(env, storage, at_hand)
        moves = dailies[TODAY, "bakers-game"].line
        await player.slash("move", moves=moves if player is not cid else moves.split()[0])
    assert "Par is" in ann.told
    assert ann.channel.history() == [post]

    clock.forward(days=1)
    await scheduler.step()
    told = text_of(ann.message).replace("\u2068", "").replace("\u2069", "")
    assert "Yesterday" in told
    assert "2 of 3 solved · ann" in told
    assert "met by ann, bob" in told


async def hidden(env: simcord.Env, storage: Storage, sitting: Any) -> bool:
    """Whether the board of the game that somebody plays here is for them alone."""

    async def game(reading: Any) -> Any:
        actor, chat = sitting.actor, sitting.chat
        visit = await reading.people.recognise(
            actor.platform, actor.external_id, chat.platform, chat.external_id
        )
        return visit.current_game

    return await env.bot._delivery.boards.live.hidden(await storage.read(game))
