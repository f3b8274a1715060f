"""Two days of dailies in a Telegram group: set up, posted, played in private, told of."""

import asyncio
from datetime import timedelta
from typing import Any

from bot.daily.scheduler import Scheduler
from tests.bot.adapters.telegram.conftest import Env, Player, at_home, plain
from tests.bot.daily.conftest import DATES, dailies, proved
from tests.bot.daily.posting import no_sleep

__all__ = ["dailies", "proved"]
TODAY = DATES[1]


async def look(env: Env, scheduler: Scheduler) -> None:
    """One look of the scheduler, with all that comes of it."""
    looking = asyncio.create_task(scheduler.step())
    await env.flush()
    await looking


async def test_two_days(env: Env, ann: Player, bob: Player, dailies: Any) -> None:
    """The post comes at its time, three play it in private by its link, the next tells of it."""
    cid = Player(env, env.world.user("cid", language_code="en"), ann.room)
    ann.room.members[cid.user.id] = "member"
    bot = env._running[0][0]
    scheduler = Scheduler(env.conversation._services, {"telegram": bot.poster}, no_sleep)
    due = env.time() + timedelta(hours=1)
    assert f"{due:%H:%M}" == "13:00"
    await bob.say("/setup daily on")
    assert "Only those who manage" in bob.seen
    await ann.say("/setup")
    for label in ("Daily post", "On", *["+1 h"] * 4, "Time zone", "America", "Bogota 07:00"):
        await ann.press(label)
    await ann.press("Time zone")
    await ann.press("UTC")
    assert f"daily post: at {due:%H:%M} (UTC)" in ann.seen
    before = len(ann.messages)
    await look(env, scheduler)
    assert len(ann.messages) == before

    await env.forward(hours=1)
    await look(env, scheduler)
    await look(env, scheduler)
    assert len(ann.messages) == before + 1
    assert "3 fresh deals" in ann.seen
    link = ann.message.button("Baker's Game")["url"]
    start = link.removeprefix("https://t.me/PatienceBot?start=")
    for player in (ann, bob, cid):
        home = Player(env, player.user, env.world.private(player.user))
        home.room.bot = "member"
        await home.say(f"/start {start}")
        assert "The first try counts" in home.seen
        codes = dailies[TODAY, "bakers-game"].line
        await home.say(codes if player is not cid else codes.split()[0])
    posted = [each for each in ann.messages if "fresh deals" in each.plain]

    await env.forward(days=1)
    await look(env, scheduler)
    [_, told] = [each for each in ann.messages if "fresh deals" in each.plain]
    assert len(posted) == 1
    assert "2 of 3 solved · ann" in plain(told.plain)
    assert "met by ann, bob" in plain(told.plain)
    assert "█ ann · " in plain(told.plain)
    await env.forward(days=1)
    await look(env, scheduler)
    await bob.press("Winning lines")
    assert "Winning line of Baker's Game" in bob.seen


async def test_a_reminder(env: Env, ann: Player, zoe: Player, dailies: Any) -> None:
    """It comes to the private chat of who hasn't played, with buttons to play and for off."""
    bob, dan = at_home(env, "bob"), at_home(env, "dan")
    scheduler = Scheduler(
        env.conversation._services, {"telegram": env._running[0][0].poster}, no_sleep
    )
    for player in (zoe, bob, dan):
        await player.say("/daily remind 13:30")
        assert "daily reminder: at 13:30 (UTC), on Telegram" in player.seen
    await ann.say("/daily remind 13:30")
    assert "private chat" in ann.seen
    await bob.say("/daily bakers-game")
    await bob.say(dailies[TODAY, "bakers-game"].line.split()[0])
    played = len(bob.messages)
    await env.forward(hours=2)

    for _ in range(2):
        await look(env, scheduler)

    assert len(bob.messages) == played
    assert "you haven't played these yet" in zoe.seen
    await dan.press("No more reminders")
    assert "daily reminder: off" in dan.seen
    await zoe.press("Calculation")
    assert "The first try counts" in zoe.seen
