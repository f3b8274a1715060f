"""Reminders: at the player's own time, once a date, to nobody who has played, whatever happens."""

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.daily.poster import NotSent, Refused
from storage import Storage
from storage.dailies import Reminder
from tests.bot.conftest import Clock, Talk, converse
from tests.bot.daily.posting import Crash, World, minutes, process

DAY = date(2026, 12, 1)
BEFORE = datetime(2026, 12, 1, 17, 59, 50, tzinfo=UTC)
DUE = datetime(2026, 12, 1, 18, tzinfo=UTC)
MINUTES = timedelta(minutes=5)


@pytest.fixture
def clock():
    """Ten seconds before the reminder."""
    return Clock(BEFORE)


@pytest.fixture
def world(clock):
    """A platform that recognises nothing, such as Telegram."""
    return World(clock)


def somebody(
    storage: Storage, clock: Clock, name: str = "ann", *, platform: str = "discord", **more: str
) -> Talk:
    """A person whom the platform lets the bot write to."""
    talk = Talk(converse(storage, clock), name, platform=platform, **more)
    talk.actor = replace(talk.actor, reachable=True)
    return talk


async def reminder_of(storage: Storage, name: str = "ann") -> Reminder:
    """It as it is stored."""

    async def work(reading):
        visit = await reading.people.recognise("discord", name, "discord", "")
        return await reading.reminders.get(visit.player.id)

    return await storage.read(work)


async def test_it_comes_at_its_time_and_once(storage: Storage, world: World):
    """Within a look of its moment, to the identity that asked, and again the next day."""
    await somebody(storage, world.clock).say("daily remind on")
    scheduler, _ = process(storage, world)
    await scheduler.step()
    assert world.posts == []

    await minutes(scheduler, world.clock, 10)

    [post] = world.posts
    assert post.place == "ann"
    assert timedelta(0) <= post.at - DUE <= timedelta(seconds=20)
    assert "Tue 1 Dec 2026" in post.reply.text
    assert "Calculation · easy · par 90" in post.reply.text
    labels = [button.label for row in post.reply.rows for button in row]
    assert labels[:3] == ["Baker's Game", "Calculation", "Devil's Grip"]
    assert "No more reminders" in labels
    stored = await reminder_of(storage)
    assert (stored.state, stored.day, stored.next_at) == ("sent", DAY, DUE + timedelta(days=1))
    world.clock.forward(days=1)
    await scheduler.step()
    assert len(world.posts) == 2


@pytest.mark.parametrize("moved", [True, False])
async def test_who_has_played_is_left_alone(storage: Storage, world: World, moved: bool):
    """A move in one daily of the date is enough; looking at the board is none."""
    ann = somebody(storage, world.clock)
    await ann.say("daily remind on")
    scheduler, _ = process(storage, world)
    ann.conversation._services = scheduler._services
    await ann.say("daily calculation")
    if moved:
        await ann.press("Turn")

    await minutes(scheduler, world.clock, 10)

    assert len(world.posts) == (0 if moved else 1)
    assert (await reminder_of(storage)).next_day == DAY + timedelta(days=1)


async def test_a_streak_at_stake_is_told(storage: Storage, world: World):
    """With the freeze that would save it."""
    ann = somebody(storage, world.clock)
    await ann.say("daily remind on")
    scheduler, _ = process(storage, world)
    days = [DAY - timedelta(days=n) for n in range(1, 11)]

    async def solved(_, player_id):
        del player_id
        return frozenset(days)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("storage.repositories.dailies.DailiesReading.solved", solved)
        await minutes(scheduler, world.clock, 1)
        days.pop()
        world.clock.forward(days=1)
        days.insert(0, DAY)
        days.pop()
        await scheduler.step()

    first, second = (post.reply.text for post in world.posts)
    assert "10 days in a row: a missed date costs a freeze (1 freeze in hand)." in first
    assert "9 days in a row: a missed date ends that." in second


@pytest.mark.parametrize("recognises", [timedelta(0), MINUTES], ids=["forgetful", "knowing"])
async def test_a_crash_at_every_await(tmp_path: Path, recognises):
    """Never two; lost only where the end fell between claim and confirmation."""
    point, crashed, lost = 0, True, []
    while crashed:
        point += 1
        world = World(Clock(BEFORE), recognises)
        storage = await Storage.open(f"sqlite:///{tmp_path}/{point}.db")
        await somebody(storage, world.clock).say("daily remind 18:00")
        scheduler, crashes = process(storage, world, point)
        world.clock.now = DUE
        try:
            await scheduler.step()
            crashed = False
        except Crash:
            pass
        between = (await reminder_of(storage)).state == "claimed"
        await minutes(process(storage, world)[0], world.clock, 3)
        state = (await reminder_of(storage)).state
        await storage.close()

        assert len(world.posts) <= 1, point
        if recognises or not between:
            assert (len(world.posts), state) == (1, "sent"), point
        else:
            assert state == "lost", point
            lost.append(point)
    assert crashes.passed > 5
    assert bool(lost) != bool(recognises)


async def test_processes_share_the_work(tmp_path: Path, world: World):
    """Two that look at the same moment remind each player once."""
    storages = [await Storage.open(f"sqlite:///{tmp_path}/shared.db") for _ in range(2)]
    names = [f"p{n:02}" for n in range(12)]
    for name in names:
        await somebody(storages[0], world.clock, name).say("daily remind on")
    world.clock.now = DUE
    for _ in range(3):
        await asyncio.gather(*(process(each, world)[0].step() for each in storages))
        world.clock.forward(seconds=20)
    for each in storages:
        await each.close()

    assert sorted(post.place for post in world.posts) == names


