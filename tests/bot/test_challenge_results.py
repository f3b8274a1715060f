"""Results of challenges come into the chat by themselves, once."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.daily.poster import GONE, NotSent, Refused
from bot.replies import BlockKind
from tests.bot.daily.posting import Crash, World, process
from tests.bot.test_challenges import ISOLATES, Named, give_up, people, play_on


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


async def test_after_a_week_it_waits_for_nobody(conversation, storage, world, clock):
    """Who is under way is told as not finished, with what they had when the time was over."""
    ann, bob, eve = people(conversation, "1", "2", "3")
    post = await ann.call("challenge <@2> <@3> calculation 617", "2", "3")
    assert "Until 7 Dec 12:00 (UTC) at the latest." in post.text
    assert post.blocks[3].moments == (("7 Dec 12:00 (UTC)", clock() + timedelta(days=7)),)
    play, _, look = ann.buttons
    for talk in (ann, bob, eve):
        await talk.press(play)
    for talk in (ann, bob):
        await talk.say("d")
    await give_up(ann)
    scheduler, _ = process(storage, world)
    clock.forward(days=7, seconds=-1)
    await scheduler.step()
    assert world.posts == []

    clock.forward(seconds=1)
    await play_on(bob)
    await play_on(eve)
    clock.forward(minutes=10)
    await scheduler.step()
    [told] = world.posts
    assert "0 of 2 solved" in told.reply.text
    assert "  1  4/52        Bob · not finished" in told.reply.text.translate(ISOLATES)
    assert "  1  4/52        Ann\n" in told.reply.text.translate(ISOLATES) + "\n"
    assert "Not begun: Eve" in told.reply.text.translate(ISOLATES)
    assert "over" in (await eve.press(play)).text
    assert "Bob · not finished" in (await ann.press(look)).text
    await bob.say("board")
    assert (await bob.say("resign")).text.startswith("Give Calculation #617 up")


async def test_who_made_it_ends_it(conversation, storage, world):
    """Asked first, by word or from the overview; what there is by then is told."""
    ann, bob, _ = await played(conversation, ended=1)
    asked = await bob.say("challenge close")
    assert "No challenge that you made" in asked.text
    await ann.say("challenge")
    await ann.press("End it now")
    assert "End it now?" in ann.reply.text
    yes, no = ann.buttons
    assert "Bob · playing" in (await ann.press(no)).text
    assert "Only who made a challenge" in (await bob.press(yes)).text

    await ann.say("challenge close")
    assert "its result comes into this chat" in (await ann.press("Yes")).text
    assert "is over" in (await ann.press(yes)).text
    await process(storage, world)[0].step()
    [post] = world.posts
    assert "Bob · not finished" in post.reply.text.translate(ISOLATES)


async def test_ending_is_answered_by_yes_or_no(conversation):
    """As any question; what else is said lets go of it."""
    ann, _, _ = await played(conversation, ended=1)
    await ann.say("challenge close")
    assert "Bob · playing" in (await ann.say("no")).text.translate(ISOLATES)
    await ann.say("challenge close")
    await ann.say("stats")
    assert "its result comes" not in (await ann.say("yes")).text
    await ann.say("challenge close")
    assert "its result comes into this chat" in (await ann.say("yes")).text


async def test_which_of_several_ends(conversation):
    """Who made several is asked; in Spanish as well."""
    (ana,) = people(conversation, "1", language="es")
    for deal in (617, 618):
        await ana.say(f"retar calculo {deal}")
    assert "¿Cuál" in (await ana.say("retar cerrar")).text
    await ana.press("Calculation #618")
    assert "Reto · Calculation #618" in ana.reply.text
    assert "Nadie lo ha jugado" in (await ana.press("Sí")).text
    assert "#617" in (await ana.say("retar cerrar")).text


async def again(talk, press):
    """A rematch by the result's button or by word."""
    return await (talk.press(press) if press else talk.say("challenge again"))


@pytest.mark.parametrize("by_word", [False, True])
async def test_again(conversation, storage, world, by_word, clock):
    """The same people, a new deal of the same game; of two who ask the second sees the first's."""
    ann, bob, _ = await played(conversation)
    await process(storage, world)[0].step()
    [post] = world.posts
    [[button]] = post.reply.rows
    clock.forward(minutes=1)
    eve = Named(conversation, "3")
    assert "weren't in it" in (await eve.press(button)).text

    new = await again(bob, None if by_word else button)
    assert "Bob challenges Ann." in new.text
    assert "Calculation #617" in new.text  # the tests' only random number
    assert new.blocks[1].mentions == (("\u2068Ann\u2069", "1"),)
    assert not new.private
    other = await again(ann, None if by_word else button)
    assert "Bob challenges Ann." in other.text
    assert other.private
    assert all(each.kind is not BlockKind.BOARD for each in other.blocks)  # would be a file
    assert await storage.read(lambda reading: reading.challenges.get(3)) is None
    assert (await ann.press("Play this deal")).game.deal == "617"


async def test_again_needs_somebody(conversation):
    """Not before one has ended, and not where nobody was met."""
    ann, bob = people(conversation, "1", "2")
    assert "has ended here yet" in (await ann.say("challenge again")).text
    await ann.call("challenge <@2> calculation 617", "2")
    await bob.press(ann.buttons[1])
    assert "Nobody met you" in (await ann.say("challenge rematch")).text


async def test_again_by_an_answer_that_all_saw(conversation):
    """Where the answer was the post it has the button too, and hidden people stay unnamed."""
    ann, bob, _ = await played(conversation, ended=1)
    await ann.say("mydata hide")
    await give_up(bob)
    new = await bob.press("Again, a new deal")
    assert "Bob challenges a player." in new.text
    assert (await ann.press(bob.buttons[0])).game is not None


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
