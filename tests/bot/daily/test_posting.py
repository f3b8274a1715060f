"""Posts: one per chat, date and game, on time, whatever crashes, waits or is refused."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.daily.poster import NotSent, Refused
from bot.workers import Died
from storage import Storage, Unavailable
from tests.bot.conftest import Clock, Talk, converse
from tests.bot.daily.posting import (
    ORDER,
    Crash,
    World,
    minutes,
    process,
    schedule_of,
    states,
    subscribe,
)

DAY = date(2026, 12, 1)
BEFORE = datetime(2026, 12, 1, 8, 59, 50, tzinfo=UTC)
DUE = datetime(2026, 12, 1, 9, tzinfo=UTC)
MINUTES = timedelta(minutes=5)


@pytest.fixture
def clock():
    """Ten seconds before the post."""
    return Clock(BEFORE)


@pytest.fixture
def world(clock):
    """A platform that recognises nothing, such as Telegram."""
    return World(clock)


@pytest.fixture
def knowing(clock):
    """One that knows a repetition for some minutes, such as Discord."""
    return World(clock, recognises=MINUTES)


async def test_a_post_comes_at_its_time_and_once(storage: Storage, world: World):
    """Not before, within a look of its moment, and not again that day; the next day again."""
    chat = await subscribe(storage, world, "club")
    scheduler, _ = process(storage, world)

    await scheduler.step()
    assert world.posts == []
    await minutes(scheduler, world.clock, 10)

    assert [(post.chat, post.place) for post in world.posts] == [(chat.id, "here")]
    assert timedelta(0) <= world.posts[0].at - DUE <= timedelta(seconds=20)
    assert await states(storage, chat, DAY) == dict.fromkeys(ORDER, "sent")
    assert (await schedule_of(storage, chat)).next_at == DUE + timedelta(days=1)
    world.clock.forward(days=1)
    await scheduler.step()
    assert len(world.posts) == 2


async def test_a_blocked_chat_gets_no_post(storage: Storage, world: World):
    """Its dates are passed over; once it is unblocked the next one comes as ever."""
    chat = await subscribe(storage, world, "club")
    where = ("chat", world.platform, "club")
    await storage.write(lambda uow: uow.moderation.decide(*where, BEFORE))
    scheduler, _ = process(storage, world)

    await minutes(scheduler, world.clock, 3)
    assert world.posts == []
    assert (await schedule_of(storage, chat)).next_at == DUE + timedelta(days=1)
    await storage.write(lambda uow: uow.moderation.lift(*where))
    world.clock.forward(days=1)
    await scheduler.step()
    assert len(world.posts) == 1


@pytest.mark.parametrize("recognises", [timedelta(0), MINUTES], ids=["forgetful", "knowing"])
async def test_a_crash_at_every_await(tmp_path: Path, recognises):
    """Wherever a process ends, the next one makes one post of it, or tells that it may be lost.

    Lost it is only where the end fell between claim and confirmation, and never on a platform that
    recognises a repetition.
    """
    told, crashed = [], True
    point = 0
    while crashed:
        point += 1
        world = World(Clock(BEFORE), recognises)
        storage = await Storage.open(f"sqlite:///{tmp_path}/{point}.db")
        chat = await subscribe(storage, world, "club")
        scheduler, crashes = process(storage, world, point)
        world.clock.now = DUE
        try:
            await scheduler.step()
            crashed = False
        except Crash:
            pass
        between = "claimed" in (await states(storage, chat, DAY)).values()
        await minutes(process(storage, world)[0], world.clock, 10)
        seen = set((await states(storage, chat, DAY)).values())
        await storage.close()

        assert len(world.posts) <= 1, point
        if recognises or not between:
            assert (len(world.posts), seen, world.told) == (1, {"sent"}, []), point
        else:
            assert (seen, len(world.told)) == ({"lost"}, 1), point
            told.append(point)
    assert crashes.passed > 10
    assert bool(told) != bool(recognises)


@pytest.fixture(params=["sqlite", "postgresql"])
async def shared(request, tmp_path):
    """The address of a database that several processes use."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/shared.db"
    return await request.getfixturevalue("postgres").emptied()


@pytest.mark.parametrize("count", [2, 3])
async def test_processes_share_the_work(shared: str, world: World, count):
    """Several that look at the same moment make one post a chat, in a file and on a server."""
    storages = [await Storage.open(shared) for _ in range(count)]
    chats = [await subscribe(storages[0], world, f"club {n}") for n in range(12)]
    world.clock.now = DUE
    try:
        for _ in range(3):
            await asyncio.gather(*(process(each, world)[0].step() for each in storages))
            world.clock.forward(seconds=20)
    finally:
        for each in storages:
            await each.close()

    assert sorted(post.chat for post in world.posts) == [chat.id for chat in chats]


