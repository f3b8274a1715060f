"""Challenges: several people on one deal, from the first word to the result."""

import asyncio
from dataclasses import replace

import pytest

from bot.requests import Message, Person
from tests.bot.conftest import Talk, converse, session_at

NAMES = {"1": "Ann", "2": "Bob", "3": "Eve"}
ISOLATES = dict.fromkeys((0x2068, 0x2069))


class Named(Talk):
    """Somebody at a platform where messages mention people."""

    def __init__(self, conversation, user, chat="club", *, platform="discord", language="en"):
        name = NAMES.get(user, user)
        super().__init__(conversation, user, chat, name=name, platform=platform, language=language)

    def _kept(self, reply):
        """The reply without the signs that keep names apart from what stands around them."""
        bare = [replace(each, text=each.text.translate(ISOLATES)) for each in reply.blocks]
        return super()._kept(replace(reply, blocks=tuple(bare)))

    async def call(self, text, *people, answers=None):
        """The reply to a message that mentions people, or answers one's."""
        named = tuple(Person(each, NAMES.get(each, each), robot=each == "99") for each in people)
        who = Person(answers, NAMES[answers]) if answers else None
        message = Message(self.actor, self.chat, text, named, who)
        return self._kept(await self.conversation.handle(message))


def people(conversation, *names, language="en"):
    """So many at one club."""
    return [Named(conversation, name, language=language) for name in names]


async def play_on(talk, deals=3):
    """Some first moves at Calculation."""
    for _ in range(deals):
        await talk.say("d")
        await talk.say("w1")


async def give_up(talk, *, whispered=False):
    """End the own game; ``whispered`` so that nobody else in the chat sees it."""
    aloud, talk.chat = talk.chat, replace(talk.chat, whispers=whispered)
    await talk.say("resign")
    reply = await talk.say("yes")
    talk.chat = aloud
    return reply


async def test_three_play_one_deal(conversation, clock):
    """Made, taken up by two, progress without a card, the result when all have ended."""
    ann, bob, eve = people(conversation, "1", "2", "3")
    post = await ann.call("challenge <@2> <@3> calculation 617", "2", "3")

    assert "Challenge · Calculation #617" in post.text
    assert "Ann challenges Bob, Eve." in post.text
    assert post.blocks[1].mentions == (("\u2068Bob\u2069", "2"), ("\u2068Eve\u2069", "3"))
    assert [b.label for b in ann.buttons] == ["Play this deal", "No, thanks", "How it stands"]
    play, _, look = ann.buttons

    for talk in (ann, bob, eve):
        reply = await talk.press(play)
        assert (reply.game.deal, reply.secret) == ("617", True)
    await play_on(ann)
    await bob.say("d")
    shown = await eve.press(look)
    assert "▁▁▁▁▁▁▁▁▁▁  4/52" in shown.text
    assert "Ann · playing" in shown.text
    assert "Eve · not begun" in shown.text
    assert "W1" not in shown.text

    assert "1 of 3 have ended" in (await give_up(ann)).text
    await eve.press(play)
    await eve.say("d")
    await give_up(bob)
    assert "· result" in (await give_up(eve)).text
    clock.forward(hours=1)
    told = (await bob.press(look)).text
    assert "Challenge · Calculation #617 · result" in told
    assert "0 of 3 solved" in told
    assert told.count("  1  4/52") == 3
    assert "over" in (await ann.press(play)).text


async def test_in_spanish(conversation):
    """The same in the language of who makes it, whoever looks."""
    ana, bob = people(conversation, "1", "2", language="es")
    eve = Named(conversation, "3")

    post = await ana.call("retar <@2> calculo 617", "2")

    assert "Reto · Calculation #617" in post.text
    assert [b.label for b in ana.buttons] == ["Jugar este reparto", "No, gracias", "Cómo va"]
    assert (await eve.press(ana.buttons[2])).text == post.text
    await bob.press(ana.buttons[1])
    assert "No, gracias: Bob" in bob.reply.text or "resultado" in bob.reply.text