@pytest.mark.parametrize(
    ("late", "reminded"),
    [
        (timedelta(hours=6), "Tue 1 Dec 2026"),
        (timedelta(hours=6, seconds=1), None),
        (timedelta(days=2), "Thu 3 Dec 2026"),
    ],
)
async def test_a_late_start(storage: Storage, world: World, late, reminded):
    """Up to six hours late it is sent, that of the last date; older ones are skipped."""
    await somebody(storage, world.clock).say("daily remind on")
    world.clock.now = DUE + late

    for _ in range(3):
        await process(storage, world)[0].step()

    assert [post.reply.blocks[0].text for post in world.posts] == (
        [f"Daily · {reminded}"] if reminded else []
    )
    assert (await reminder_of(storage)).next_at > world.clock.now


async def test_it_follows_its_player_through_zones_and_clock_changes(
    storage: Storage, world: World
):
    """At the wall time of the zone they live in; a move westwards brings no date twice."""
    world.clock.now = datetime(2027, 3, 26, 12, tzinfo=UTC)
    ann = somebody(storage, world.clock)
    await ann.say("daily remind 2:30 zone Europe/Madrid")
    scheduler, _ = process(storage, world)
    for _ in range(3 * 48):
        world.clock.forward(minutes=30)
        await scheduler.step()
    assert [f"{post.at:%d %H:%M}" for post in world.posts] == ["27 01:30", "28 01:30", "29 00:30"]
    world.posts.clear()

    await ann.say("settings zone UTC-11")
    for _ in range(3 * 48):
        world.clock.forward(minutes=30)
        await scheduler.step()

    assert [f"{post.at:%d %H:%M}" for post in world.posts] == ["30 13:30", "31 13:30"]
    titles = [post.reply.blocks[0].text for post in world.posts]
    assert titles == ["Daily · Tue 30 Mar 2027", "Daily · Wed 31 Mar 2027"]


async def test_after_three_refusals_it_is_off_and_they_are_told(storage: Storage, world: World):
    """Once, with their next message; one that arrives in between begins the count anew."""
    ann = somebody(storage, world.clock)
    await ann.say("daily remind on")
    scheduler, _ = process(storage, world)
    for refused in (True, True, False, True, True, True):
        assert (await reminder_of(storage)).on
        world.trouble = [Refused("forbidden")] if refused else []
        await minutes(scheduler, world.clock, 1)
        world.clock.forward(days=1)

    stored = await reminder_of(storage)
    assert (stored.on, stored.next_at, len(world.posts)) == (False, None, 1)
    world.clock.forward(days=1)
    await scheduler.step()
    assert len(world.posts) == 1
    assert "I couldn't write to you in private" in (await ann.say("help")).text
    assert "couldn't" not in (await ann.say("help")).text
    await ann.say("daily remind on")
    world.clock.forward(days=1)
    await scheduler.step()
    assert len(world.posts) == 2


async def test_what_is_not_the_players_doing_does_not_count(storage: Storage, world: World):
    """A refusal for other reasons costs the date; no connection costs nothing."""
    await somebody(storage, world.clock).say("daily remind on")
    scheduler, _ = process(storage, world)
    for _ in range(4):
        world.trouble = [Refused("refused")]
        await minutes(scheduler, world.clock, 2)
        world.clock.forward(days=1)
    assert ((await reminder_of(storage)).on, world.posts) == (True, [])

    world.trouble = [NotSent(), NotSent()]
    await minutes(scheduler, world.clock, 2)

    assert len(world.posts) == 1


@pytest.mark.parametrize("recognises", [timedelta(0), MINUTES])
async def test_a_lost_answer(storage: Storage, clock: Clock, recognises):
    """The message had arrived: it isn't sent twice, and nobody is bothered about it."""
    world = World(clock, recognises)
    await somebody(storage, clock).say("daily remind on")
    world.doubt = [TimeoutError()]
    scheduler, _ = process(storage, world)

    await minutes(scheduler, clock, 8)

    assert (len(world.posts), world.told) == (1, [])
    assert (await reminder_of(storage)).state == ("sent" if recognises else "lost")


async def test_it_speaks_as_its_player(storage: Storage, world: World):
    """In the language of their settings, else in that in which they asked."""
    ann = somebody(storage, world.clock, language="es")
    await ann.say("diario avisar sí")
    scheduler, _ = process(storage, world)
    await minutes(scheduler, world.clock, 1)
    assert "Me pediste que te avisara" in world.posts[-1].reply.text
    await ann.say("language en")

    world.clock.forward(days=1)
    await scheduler.step()

    assert "You asked to be reminded" in world.posts[-1].reply.text


async def test_a_doubtful_one_is_not_repeated_to_who_was_blocked(storage: Storage, clock: Clock):
    """What may have arrived before the host's decision is the last that is said."""
    world = World(clock, MINUTES)
    await somebody(storage, clock).say("daily remind on")
    world.doubt = [TimeoutError()]
    scheduler, _ = process(storage, world)
    await minutes(scheduler, clock, 1)
    await storage.write(lambda uow: uow.moderation.decide("person", "discord", "ann", BEFORE))

    await minutes(scheduler, clock, 8)

    assert (await reminder_of(storage)).state == "lost"


async def test_a_blocked_person_is_not_reminded(storage: Storage, world: World):
    """The date is passed over, and the next one comes when they are let in again."""
    await somebody(storage, world.clock).say("daily remind on")
    who = ("person", "discord", "ann")
    await storage.write(lambda uow: uow.moderation.decide(*who, BEFORE))
    scheduler, _ = process(storage, world)

    await minutes(scheduler, world.clock, 3)
    assert world.posts == []
    await storage.write(lambda uow: uow.moderation.lift(*who))
    world.clock.forward(days=1)
    await scheduler.step()
    assert len(world.posts) == 1
