"""A challenge in a Telegram group: by public name, by mention, by reply; played in private."""

import asyncio
from typing import Any

from bot.daily.scheduler import Scheduler
from tests.bot.adapters.telegram.conftest import Env, Player, at_home, plain
from tests.bot.daily.posting import no_sleep

LINK = "https://t.me/PatienceBot?start="


def joined(env: Env, ann: Player, name: str, **more: Any) -> Player:
    """Somebody else in the group."""
    user = env.world.user(name, **{"language_code": "en", **more})
    ann.room.members[user.id] = "member"
    return Player(env, user, ann.room)


async def look(env: Env) -> None:
    """One look of the scheduler, with all that comes of it."""
    posters = {"telegram": env._running[0][0].poster}
    scheduler = Scheduler(env.conversation._services, posters, no_sleep)
    looking = asyncio.create_task(scheduler.step())
    await env.flush()
    await looking


async def play(env: Env, player: Player, link: str, *words: str) -> Player:
    """Follow the link, and say something there."""
    home = Player(env, player.user, env.world.private(player.user))
    for said in (f"/start {link.removeprefix(LINK)}", *words):
        await home.say(said)
    return home


async def test_three_on_one_deal(env: Env, ann: Player) -> None:
    """Two are called by their public names; the boards are in private, the result in the group."""
    bob, cid = joined(env, ann, "Bob", username="Bobby_7"), joined(env, ann, "Cid", username="cid1")
    await ann.say("/challenge @Bobby_7 @cid1 calculation 617")
    assert "Challenge · Calculation #617\nann challenges @Bobby_7, @cid1." in ann.seen
    post = ann.message
    await ann.say("/challenge")
    assert "ann challenges Bobby_7, cid1." in ann.seen
    link = post.button("Play this deal")["url"]

    for player in (ann, bob, cid):
        home = await play(env, player, link, "d")
        assert "Calculation #617" in home.seen
    await bob.press("How it stands", post)
    assert "Bob · playing" in plain(post.plain)
    for player in (ann, bob, cid):
        home = await play(env, player, link, "resign", "yes")
        await look(env)
    await look(env)

    told = [each for each in ann.messages if "· result" in each.plain]
    assert len(told) == 1
    assert "0 of 3 solved" in told[0].plain
    assert "· result" in plain(home.messages[-1].plain)

    await bob.press("Again, a new deal", told[0])
    assert "· result" in told[0].plain
    assert plain(ann.message.plain).startswith("Challenge · Calculation #")
    assert "Bob challenges Cid, ann." in plain(ann.message.plain)
    await cid.press("Again, a new deal", told[0])
    assert "· result" in told[0].plain
    assert "Bob challenges Cid, ann." in plain(ann.message.plain)
    assert ann.message.document is None
    zed = joined(env, ann, "Zed")
    await zed.press("Again, a new deal", told[0])
    assert "You weren't in it" in zed.told
    assert "· result" in told[0].plain


async def test_in_answer_to_somebody(env: Env, ann: Player) -> None:
    """Whoever wrote the message that is answered; in Spanish."""
    bob = joined(env, ann, "Bob", language_code="es")
    eva = joined(env, ann, "Eva", language_code="es")
    said = await bob.say("hola")
    await eva.say("/retar calculo 617", reply_to=said)

    assert "Reto · Calculation #617\nEva reta a Bob." in ann.seen
    assert {"type": "text_link", "url": f"tg://user?id={bob.user.id}"}.items() <= next(
        each for each in ann.message.text.entities if each["type"] == "text_link"
    ).items()
    await ann.press("No, gracias")
    assert "that challenge is for others" in ann.told
    await bob.press("No, gracias")
    assert "resultado" in ann.seen


async def test_by_a_mention_without_a_public_name(env: Env, ann: Player) -> None:
    """Somebody called by a name with blanks, before and after signs of two units."""
    bob = joined(env, ann, "Bob Lee")
    await ann.say("/challenge Bob Lee calculation 617", mentions={"Bob Lee": bob.user})

    assert "ann challenges Bob Lee." in ann.seen
    link = ann.message.button("Play this deal")["url"]
    assert "Calculation #617" in (await play(env, bob, link)).seen


async def test_who_cannot_be_challenged(ann: Player) -> None:
    """A bot by its name, oneself, nobody known."""
    ann.user.username = "ann1"
    for said, why in (
        ("@other_bot", "bots play no patience"),
        ("@Ann1", "You are in it anyway"),
        ("zed", "I don't know “zed”"),
    ):
        await ann.say(f"/challenge {said} calculation")
        assert why in ann.seen


async def test_from_a_private_chat(env: Env) -> None:
    """A link is what is passed on; whoever has it comes in, whoever guesses doesn't."""
    zoe, yan = at_home(env, "zoe"), at_home(env, "yan")
    await zoe.say("challenge calculation 617")
    link = zoe.seen.partition("To pass it on: ")[2].split()[0]
    assert link.startswith(f"{LINK}c_1_")

    await yan.say("/start c_1_0123456789abcdef")
    assert "gone" in yan.seen
    await yan.say(f"/start {link.removeprefix(LINK)}")
    assert "Calculation #617" in yan.seen
    await zoe.press("How it stands")
    assert "yan · not begun" in zoe.seen