async def test_whom_it_names(conversation):
    """Others hear that it isn't theirs; who says no can't be waited for."""
    ann, bob, eve = people(conversation, "1", "2", "3")
    await ann.call("challenge <@2> calculation 617", "2")
    play, no, look = ann.buttons

    assert "for others" in (await eve.press(play)).text
    assert eve.reply.private
    assert "Nobody asked you" in (await eve.press(no)).text
    assert "You are in it" in (await ann.press(no)).text
    assert "Challenge · Calculation #617 · result" in (await bob.press(no)).text
    assert "Nobody played it." in bob.reply.text
    assert "over" in (await ann.press(play)).text
    del look


async def test_anybody_may_come(conversation):
    """Where nobody is named whoever likes takes it up; two that have ended end it."""
    ann, bob, eve = people(conversation, "1", "2", "3")
    await ann.say("challenge calculation 617")
    play, look = ann.buttons
    assert "challenges everybody" in ann.reply.text

    for talk in (ann, bob):
        await talk.press(play)
        await talk.say("d")
    await give_up(ann)
    assert "result" not in (await eve.press(look)).text
    await give_up(bob)

    assert "0 of 2 solved" in (await eve.press(look)).text
    assert "over" in (await eve.press(play)).text


@pytest.mark.parametrize(
    ("text", "people", "said"),
    [
        ("challenge <@1> calculation", ["1"], "You are in it anyway"),
        ("challenge <@99> calculation", ["99"], "bots play no patience"),
        ("challenge bob calculation", [], "I don't know “bob”"),
        ("challenge <@2> bob", ["2"], "I don't know “bob”"),
        ("challenge <@2> daily calculation", ["2"], "table of its own"),
        ("challenge <@2> bakers-game what is this", ["2"], "A deal is a number"),
        ("challenge <@2>", ["2"], "Which game? I know"),
        ("challenge " + "".join(f"<@{n}> " for n in range(20, 30)),
         [str(n) for n in range(20, 30)], "At most 9"),
    ],
)  # fmt: skip
async def test_one_clear_sentence(conversation, text, people, said):
    """What can't be: told to who said it alone, and nothing is made."""
    ann = Named(conversation, "1")

    reply = await ann.call(text, *people)

    assert said in reply.text
    assert reply.private
    assert "No challenge of yours" in (await ann.say("challenge")).text


async def test_the_usual_game_and_deal(conversation):
    """The game being played, of a new deal; Devil's Grip one that can be won."""
    ann = Named(conversation, "1")
    assert "Which game shall it be?" in (await ann.call("challenge random")).text
    await ann.press("Devil's Grip")
    assert "medium1-617" in ann.reply.text

    await ann.say("play calculation 5")
    assert "Calculation #617" in (await ann.call("challenge <@2>", "2")).text
    assert "Calculation #9" in (await ann.call("challenge 9 <@2>", "2")).text


async def test_an_answer_names_who_is_answered(conversation):
    """Said as a reply to somebody's message, without naming anybody."""
    ann = Named(conversation, "1")
    await ann.say("play calculation 5")

    assert "challenges Bob" in (await ann.call("challenge", answers="2")).text


async def test_by_name_in_the_terminal(conversation):
    """Names are words there; both see it wherever they are, and unknown ones are told."""
    ann, bob = [Named(conversation, name, None, platform="terminal") for name in ("ann", "bob")]
    for talk in (ann, bob):
        talk.chat = replace(talk.chat, calls="names")
    assert "Nobody called “bob”" in (await ann.say("challenge bob calculation 617")).text
    await bob.say("play bakers-game 1")

    assert "ann challenges bob." in (await ann.say("challenge bob calculation 617")).text
    assert "ann challenges bob." in (await bob.say("challenge")).text
    await bob.press("Play this deal")

    assert bob.reply.game.deal == "617"
    assert not bob.reply.secret


async def test_another_game_under_way_is_asked_about(conversation):
    """As for any deal; the question is for the player alone, and giving up starts the deal."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play, _, look = ann.buttons
    await bob.say("play calculation 5")
    await bob.say("d")

    question = await bob.press(play)
    assert "Go on with it, or give it up and start #617?" in question.text
    assert (question.private, question.secret) == (True, True)
    await bob.press("Give up, start")

    assert (bob.reply.game.deal, bob.reply.secret) == ("617", True)
    await bob.say("d")
    assert "Bob · playing" in (await ann.press(look)).text


async def test_the_first_try_counts(conversation, storage):
    """Restarting ends it; what is played then adds nothing, but is kept from others too."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play, _, look = ann.buttons
    await ann.press(play)
    await ann.say("d")
    await ann.say("restart")
    await ann.say("yes")

    assert "Ann · ended" in (await bob.press(look)).text
    row, _ = await session_at(storage, ann)
    assert (row.attempt, ann.reply.secret) == (2, True)


