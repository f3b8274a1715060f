"""A challenge on a Discord server: called up once, played out of sight, told of in the channel."""

from typing import Any

import simcord

from bot.conversation import Conversation
from bot.daily.scheduler import Scheduler
from storage import Storage
from tests.bot.adapters.discord.conftest import Altered, Player, buttons_of, text_of
from tests.bot.adapters.discord.test_daily import hidden
from tests.bot.daily.posting import no_sleep


def bare(text: str) -> str:
    """The text without the signs that keep names apart."""
    return text.replace("\u2068", "").replace("\u2069", "")


def callings(env: simcord.Env) -> list[Any]:
    """Who was to be told, by each message with such a wish."""
    found = []
    for request in env.http_requests:
        body = request.json
        data = body.get("data", body) if isinstance(body, dict) else {}
        if isinstance(data, dict) and (data.get("allowed_mentions") or {}).get("users"):
            found.append(data["allowed_mentions"]["users"])
    return found


async def give_up(player: Player) -> None:
    """End the own game."""
    await player.slash("resign")
    await player.press("Yes", player.result.response.message)


async def test_three_on_one_deal(  # noqa: PLR0913, PLR0917 - a server and its people
    env: simcord.Env,
    club: Any,
    ann: Player,
    bob: Player,
    conversation: Conversation,
    storage: Storage,
) -> None:
    """Two are called, boards are for their players alone, the result comes by itself."""
    cid = Player(env, club.add_member(env.create_user("cid")), ann.channel)
    scheduler = Scheduler(conversation._services, {"discord": env.bot.poster}, no_sleep)
    await ann.slash("challenge", who=bob.actor, second=cid.actor, game="calculation", deal="617")
    [post] = ann.channel.history()
    assert "Challenge · Calculation #617" in text_of(post)
    assert f"<@{bob.actor.id}>" in text_of(post)
    assert sorted(map(int, callings(env)[0])) == sorted([bob.actor.id, cid.actor.id])

    for player in (ann, bob, cid):
        await player.press("Play this deal", post)
        assert "Calculation #617" in player.told
        assert await hidden(env, storage, player.sitting(conversation))
        await player.slash("move", moves="d")
    await ann.press("How it stands", post)
    [post] = ann.channel.history()
    assert "ann · playing" in bare(text_of(post))
    assert len(callings(env)) == 1

    for player in (ann, bob, cid):
        await give_up(player)
        await scheduler.step()
    await scheduler.step()
    [post, result] = ann.channel.history()
    assert "Challenge · Calculation #617 · result" in text_of(result)
    assert "0 of 3 solved" in text_of(result)
    assert [button.label for button in buttons_of(result)] == ["Again, a new deal"]

    await bob.press("Again, a new deal", result)
    [_, result, new] = ann.channel.history()
    assert "· result" in text_of(result)
    assert f"challenges <@{ann.actor.id}>, <@{cid.actor.id}>." in bare(text_of(new))
    await ann.slash("challenge", do="again")
    assert "bob challenges" in bare(ann.told)
    await bob.slash("challenge", do="close")
    await bob.press("Yes", bob.result.response.message)
    assert len(ann.channel.history()) == 3


async def test_whoever_is_not_named(env: simcord.Env, club: Any, ann: Player, bob: Player) -> None:
    """Hears so alone; who is may decline; a bot is told to play nothing."""
    dan = Player(env, club.add_member(env.create_user("dan")), ann.channel)
    await ann.slash("challenge", who=bob.actor, game="calculation")
    [post] = ann.channel.history()
    await dan.press("Play this deal", post)
    assert "for others" in dan.told
    await bob.press("No, thanks", post)
    assert "· result" in text_of(ann.channel.history()[0])

    robot = club.add_member(env.create_user("robby", bot=True))
    await ann.slash("challenge", who=robot, game="calculation")
    assert "robby is a bot" in bare(ann.told)


async def test_people_of_one_name(env: simcord.Env, club: Any, ann: Player) -> None:
    """Each is called as themselves, and who challenges stays who they are."""
    twins = [club.add_member(env.create_user("ann")) for _ in "ab"]
    await ann.slash("challenge", who=twins[0], second=twins[1], game="calculation")

    first, second = sorted(each.id for each in twins)
    assert f"ann challenges <@{first}>, <@{second}>." in bare(ann.seen)


async def test_typed_with_a_mention(
    env: simcord.Env, ann: Player, bob: Player, altered: Altered
) -> None:
    """The same in words, in Spanish; an overview calls nobody up again."""
    altered.payload["locale"] = "es-ES"
    await ann.slash("language", language="es")
    await ann.say(f"retar <@{bob.actor.id}> calculo 617")

    assert "Reto · Calculation #617" in ann.seen
    assert f"reta a <@{bob.actor.id}>" in bare(ann.seen)
    await bob.slash("challenge")
    assert "Reto · Calculation #617" in bob.told
    await ann.say("retar")
    assert "reta a bob" in bare(ann.seen)
    assert len(callings(env)) == 1
    await bob.slash("stats")


async def test_a_new_one_from_the_overview(ann: Player) -> None:
    """It is posted for everybody, though the overview was for one alone."""
    await ann.slash("challenge")
    notice = ann.result.response.message
    await ann.press("Calculation", notice)

    assert "challenges everybody" in ann.seen