@pytest.mark.parametrize(
    ("late", "posted"),
    [
        (timedelta(minutes=1), [DAY]),
        (timedelta(hours=3), [DAY]),
        (timedelta(hours=6), [DAY]),
        (timedelta(hours=6, seconds=1), []),
        (timedelta(days=2), [DAY + timedelta(days=2)]),
        (timedelta(days=2, hours=7), []),
    ],
)
async def test_a_late_start(storage: Storage, world: World, late, posted):
    """Up to six hours late a post is made, one of the last date; older ones are skipped."""
    chat = await subscribe(storage, world, "club")
    world.clock.now = DUE + late

    for _ in range(3):
        await process(storage, world)[0].step()

    assert len(world.posts) == len(posted)
    for day in posted:
        assert await states(storage, chat, day) == dict.fromkeys(ORDER, "sent")
    assert (await schedule_of(storage, chat)).next_at > world.clock.now


async def test_what_was_not_sent_is_sent_later(storage: Storage, world: World):
    """No connection for a while: the post waits, and comes once."""
    chat = await subscribe(storage, world, "club")
    world.trouble = [NotSent(), NotSent()]
    scheduler, _ = process(storage, world)

    await minutes(scheduler, world.clock, 5)

    assert len(world.posts) == 1
    assert await states(storage, chat, DAY) == dict.fromkeys(ORDER, "sent")


async def test_a_lost_answer_on_a_platform_that_knows(storage: Storage, knowing: World):
    """The message had arrived: repeating it finds it."""
    chat = await subscribe(storage, knowing, "club")
    knowing.doubt = [TimeoutError()]
    knowing.trouble = []
    scheduler, _ = process(storage, knowing)

    await minutes(scheduler, knowing.clock, 8)

    assert len(knowing.posts) == 1
    assert await states(storage, chat, DAY) == dict.fromkeys(ORDER, "sent")
    assert knowing.told == []


async def test_a_doubtful_post_is_not_repeated_where_the_host_blocked(
    storage: Storage, knowing: World
):
    """What may have arrived before that is the last that is said there."""
    chat = await subscribe(storage, knowing, "club")
    knowing.doubt = [TimeoutError()]
    scheduler, _ = process(storage, knowing)
    await minutes(scheduler, knowing.clock, 1)
    where = ("chat", knowing.platform, "club")
    await storage.write(lambda uow: uow.moderation.decide(*where, BEFORE))

    await minutes(scheduler, knowing.clock, 8)

    assert await states(storage, chat, DAY) == dict.fromkeys(ORDER, "lost")
    assert knowing.told == []


async def test_a_lost_answer_on_one_that_does_not(storage: Storage, world: World):
    """Nothing is repeated; a manager is told once and may post it again."""
    chat = await subscribe(storage, world, "club")
    world.doubt = [TimeoutError()]
    scheduler, _ = process(storage, world)

    await minutes(scheduler, world.clock, 10)

    assert (len(world.posts), len(world.told)) == (1, 1)
    assert set((await states(storage, chat, DAY)).values()) == {"lost"}
    assert "can't tell whether it arrived" in world.told[0].text
    token = world.told[0].rows[0][0].token
    talk = Talk(converse(storage, world.clock), "boss")
    talk.chat = talk.chat.__class__("discord", "club", private=False)
    assert "Only those who manage" in (await talk.press_token(token)).text
    await minutes(scheduler, world.clock, 1)
    assert len(world.posts) == 1
    talk.actor = talk.actor.__class__("discord", "boss", "boss", manager=True)
    assert "posted again" in (await talk.press_token(token)).text
    assert "nothing to post again" in (await talk.press_token(token)).text
    await minutes(scheduler, world.clock, 5)
    assert len(world.posts) == 2
    assert (await schedule_of(storage, chat)).next_at == DUE + timedelta(days=1)


@pytest.mark.parametrize("reason", ["gone", "forbidden", "strange"])
async def test_a_place_that_refuses_pauses_the_chat(storage: Storage, world: World, reason):
    """One notice, no further attempt, and others go on."""
    chats = [await subscribe(storage, world, name) for name in ("club", "pub")]
    world.trouble = [Refused(reason)]
    scheduler, _ = process(storage, world)

    await minutes(scheduler, world.clock, 5)
    world.clock.forward(days=1)
    await scheduler.step()

    # Posts go out side by side: whichever came first was refused.
    schedules = {each.id: await schedule_of(storage, each) for each in chats}
    chat, other = sorted(chats, key=lambda each: not schedules[each.id].paused)
    assert (schedules[chat.id].paused, schedules[chat.id].next_at) == (reason, None)
    assert [post.chat for post in world.posts] == [other.id] * 2
    assert len(world.told) == 1
    assert "paused" in world.told[0].text


