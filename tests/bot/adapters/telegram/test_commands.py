"""Every command in both languages, the menus, deep links, long answers, files."""

import json

import pytest

from bot.commands import COMMANDS
from bot.i18n import texts_in
from tests.bot.adapters.discord.conftest import Crowded, solved_by
from tests.bot.adapters.telegram.conftest import Env, Player, at_home
from tests.storage.conftest import Scene

SCOPES = ("all_private_chats", "all_group_chats", "all_chat_administrators")


@pytest.mark.parametrize("language", ["en", "es"])
async def test_every_command_in_private(language: str, env: Env) -> None:
    """Each is answered, without and with a game."""
    solved_by(env.conversation, Crowded())
    zoe = at_home(env, "zoe", language)
    for command in COMMANDS:
        word = command.spanish if language == "es" else command.name
        before = len(env.api.calls)
        await zoe.say(f"/{word}")
        assert len(env.api.calls) > before, command.name
        assert zoe.seen.strip() or zoe.message.document
        if command.name == "play":
            await zoe.say(f"/{word} bakers-game 617")


@pytest.mark.parametrize("language", ["en", "es"])
async def test_every_command_in_a_group(language: str, env: Env, ann: Player) -> None:
    """Each is answered here, or alone where it is for one person."""
    solved_by(env.conversation, Crowded())
    ann.user.language_code = language
    home = Player(env, ann.user, env.world.private(ann.user))
    await home.say("/start")
    for command in COMMANDS:
        word = command.spanish if language == "es" else command.name
        before = len(ann.messages) + len(home.messages)
        await ann.say(f"/{word}@PatienceBot")
        assert len(ann.messages) + len(home.messages) > before, command.name


async def test_the_language_is_the_clients(env: Env) -> None:
    """Until one is chosen; a language that nobody speaks here is English."""
    for tag, word in (("es", "jugada"), ("es-419", "jugada"), ("pt-br", "move"), ("", "move")):
        player = at_home(env, "p", tag)
        await player.say("/play bakers-game 617")
        await player.say("4a")
        assert f"{word} 1" in player.seen


async def test_menus_are_told_once(env: Env) -> None:
    """By language and kind of chat; a second start tells nothing again."""
    told = env.api.made("setMyCommands")
    kinds = {(each.values["scope"]["type"], each.values.get("language_code", "")) for each in told}
    assert kinds == {(scope, tag) for scope in SCOPES for tag in ("", "es")}
    for (scope, _), commands in env.world.commands.items():
        names = [each["command"] for each in commands]
        assert len(set(names)) == len(names)
        assert ("setup" in names or "configurar" in names) <= (
            json.loads(scope)["type"] == "all_chat_administrators"
        )
    await env.restart()
    assert env.api.made("setMyCommands") == told


async def test_menus_that_could_not_be_told(world_of: Env, log) -> None:
    """The bot plays all the same, and tries again at the next start."""
    world = world_of.world
    original = dict(world.commands)
    world_of.api.refuse["setMyCommands"] = 500
    await world_of.start()
    assert log.take()
    zoe = at_home(world_of, "zoe")
    await zoe.say("/play bakers-game 617")
    assert "#617" in zoe.seen
    del world_of.api.refuse["setMyCommands"]
    await world_of.restart()
    assert world.commands != original


@pytest.mark.parametrize(
    ("payload", "seen"),
    [
        ("p_bakers-game", "Baker's Game"),
        ("p_bakers-game_617", "Baker's Game #617"),
        ("p_calculation_patience", "Calculation"),
        ("hello", "Welcome"),
        ("", "Welcome"),
        ("x" * 64, "Welcome"),
        ("p_no-such-game", ""),
        ("%00<b>", ""),
    ],
)
async def test_deep_links(payload: str, seen: str, zoe: Player) -> None:
    """A link starts what it names; one that nobody knows is a greeting or a sentence."""
    await zoe.say(f"/start {payload}")
    assert seen in zoe.seen
    assert zoe.seen.strip()


async def test_a_link_from_a_shared_result(zoe: Player, env: Env) -> None:
    """The share block carries it; whoever opens it can play the same deal."""
    await zoe.say("/play bakers-game 617")
    await zoe.say("4a")
    await zoe.say("resign")
    await zoe.say("yes")
    await zoe.say("share")
    [link] = [word for word in zoe.seen.split() if word.startswith("https://t.me/PatienceBot?")]
    other = at_home(env, "bob")
    await other.say(f"/start {link.partition('?start=')[2]}")
    assert "Baker's Game #617" in other.seen
    assert other.message.buttons


async def test_help_is_paged(zoe: Player) -> None:
    """Every command is on one of its pages, which follow each other in one message."""
    await zoe.say("/help")
    page, seen = zoe.message, [zoe.seen]
    while "More" in page.labels and len(seen) < 9:
        await zoe.press("More")
        seen.append(zoe.seen)
    assert zoe.message is page
    named = "\n".join(seen).split()
    assert [command.name for command in COMMANDS if command.name not in named] == []


async def test_a_leaderboard_of_long_names(env: Env, ann: Player) -> None:
    """Solvers with names as long as Telegram lets them be: pages, each of one message."""
    scene = Scene(env.storage)
    for number in range(25):
        odd = env.world.user(f"<{number}>" + "&" * 60, last_name="🂡" * 30, language_code="en")
        env.world.say(odd, ann.room, "/play bakers-game 617")
        await env.flush()
        visit = await env.storage.read(
            lambda reading, who=odd: reading.people.recognise(
                "telegram", str(who.id), "telegram", str(ann.room.id)
            )
        )
        for deal in range(1 + number % 3):
            assert await scene.solve(visit, str(deal), game="bakers-game")
    before = len(ann.messages)
    await ann.say("/top bakers-game all here")
    page = ann.message
    assert len(ann.messages) == before + 1
    assert "&&&&" in page.plain
    first = page.plain
    await ann.press(page.labels[-1])
    assert page.plain != first


async def test_records_are_files(zoe: Player) -> None:
    """The record of a game, and one's own data, are for keeping."""
    await zoe.say("/play bakers-game 617")
    await zoe.say("4a")
    await zoe.say("/export")
    assert zoe.message.document is not None
    assert b"617" in zoe.message.document[1]
    await zoe.say("/mydata export")
    assert zoe.message.document is not None


async def test_what_is_no_text(zoe: Player, env: Env) -> None:
    """A picture is answered with what can be read here; a sticker in a group is let be."""
    said = env.world.keep(zoe.room, zoe.user, env.world.say(zoe.user, zoe.room, "x").text)
    photo = said.json() | {
        "photo": [{"file_id": "a", "file_unique_id": "b", "width": 1, "height": 1}]
    }
    del photo["text"]
    env.world.updates.add("message", photo)
    await env.flush()
    assert texts_in("en")("help") in zoe.seen
