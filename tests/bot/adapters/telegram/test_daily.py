"""Two days of dailies in a Telegram group: set up, posted, played in private, told of."""

import asyncio
from datetime import timedelta
from typing import Any

from bot.daily.scheduler import Scheduler
from tests.bot.adapters.logs import Log
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


async def posting_at_one(env: Env, manager: Player) -> Scheduler:
    """The group wants its post in an hour, where its manager speaks."""
    await manager.say("/setup daily on at 13:00")
    assert "daily post: at 13:00 (UTC)" in manager.seen
    bot = env._running[0][0]
    return Scheduler(env.conversation._services, {"telegram": bot.poster}, no_sleep)


async def test_the_post_follows_its_group(env: Env, bob: Player, dailies: Any) -> None:
    """It became a supergroup that nobody told of: the post comes there, once, and goes on there."""
    assert dailies
    group = env.world.group("Few", bob.user, kind="group")
    scheduler = await posting_at_one(env, Player(env, bob.user, group))
    env.world.updates.hold()
    grown = env.world.migrate(group)
    await env.forward(hours=1)

    for _ in range(3):
        await look(env, scheduler)

    there = Player(env, bob.user, grown)
    assert len(there.messages) == 1
    assert "3 fresh deals" in there.seen
    env.world.updates.release()
    await there.say("/setup daily")
    assert "daily post: at 13:00 (UTC)" in there.seen


def forgive_pause(log: Log) -> None:
    """That posts were paused is worth a warning, once."""
    [event] = log.events
    assert "daily_posts_paused" in event
    log.events.clear()


async def test_a_closed_topic_pauses_the_post(
    env: Env, ann: Player, dailies: Any, log: Log
) -> None:
    """One notice in General; “Go on” goes on once the topic is open again."""
    assert dailies
    forum = env.world.group("Forum", ann.user, forum=True)
    cards = env.world.topic(forum, "Cards", ann.user)
    inside, general = Player(env, ann.user, forum, cards), Player(env, ann.user, forum)
    scheduler = await posting_at_one(env, inside)
    before = len(inside.messages)
    cards.closed = True
    for _ in range(2):
        await env.forward(hours=1)
        await look(env, scheduler)
    await env.forward(days=1)
    await look(env, scheduler)
    assert (len(inside.messages), len(general.messages)) == (before, 1)
    assert "topic of the daily post is closed, so posting is paused" in general.seen
    cards.closed = False

    await general.say("/setup daily")
    await general.press("Go on")
    await env.forward(days=1)
    await look(env, scheduler)

    assert len(inside.messages) == before + 1
    assert "3 fresh deals" in inside.seen
    forgive_pause(log)


async def test_thrown_out_it_tells_who_set_it_up(
    env: Env, ann: Player, dailies: Any, log: Log
) -> None:
    """In private, once, if they have begun a conversation with the bot."""
    assert dailies
    home = Player(env, ann.user, env.world.private(ann.user))
    await home.say("/start")
    scheduler = await posting_at_one(env, ann)
    env.world.bot_is("kicked", ann.room, ann.user)
    for hours in (1, 24, 24):
        await env.forward(hours=hours)
        await look(env, scheduler)

    told = [each.plain for each in home.messages if "paused" in each.plain]
    assert len(told) == 1
    assert told[0].startswith("This is about a group or server where you set up the daily post.")
    forgive_pause(log)


async def test_thrown_out_it_posts_no_more(env: Env, ann: Player, dailies: Any, log: Log) -> None:
    """Nothing is tried in vain every day; let in again, “Go on” goes on."""
    assert dailies
    scheduler = await posting_at_one(env, ann)
    env.world.bot_is("kicked", ann.room, ann.user)
    await env.forward(hours=1)
    await look(env, scheduler)
    calls = len(env.api.calls)
    await env.forward(days=1)
    await look(env, scheduler)
    assert "sendMessage" not in [each.method for each in env.api.calls[calls:]]
    env.world.bot_is("member", ann.room, ann.user)
    await env.flush()

    await ann.say("/setup daily")
    assert "Posting is paused" in ann.seen
    await ann.press("Go on")
    await env.forward(days=1)
    await look(env, scheduler)

    assert "3 fresh deals" in ann.seen
    forgive_pause(log)
