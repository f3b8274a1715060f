"""One person on Telegram and on Discord, joined by a code that goes over the wire."""

import random
import re
from dataclasses import replace

import pytest

from tests.bot.adapters.telegram.conftest import Env, Player
from tests.bot.conftest import Talk
from tests.bot.test_linking import win


@pytest.fixture(autouse=True)
def _codes_differ(env: Env) -> None:
    """As they do outside of tests."""
    chance = random.Random(5).randrange
    env.conversation._services = replace(env.conversation._services, randbelow=chance)


def _on_discord(env: Env) -> Talk:
    """The same person on Discord, in a private chat."""
    return Talk(env.conversation, "1", name="Ann", platform="discord")


async def _code(zoe: Player) -> str:
    """A code that they ask for on Telegram."""
    await zoe.say("/link")
    found = re.search(r"link ([A-Z0-9-]+)", zoe.seen)
    assert found is not None
    return found[1]


async def test_a_game_goes_on_over_there(zoe: Player, env: Env) -> None:
    """Begun here, played there, seen here; one row; at the end each has their own again."""
    ann = _on_discord(env)
    await win(ann)
    await zoe.say("/play bakers-game 617")
    await zoe.press("Kc>a")
    board = zoe.message
    await ann.say(f"link {await _code(zoe)}")
    await ann.press("Yes")
    assert "Joined" in ann.reply.text

    await ann.say("play bakers-game")
    assert "move 1" in ann.reply.text
    await ann.say("4b")
    await zoe.press("Menu", board)
    assert "The board had moved on" in board.plain
    assert "move 2" in board.plain
    tops = (await ann.say("top bakers-game all everywhere")).text
    await zoe.say("/top bakers-game all everywhere")
    assert tops.count("you") == zoe.seen.count("you") == 1
    assert "1   1     1  you" in zoe.seen

    await zoe.say("/unlink")
    await zoe.press("Yes")
    assert "#617" not in (await ann.say("board")).text
    await zoe.say("/board")
    assert "move 2" in zoe.seen
    await zoe.say("/top bakers-game all everywhere")
    assert "1   1     1  you" not in zoe.seen
    assert "1   1     1  you" in (await ann.say("top bakers-game all everywhere")).text


async def test_codes_are_of_no_use_twice_or_to_strangers(zoe: Player, env: Env) -> None:
    """Used, old and made-up codes join nobody; a code is never shown in a group."""
    code = await _code(zoe)
    ann, eve = _on_discord(env), Talk(env.conversation, "3", name="Eve", platform="discord")
    await ann.say(f"link {code}")
    await ann.press("Yes")
    for used in (code, "ABCD-2345"):
        assert "joins nobody" in (await eve.say(f"link {used}")).text

    fresh = await _code(zoe)
    await env.forward(minutes=11)
    assert "joins nobody" in (await eve.say(f"link {fresh}")).text

    room = env.world.group("Club", zoe.user)
    there = Player(env, zoe.user, room)
    await there.say("/link")
    assert there.messages == []


async def test_a_code_that_others_read_is_void(zoe: Player, env: Env) -> None:
    """Said in a group by oneself or by an anonymous administrator, it joins nobody any more."""
    ann = _on_discord(env)
    room = env.world.group("Club", zoe.user)
    there = Player(env, zoe.user, room)
    for hidden in (None, room):
        code = await _code(zoe)
        await there.say(f"/link {code}", as_chat=hidden)
        assert "joins nobody" in (await ann.say(f"link {code}")).text


async def test_a_code_is_taken_on_telegram(zoe: Player, env: Env) -> None:
    """A game begun on Discord goes on here; the answer takes the place of the question."""
    ann = _on_discord(env)
    await ann.say("play bakers-game 617")
    await ann.say("3a")
    found = re.search(r"link ([A-Z0-9-]+)", (await ann.say("link")).text)
    assert found is not None
    await zoe.say(f"/link {found[1]}")
    question = zoe.message
    await zoe.press("Yes")
    assert "Joined" in question.plain
    assert question.buttons == []

    await zoe.say("/play bakers-game")
    assert "#617" in zoe.seen
    assert "move 1" in zoe.seen
