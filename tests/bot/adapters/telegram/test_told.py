"""Being told instead of asking: who may tell, and in which order."""

import json

import aiohttp
import pytest

from bot.adapters.telegram import Webhook
from tests.bot.adapters.logs import Log
from tests.bot.adapters.telegram.conftest import Env, Player, at_home
from tests.fakes.telegram.updates import SECRET


@pytest.fixture
async def told(world_of: Env, unused_tcp_port: int) -> Env:
    """A bot that Telegram tells."""
    url = f"http://127.0.0.1:{unused_tcp_port}/telegram/hook"
    await world_of.start(webhook=Webhook(url, port=unused_tcp_port, secret="quiet-word"))
    assert world_of.world.updates.webhook["secret_token"] == "quiet-word"
    return world_of


async def test_a_game_by_webhook(told: Env) -> None:
    """A board, a press, a typed move; Telegram is thanked for each."""
    zoe = at_home(told, "zoe")
    await zoe.say("/play bakers-game 617")
    await zoe.press("Kc>a")
    await zoe.say("4b")

    assert "move 2" in zoe.seen
    assert told.world.updates.answers == [200, 200, 200]
    assert told.api.made("getUpdates") == []


@pytest.mark.parametrize("secret", [None, "", "wrong", "quiet-word2", "ñ"])
async def test_without_the_secret_nothing_is_heard(secret: str | None, told: Env) -> None:
    """Whoever finds the address can't play for others."""
    zoe = at_home(told, "zoe")
    told.world.updates.hold()
    told.world.say(zoe.user, zoe.room, "/play bakers-game 617")
    [update] = told.world.updates.release()
    headers = {} if secret is None else {SECRET: secret}
    status = await _post(told, json.dumps(update), headers)

    assert status == 403
    assert zoe.messages == []


@pytest.mark.parametrize("body", ["", "{", "[]", "{}", '{"update_id": "x"}', "1", "\ud800"])
async def test_what_is_no_update(body: str, told: Env, log: Log) -> None:
    """It harms nothing: what follows is heard."""
    status = await _post(told, body, {SECRET: "quiet-word"})
    assert status in (200, 400)
    assert all("odd_update" in line for line in log.take())
    zoe = at_home(told, "zoe")
    await zoe.say("/play bakers-game 617")
    assert "#617" in zoe.seen


async def test_updates_of_another_day(told: Env, log: Log) -> None:
    """What nobody knows yet is thanked for, or Telegram would bring it again and again."""
    for update in (
        {"update_id": 1},
        {"update_id": 2, "flight": {"to": "the moon"}},
        {"update_id": 3, "message": {"message_id": 1}},
        {"update_id": 4, "callback_query": {"id": "1", "from": {}}},
    ):
        assert await _post(told, json.dumps(update), {SECRET: "quiet-word"}) == 200
    await told.settle()
    assert all("odd_update" in line for line in log.take())
    zoe = at_home(told, "zoe")
    await zoe.say("/play bakers-game 617")
    assert "#617" in zoe.seen


async def test_out_of_order_and_twice(told: Env) -> None:
    """Telegram brings several at once: an older number after a newer one is heard too."""
    zoe, bob = at_home(told, "zoe"), at_home(told, "bob")
    told.world.updates.hold()
    for player in (zoe, bob):
        told.world.say(player.user, player.room, "/play bakers-game 617")
    held = told.world.updates.release()
    told.world.updates.again(*reversed(held), *held)
    await told.flush()

    assert len(zoe.messages) == len(bob.messages) == 1


async def test_back_to_asking(told: Env) -> None:
    """A start without a webhook takes it off; what came meanwhile is heard."""
    await told.stop()
    zoe = at_home(told, "zoe")
    told.world.say(zoe.user, zoe.room, "/play bakers-game 617")
    await told.start()
    await told.flush()
    assert told.world.updates.webhook == {}
    assert "#617" in zoe.seen


async def _post(env: Env, body: str, headers: dict[str, str]) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.post(
            env.world.updates.webhook["url"],
            data=body.encode("utf-8", "surrogatepass"),
            headers=headers,
        ) as answer,
    ):
        await env.settle()
        return answer.status


async def test_the_player_is_who_telegram_says(told: Env) -> None:
    """Two people, one group: each press is its presser's."""
    user = told.world.user("ann")
    room = told.world.group("Club", user)
    ann, bob = Player(told, user, room), Player(told, told.world.user("bob"), room)
    await ann.say("/play bakers-game 617")
    await bob.press("Kc>a")
    assert "ann's game" in bob.told
