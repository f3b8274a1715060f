"""Two days of dailies on a Discord server: set up, posted, played out of sight, told of."""

from typing import Any

import discord
import pytest
import simcord

from bot.conversation import Conversation
from bot.daily.scheduler import Scheduler
from storage import Storage
from tests.bot.adapters.discord.conftest import Player, buttons_of, text_of
from tests.bot.adapters.logs import Log
from tests.bot.conftest import Clock
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
    await boss.slash("setup")
    page = boss.result.response.message
    for label in ("Daily post", "On", *["+1 h"] * 3, "+15 min", "+15 min"):
        page = (await boss.press(label, page)).response.message
    assert f"at 12:30 (UTC) in <#{ann.channel.id}>" in boss.told
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
    assert "█ ann · 0:00 · clean ✓" in told
    clock.forward(days=1)
    await scheduler.step()
    await bob.press("Winning lines")
    assert "Winning line of Baker's Game" in bob.told
    await bob.press("End", bob.result.response.message)
    last = len(dailies[DATES[2], "bakers-game"].line.split())
    assert f"1 Dec · {last}/{last}" in bob.told


async def hidden(env: simcord.Env, storage: Storage, sitting: Any) -> bool:
    """Whether the board of the game that somebody plays here is for them alone."""

    async def game(reading: Any) -> Any:
        actor, chat = sitting.actor, sitting.chat
        visit = await reading.people.recognise(
            actor.platform, actor.external_id, chat.platform, chat.external_id
        )
        return visit.current_game

    return await env.bot._delivery.boards.live.hidden(await storage.read(game))


async def test_a_reminder(  # noqa: PLR0913, PLR0917 - a server, its people, their dailies
    env: simcord.Env,
    ann: Player,
    bob: Player,
    zoe: Player,
    conversation: Conversation,
    clock: Clock,
    dailies: Any,
) -> None:
    """It comes in private to who hasn't played, with buttons that play there, and one for off."""
    scheduler = Scheduler(conversation._services, {"discord": env.bot.poster}, no_sleep)
    for player in (ann, bob):
        await player.slash("daily", remind="12:30")
        assert "daily reminder: at 12:30 (UTC), on Discord" in player.told
    await zoe.slash("settings", remind="12:30")
    await bob.slash("daily", game="bakers-game")
    await bob.slash("move", moves=dailies[TODAY, "bakers-game"].line.split()[0])
    clock.forward(minutes=30)

    await scheduler.step()
    await scheduler.step()

    assert bob.actor.user.dm_channel is None or bob.actor.user.dm_channel.history() == []
    assert "You asked to be reminded" in zoe.seen
    home = Player(env, ann.actor.user)
    [reminder] = home.channel.history()
    assert "you haven't played these yet" in text_of(reminder)
    await home.press("Calculation", reminder)
    assert "The first try counts" in home.seen
    await zoe.press("No more reminders")
    assert "daily reminder: off" in zoe.told


async def test_closed_private_messages(
    env: simcord.Env, ann: Player, conversation: Conversation, clock: Clock, dailies: Any
) -> None:
    """Three dates in a row: then it is off, and the next answer says so."""
    assert dailies
    scheduler = Scheduler(conversation._services, {"discord": env.bot.poster}, no_sleep)
    await ann.slash("daily", remind="12:30")
    clock.forward(minutes=30)
    private = ann.actor.user.dm_channel.id
    for _ in range(3):
        env.inject_error("POST", f"/channels/{private}/messages", status=403, code=50007)
        await scheduler.step()
        clock.forward(days=1)
    await scheduler.step()

    await ann.slash("help")

    assert "I couldn't write to you in private" in ann.told


async def test_a_channel_that_was_closed_to_the_bot(  # noqa: PLR0913, PLR0917 - a server, its people
    env: simcord.Env,
    boss: Player,
    ann: Player,
    conversation: Conversation,
    clock: Clock,
    dailies: Any,
    log: Log,
) -> None:
    """The owner is told once in private; what a manager sees says why, and “Go on” goes on."""
    assert dailies
    scheduler = Scheduler(conversation._services, {"discord": env.bot.poster}, no_sleep)
    await boss.slash("setup", daily="on", time="12:30")
    clock.forward(minutes=30)
    env.inject_error("POST", f"/channels/{ann.channel.id}/messages", status=403, code=50013)
    for _ in range(3):
        await scheduler.step()
        clock.forward(days=1)
    assert ann.channel.history() == []
    owner = ann.actor.guild.owner.dm_channel
    assert [text_of(each).splitlines()[1] for each in owner.history()] == [
        "I may not write where the daily post goes, so posting is paused."
    ]

    await boss.slash("setup", daily="on")
    clock.forward(days=1)
    await scheduler.step()

    assert "3 fresh deals" in ann.seen
    assert len(log.events) == 1
    log.events.clear()
