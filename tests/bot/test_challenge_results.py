"""Results of challenges come into the chat by themselves, once."""

import random
from dataclasses import replace

import pytest

from bot.daily.poster import GONE, NotSent, Refused
from tests.bot.daily.posting import Crash, World, process
from tests.bot.test_challenges import Named, give_up, people


@pytest.fixture
def world(clock):
    """A platform where the club is."""
    return World(clock)


async def played(conversation, ended=2):
    """A challenge that two took up and so many have ended, out of the others' sight."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play = ann.buttons[0]
    for talk in (ann, bob):
        await talk.press(play)
        await talk.say("d")
    for talk in (ann, bob)[:ended]:
        await give_up(talk, whispered=True)
    return ann, bob, play


async def state(storage):
    """What is stored about the telling of the result."""
    return (await storage.read(lambda reading: reading.challenges.get(1))).told


async def test_it_comes_when_all_have_ended(conversation, storage, world):
    """Not before, with ranks; of two processes one posts it."""
    ann, bob, _ = await played(conversation, ended=1)
    look = "How it stands"
    await ann.say("challenge")
    scheduler, other = process(storage, world)[0], process(storage, world)[0]
    await scheduler.step()
    assert world.posts == []

    answer = (await give_up(bob, whispered=True)).text
    assert "its result comes into this chat" in answer
    assert "52" not in answer
    assert "its result comes into this chat" in (await ann.press(look)).text
    for each in (scheduler, other, scheduler):
        await each.step()

    [post] = world.posts
    assert "Challenge · Calculation #617 · result" in post.reply.text
    assert post.reply.text.count("  1  4/52") == 2
    assert await state(storage) == "sent"
    assert "· result" in (await ann.press(look)).text


async def test_an_answer_that_all_see_is_the_post(conversation, storage, world, clock):
    """Whoever ends last aloud, where the challenge was made, tells it; nothing comes after that."""
    _, bob, _ = await played(conversation, ended=1)

    answer = await give_up(bob)
    assert "Challenge · Calculation #617 · result" in answer.text
    assert answer.text.count("  1  4/52") == 2
    for _ in range(3):
        await process(storage, world)[0].step()
        clock.forward(minutes=2)

    assert (world.posts, await state(storage)) == ([], "sent")


async def test_elsewhere_the_answer_is_for_one(conversation, storage, world):
    """In another channel or in private it is told as well, and posted where it was made."""
    _, bob, _ = await played(conversation, ended=1)
    bob.chat = replace(bob.chat, place="other")

    assert "· result" in (await give_up(bob)).text
    await process(storage, world)[0].step()

    [post] = world.posts
    assert "· result" in post.reply.text


async def test_in_private_it_is_told_once(conversation, storage, world):
    """A challenge by link: whoever made it and ends last in that very chat reads it once."""
    ann, bob = (Named(conversation, each, chat=None) for each in "12")
    for talk in (ann, bob):
        talk.chat = replace(talk.chat, link="https://example.org/?start=")
    await ann.say("challenge calculation 617")
    play = ann.buttons[0]
    for talk in (bob, ann):
        await talk.say(f"start {play.link}")
        await talk.say("d")
    await give_up(bob)
    await give_up(ann)

    assert "· result" in ann.reply.text
    await process(storage, world)[0].step()
    assert (world.posts, await state(storage)) == ([], "sent")


async def test_it_comes_after_a_week_and_after_long_idleness(conversation, storage, world, clock):
    """Who has begun is waited for; who never began, or was named only, is not."""
    ann, bob, eve = people(conversation, "1", "2", "3")
    await ann.call("challenge <@2> <@3> calculation 617", "2", "3")
    play = ann.buttons[0]
    for talk in (ann, bob):
        await talk.press(play)
        await talk.say("d")
    await give_up(ann)
    scheduler, _ = process(storage, world)
    clock.forward(days=8)
    await scheduler.step()
    assert world.posts == []

    await storage.write(lambda uow: uow.games.close_idle(clock()))
    await scheduler.step()
    [post] = world.posts
    assert "0 of 2 solved" in post.reply.text
    assert "over" in (await eve.press(play)).text


async def test_nobody_hears_of_a_challenge_that_nobody_met(conversation, storage, world, clock):
    """It ends without a word, and whoever looks sees that."""
    ann, *_ = people(conversation, "1")
    await ann.say("challenge calculation 617")
    look = ann.buttons[1]
    await ann.press("Play this deal")
    await ann.say("d")
    await give_up(ann)
    clock.forward(days=7)

    await process(storage, world)[0].step()

    assert world.posts == []
    assert "· result" in (await ann.press(look)).text


async def test_a_place_that_is_gone_is_let_alone(conversation, storage, world):
    """Nothing is tried again; not sent is."""
    await played(conversation)
    scheduler, _ = process(storage, world)
    world.trouble += [NotSent()]
    await scheduler.step()
    assert await state(storage) == ""
    world.trouble += [Refused(GONE)]
    await scheduler.step()
    await scheduler.step()

    assert (world.posts, await state(storage)) == ([], "nowhere")


@pytest.mark.parametrize("recognises", [0, 3])
async def test_never_twice(conversation, storage, world, clock, recognises):
    """Ended at any of its awaits: told once, or lost only between claim and confirmation."""
    chance = random.Random(recognises)
    for run in range(1, 12):
        world.posts.clear()
        world.recognises = recognises * (clock() - clock()).resolution * 60_000_000
        ann, bob = people(conversation, "1", "2")
        await ann.call(f"challenge <@2> calculation {run}", "2")
        play = ann.buttons[0]
        for talk in (ann, bob):
            await talk.press(play)
            await talk.say("d")
        await give_up(ann)
        await give_up(bob, whispered=True)
        scheduler, crashes = process(storage, world, crash_at=run)
        try:
            await scheduler.step()
        except (Crash, BaseExceptionGroup):
            assert crashes.passed >= run
        clock.forward(seconds=chance.choice((20, 70)))
        for _ in range(3):
            await process(storage, world)[0].step()
            clock.forward(seconds=70)

        number = run
        found = await storage.read(lambda reading, n=number: reading.challenges.get(n))
        assert len(world.posts) <= 1
        assert found.told in ("sent", "lost")
        assert (len(world.posts) == 1) or found.told == "lost"
        if recognises:
            assert found.told == "sent"
