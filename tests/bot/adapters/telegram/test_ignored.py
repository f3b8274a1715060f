"""Whom nobody listens to on Telegram: nothing is written, no press spins on."""

from dataclasses import replace

from bot.admission.floods import Floods, Limit
from storage.moderation import Kind
from tests.bot.adapters.telegram.conftest import Env, Player, at_home
from tests.bot.conftest import NOON


async def _block(env: Env, kind: Kind, who: int) -> None:
    await env.storage.write(lambda uow: uow.moderation.decide(kind, "telegram", str(who), NOON))
    await env.forward(seconds=6)


async def test_a_blocked_person(env: Env, ann: Player, bob: Player) -> None:
    """Commands, replies and presses come to nothing; Telegram isn't even asked who manages."""
    await ann.say("/setup")
    page = ann.message
    await ann.say("/play bakers-game 617")
    await _block(env, "person", ann.user.id)
    before, calls = ann.seen, len(env.api.calls)

    await ann.say("/play calculation")
    await ann.say("/setup")
    await ann.answer("kc a")
    await ann.press("Kc>a")
    await ann.press(page.labels[0], page)
    made = [each.method for each in env.api.calls[calls:] if each.method != "getUpdates"]
    assert made == ["answerCallbackQuery"] * 2
    assert (ann.seen, ann.told) == (before, "")

    await bob.say("/play calculation")
    assert "Calculation" in bob.seen


async def test_their_data_in_private(env: Env) -> None:
    """A picture is met with silence as well; what is theirs can be deleted."""
    zoe = at_home(env, "zoe")
    await zoe.say("/play bakers-game 617")
    await _block(env, "person", zoe.user.id)
    count = len(zoe.messages)
    said = await zoe.say("hello")
    picture = {"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}
    photo = said.json() | {"photo": [picture]}
    del photo["text"]
    env.world.updates.add("message", photo)
    await env.flush()
    assert len(zoe.messages) == count

    await zoe.say("/mydata delete")
    await zoe.press("Delete it all")
    assert "deleted" in zoe.seen


async def test_a_blocked_group(env: Env, ann: Player, bob: Player) -> None:
    """Nobody is answered there."""
    await _block(env, "chat", ann.room.id)
    for player in (ann, bob):
        await player.say("/play bakers-game 617")

    assert ann.messages == []


async def test_a_flood_in_a_group(env: Env, ann: Player, bob: Player) -> None:
    """Who floods is told in private, once, and others are answered meanwhile."""
    env.conversation._services = replace(env.conversation._services, floods=Floods(Limit(5, 0.001)))
    home = Player(env, ann.user, env.world.private(ann.user))
    home.room.bot = "member"
    for _ in range(12):
        env.world.say(ann.user, ann.room, "/help")
    await env.flush()
    await bob.say("/rules")

    assert len(ann.messages) == 6
    assert [each.plain for each in home.messages] == [home.seen]
    assert "too much at once" in home.seen


async def test_a_flood_of_presses(env: Env, zoe: Player) -> None:
    """One answer tells it, the board stays, and further presses are answered without a word."""
    env.conversation._services = replace(env.conversation._services, floods=Floods(Limit(2, 0.001)))
    await zoe.say("/play bakers-game 617")
    told = []
    for label in ("Kc>a", "4h>b", "Jh>Qh"):
        await zoe.press(label)
        told.append(zoe.told)
    assert "move 1" in zoe.seen
    assert told[0] == ""
    assert "too much at once" in told[1]
    assert told[2] == ""