@pytest.mark.parametrize(
    ("known", "refuses", "told"), [(True, False, ["ann"]), (True, True, []), (False, False, [])]
)
async def test_where_nobody_can_be_told_who_set_it_up_is(
    storage: Storage, world: World, known, refuses, told
):
    """Once and in private; nobody where that isn't known, or where they take no messages."""
    chat = await subscribe(storage, world, "club")

    async def work(uow):
        visit = await uow.people.welcome(
            world.platform, "ann", "Ann", world.platform, "club", private=False, now=world.clock()
        )
        await uow.schedules.set_by(chat.id, visit.identity.id)

    if known:
        await storage.write(work)
    world.managed = False
    world.trouble = [Refused("gone"), *([Refused("forbidden")] if refuses else [])]
    await minutes(process(storage, world)[0], world.clock, 5)

    assert (await schedule_of(storage, chat)).paused == "gone"
    assert [post.place for post in world.posts] == told
    assert all("where you set up the daily post" in post.reply.text for post in world.posts)


async def test_without_proofs_the_post_waits(storage: Storage, world: World):
    """Workers that are down claim nothing; when they are back the post is made."""

    class Down:
        async def ask(self, who, job):
            raise Died

        async def close(self):
            """Nothing runs."""

    chat = await subscribe(storage, world, "club")
    await minutes(process(storage, world, solvers=Down())[0], world.clock, 3)
    assert (world.posts, await states(storage, chat, DAY)) == ([], {})

    await minutes(process(storage, world)[0], world.clock, 3)

    assert len(world.posts) == 1


async def test_a_busy_database_neither_doubles_nor_loses(
    storage: Storage, world: World, monkeypatch
):
    """The confirmation is stored once the database answers again."""
    chat = await subscribe(storage, world, "club")
    scheduler, _ = process(storage, world)
    write, left = storage.write, [3]

    async def busy(work):
        if world.posts and left[0]:
            left[0] -= 1
            raise Unavailable("database is locked")
        return await write(work)

    monkeypatch.setattr(storage, "write", busy)

    await minutes(scheduler, world.clock, 5)

    assert left == [0]
    assert len(world.posts) == 1
    assert await states(storage, chat, DAY) == dict.fromkeys(ORDER, "sent")


async def test_moving_the_zone_doubles_no_date(storage: Storage, world: World):
    """From UTC+13 to UTC-11 and back: each date is posted at most once."""
    chat = await subscribe(storage, world, "club", "UTC+13:00")
    scheduler, _ = process(storage, world)
    posted = []
    for zone in ("UTC+13:00", "UTC-11:00", "UTC+13:00"):
        await subscribe(storage, world, "club", zone)
        for _ in range(2 * 24 * 2):
            world.clock.forward(minutes=30)
            await scheduler.step()
    for days in range(-1, 10):
        day = DAY + timedelta(days=days)
        posted += [day] if await states(storage, chat, day) else []

    assert len(world.posts) == len(posted)
    assert len({post.reply.blocks[0].text for post in world.posts}) == len(world.posts)


async def test_other_games_of_a_date_come_alone(storage: Storage, world: World):
    """Who chooses all games after a post in rotation gets the missing ones, none twice."""
    chat = await subscribe(storage, world, "club", games="calculation")
    scheduler, _ = process(storage, world)
    await minutes(scheduler, world.clock, 1)
    await subscribe(storage, world, "club", minute=545)

    await minutes(scheduler, world.clock, 10)

    first, second = (post.reply.text for post in world.posts)
    assert "♣ Calculation" in first
    assert "Baker" not in first
    assert "♣ Calculation" not in second
    assert "♥ Baker" in second
    assert await states(storage, chat, DAY) == dict.fromkeys(ORDER, "sent")


async def test_what_is_off_or_elsewhere_is_left_alone(storage: Storage, world: World):
    """Neither a schedule that is off nor another platform's is touched."""
    chat = await subscribe(storage, world, "club")
    await storage.write(lambda uow: uow.schedules.change(chat.id, on=False))
    other = World(world.clock, platform="telegram")
    await subscribe(storage, other, "group")

    await minutes(process(storage, world)[0], world.clock, 3)

    assert (world.posts, other.posts) == ([], [])


async def test_the_loop_survives_what_goes_wrong(storage: Storage, world: World, monkeypatch):
    """A failing look is logged, and the next one comes."""
    await subscribe(storage, world, "club")
    scheduler, _ = process(storage, world)
    world.clock.now = DUE
    read, failures, rounds = storage.read, [Unavailable("locked"), RuntimeError("strange")], []

    async def failing(work):
        if failures:
            raise failures.pop(0)
        return await read(work)

    async def sleep(_):
        rounds.append(len(world.posts))
        if len(rounds) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr(storage, "read", failing)
    monkeypatch.setattr(scheduler, "_sleep", sleep)

    with pytest.raises(asyncio.CancelledError):
        await scheduler.run()

    assert rounds == [0, 0, 1, 1]