async def test_known_cards_make_it_assisted(conversation):
    """Whoever has seen the deal before ranks after who hasn't, at equal scores."""
    ann = Named(conversation, "1")
    await ann.say("play calculation 617")
    await play_on(ann)
    await give_up(ann)

    await ann.say("challenge calculation 617")
    await ann.press("Play this deal")
    await ann.say("d")

    assert "assisted" in ann.reply.text


async def test_an_unplayed_game_is_dealt_again(conversation, storage):
    """Put away before the first move nothing has counted yet."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play, _, look = ann.buttons
    await ann.press(play)
    await ann.say("resign")
    assert "Ann · not begun" in (await bob.press(look)).text

    await ann.press(play)
    await ann.say("d")

    assert "Ann · playing" in (await bob.press(look)).text
    row, _ = await session_at(storage, ann)
    assert row.challenge is not None


async def test_it_ends_after_a_week(conversation, clock):
    """Later nobody comes in, and it ends with what there is."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play, _, look = ann.buttons
    await ann.press(play)
    await ann.say("d")
    clock.forward(days=7)

    assert "This challenge is over." in (await bob.press(play)).text
    clock.forward(minutes=3)
    assert "Ann · not finished" in (await bob.press(look)).text


async def test_a_few_at_a_time(conversation):
    """Each calls others up: somebody has five of their own, and one on a deal."""
    ann, bob = people(conversation, "1", "2")
    for deal in range(1, 6):
        await ann.say(f"challenge calculation {deal}")
    assert "5 challenges of yours go on" in (await ann.say("challenge calculation 6")).text
    await bob.say("challenge calculation 1")
    assert "on that deal already" in (await bob.say("challenge calculation 1")).text

    page = await ann.say("challenge")

    assert page.text.count("Challenge ·") == 4
    assert ann.buttons[0].label == "Calculation #5"
    await ann.press("Calculation #4")
    assert ann.reply.game.deal == "4"


async def test_two_presses_at_once(conversation, storage):
    """Of one person: one entry, one game. Of two: both are in."""
    ann, bob = people(conversation, "1", "2")
    await ann.say("challenge calculation 617")
    play, look = ann.buttons
    again = Named(conversation, "2")

    replies = await asyncio.gather(bob.press(play), again.press(play), ann.press(play))

    assert {reply.game.deal for reply in replies} == {"617"}
    rows = await storage.read(lambda reading: reading.challenges.get(1))
    assert [each.game is not None for each in rows.entries] == [True, True]
    assert "Bob" in (await ann.press(look)).text


async def test_over_a_restart(conversation, storage, clock):
    """Nothing of it is only in memory."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play, _, look = ann.buttons
    await ann.press(play)
    await ann.say("d")

    ann, bob = people(converse(storage, clock), "1", "2")
    await bob.press(play)
    await bob.say("d")
    await give_up(bob)
    await give_up(ann)

    assert "0 of 2 solved" in (await bob.press(look)).text


async def test_what_came_after_the_end_changes_nothing(conversation, storage):
    """A lost game taken up again stays in the result as it was."""
    ann, bob = people(conversation, "1", "2")
    await ann.say("challenge bakers-game 1")
    play, look = ann.buttons
    await bob.press(play)
    await bob.say("1a")
    await give_up(bob)
    await ann.press(play)
    row, session = await session_at(storage, ann)
    while session.outcome == "playing":
        await ann.say(f"={session.game.table(session.position).moves[0].code}")
        row, session = await session_at(storage, ann)
        if ann.reply.game is None or session.seq > 400:
            break
    del row
    before = (await bob.press(look)).text
    await ann.say("undo")

    assert (await bob.press(look)).text == before


async def test_hidden_people_are_named_nowhere(conversation):
    """As on every board."""
    ann, bob = people(conversation, "1", "2")
    await ann.say("challenge calculation 617")
    play, look = ann.buttons
    await bob.press(play)
    await bob.say("mydata hide")

    assert "Bob" not in (await ann.press(look)).text
    await ann.say("mydata hide")
    assert "a player challenges everybody" in (await ann.press(look)).text


async def test_deleted_people_are_gone(conversation, storage):
    """Their entry goes, others' stays; with the last of them the challenge goes too."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play, _, look = ann.buttons
    await bob.press(play)
    await ann.say("mydata delete")
    await ann.press("Delete it all")

    shown = (await bob.press(look)).text
    assert "· result" in shown
    assert "Ann" not in shown
    await bob.say("mydata delete")
    await bob.press("Delete it all")
    assert "gone" in (await ann.press_token(look.token)).text
    assert await storage.read(lambda reading: reading.challenges.get(1)) is None


