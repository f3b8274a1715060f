"""Two days of dailies in a Telegram group: set up, posted, played in private, told of."""

import asyncio
from datetime import timedelta
from typing import Any

from bot.daily.scheduler import Scheduler
from tests.bot.adapters.telegram.conftest import Env, Player, plain
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
    await bob.say("/setup daily on")
    assert "Only those who manage" in bob.seen
    await ann.say(f"/setup daily at {due:%H:%M}")
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