async def test_others_hear_nothing_of_it(conversation):
    """A number alone opens no challenge of another chat, whoever sends it."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    await ann.say("challenge calculation 618")
    eve = Named(conversation, "3", "elsewhere")
    home = Named(conversation, "2", None)

    for number in "12":
        for action in ("look", "play", "no"):
            assert "gone" in (await eve.press_token(f"1:p:vs.{action}.{number}")).text
    assert "Challenge" in (await home.press_token("1:p:vs.look.1")).text
    assert "gone" in (await home.press_token("1:p:vs.look.2")).text
    assert "No challenge of yours" in (await eve.say("challenge")).text
    del bob


async def test_many_come(conversation):
    """The post stays short."""
    everybody = people(conversation, *map(str, range(1, 26)))
    await everybody[0].say("challenge calculation 617")
    play, look = everybody[0].buttons
    for each in everybody:
        await each.press(play)

    shown = await everybody[0].press(look)

    assert shown.text.count("not begun") == 20
    assert "and 5 more" in shown.text


async def test_elsewhere_it_is_refused(conversation):
    """In private there is nobody; where no games are played it isn't either."""
    ann = Named(conversation, "1", None)

    assert "in a server or a group" in (await ann.say("challenge calculation")).text


async def test_a_game_passed_on_waits_for_the_others(conversation):
    """Its figures are told, its moves are its player's alone till the challenge is over."""
    ann, bob = people(conversation, "1", "2")
    for talk in (ann, bob):
        talk.chat = replace(talk.chat, link="https://t.me/PatienceBot?start=")
    await ann.call("challenge <@2> calculation 617", "2")
    play = ann.buttons[0]
    for talk in (ann, bob):
        await talk.press(play)
        await talk.say("d")
    await give_up(ann)
    assert (await ann.say("export")).secret
    link = (await ann.say("share")).text.partition("start=")[2].split()[0]

    await bob.say(f"start {link}")
    replay = next(each for each in bob.buttons if each.label == "Replay")
    assert "wait until all have ended" in (await bob.press(replay)).text
    assert "Replay of" in (await ann.press(replay)).text

    await give_up(bob)
    assert "Replay of" in (await bob.press(replay)).text


async def test_nobody_looking_at_the_time_it_ends_all_the_same(conversation, clock):
    """Where nothing runs in the background, as in the terminal, old ones make room for new ones."""
    ann = Talk(conversation, "ann", "club")
    ann.chat = replace(ann.chat, calls="names")
    for deal in range(1, 6):
        await ann.say(f"challenge calculation {deal}")
    assert "let one end first" in (await ann.say("challenge calculation 6")).text
    clock.forward(days=8)

    assert "Challenge · Calculation #6" in (await ann.say("challenge calculation 6")).text
    assert "#5" not in (await ann.say("challenge")).text


async def test_a_double_tap_gives_no_game_up(conversation, storage):
    """Asked whether to give a game up, whoever presses a button or a link twice has said no yes."""
    ann, bob = people(conversation, "1", "2")
    await ann.call("challenge <@2> calculation 617", "2")
    play = ann.buttons[0]
    await bob.say("play calculation 5")
    await bob.say("d")

    for _ in range(3):
        assert "Calculation #5 is under way" in (await bob.press(play)).text
    for _ in range(2):
        assert "Calculation #5 is under way" in (await bob.say("start p_calculation_617")).text
    row, _ = await session_at(storage, bob)
    assert (row.deal, row.status) == ("5", "running")
