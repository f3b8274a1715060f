"""``/setup`` on a Discord server: who may, in which language, with which channels."""

from typing import Any

import discord
import pytest
import simcord

from bot.adapters.discord.options import OPTIONS
from bot.conversation import Conversation
from tests.bot.adapters.discord.conftest import Altered, Crowded, Player, buttons_of, solved_by


@pytest.fixture
def boss(env: simcord.Env, club: Any, ann: Player) -> Player:
    """Somebody who manages the server, in the same channel."""
    role = club.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    return Player(env, club.add_member(env.create_user("boss"), roles=[role]), ann.channel)


def elsewhere(player: Player, channel: Any) -> Player:
    """The same person in another channel."""
    return Player(player.env, player.actor, channel)


async def test_the_command_is_shown_to_managers_alone(env: simcord.Env) -> None:
    """In servers that have the bot, with Manage Server, and channels are picked from a list."""
    [told] = [each.json for each in env.http_requests if each.path.endswith("/commands")]
    command = next(each for each in told if each["name"] == "setup")

    permissions = discord.Permissions(int(command["default_member_permissions"]))
    assert permissions == discord.Permissions(manage_guild=True)
    assert (command["integration_types"], command["contexts"]) == ([0], [0])
    assert [each["type"] for each in command["options"]] == [3, 7, 7, 5, 3, 7, 3, 3, 3]
    assert command["options"][1]["channel_types"] == [0, 5, 2, 13, 15]
    assert command["name_localizations"]["es-ES"] == "configurar"


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
async def test_every_option(locale: str, boss: Player, club: Any, altered: Altered) -> None:
    """Each answers privately, with channels as links, in the reader's language."""
    altered.payload["locale"] = locale
    den = club.create_text_channel("den")
    names = "language allow forbid everywhere daily post time zone games"
    assert {each.name for each in OPTIONS["setup"]} == set(names.split())
    head = "Lo que vale" if locale == "es-ES" else "What holds"
    for given, shown in (
        ({}, head),
        ({"allow": den}, f"<#{den.id}>"),
        ({"allow": boss.channel}, f"<#{den.id}>, <#{boss.channel.id}>"),
        ({"forbid": den}, f" <#{boss.channel.id}>\n"),
        ({"everywhere": True}, "en todas partes" if locale == "es-ES" else "in every place"),
        ({"language": "es"}, "Español"),
        ({"language": "own"}, head),
        ({"daily": "on"}, "09:00 (UTC)"),
        ({"post": den}, f"<#{den.id}>"),
        ({"time": "21h", "zone": "Asia/Kathmandu"}, "21:00 (Asia/Kathmandu)"),
        ({"games": "rotation"}, "por turno" if locale == "es-ES" else "in turn"),
        ({"games": "calculation"}, "Calculation"),
    ):
        await boss.slash("setup", **given)
        assert shown in boss.told, given


async def test_the_page_by_buttons(boss: Player, ann: Player) -> None:
    """Each press changes the same private message; the server's language goes before a client's."""
    await boss.slash("setup")
    first = boss.result.response
    for label in ("Español", "Solo aquí", "En todas partes", "Cada cual el suyo"):
        pressed = await boss.press(label, first.message)
        assert pressed.response.id == first.id, label
    await boss.press("Español", first.message)
    await ann.slash("help")

    assert "Los tres" in ann.told or "jugar" in ann.told


async def test_a_typed_setup(boss: Player, ann: Player) -> None:
    """A manager is known by a message as well; a manager's buttons help nobody else."""
    await boss.say("setup language es")
    assert "Español" in boss.seen
    await ann.press("English")
    assert ann.told == "Solo quien administra este chat puede configurarlo."
    await ann.say("setup language en")

    assert ann.seen == "Solo quien administra este chat puede configurarlo."


async def test_who_may_no_longer_manage(boss: Player, env: simcord.Env, altered: Altered) -> None:
    """Each press asks Discord's word anew."""
    await boss.slash("setup")
    page = boss.result.response.message
    altered.payload["member"] = _without_permissions(env, boss)
    await boss.press("Español", page)

    assert boss.told == "Only those who manage this chat can set it up."


def _without_permissions(env: simcord.Env, player: Player) -> dict[str, Any]:
    _, payload = simcord.interactions.base_payload(
        env.backend,
        type=2,
        channel_id=player.channel.id,
        guild_id=player.actor.guild.id,
        user_id=player.actor.id,
        data={},
    )
    return payload["member"] | {"permissions": "0"}


async def test_channels_without_games(
    boss: Player, ann: Player, club: Any, conversation: Conversation
) -> None:
    """Commands, presses and the field answer privately there, with a link; nothing is played."""
    solved_by(conversation, Crowded())
    talk = club.create_text_channel("talk")
    there = elsewhere(ann, talk)
    await there.slash("play", game="bakers-game", deal="617")
    board = there.message
    await there.press("Menu", board)
    shown = await there.press("Type a move", there.message)
    await boss.slash("setup", allow=ann.channel)
    told = f"Games are played in <#{ann.channel.id}>."
    for name, given in (("play", {}), ("board", {}), ("move", {"moves": "3a"}), ("top", {})):
        await there.slash(name, **given)
        assert there.told == told, name
    await there.press("Back", there.message)
    assert there.told == told
    there.result = await there.actor.submit_modal(shown, {"move": "3a"})
    assert there.told == told
    assert await there.actor.autocomplete(talk, "move", "moves", "3") == []
    assert len(talk.history()) == 1
    await ann.slash("board")

    assert "new deal" in ann.seen


async def test_threads_of_an_allowed_channel(boss: Player, ann: Player, env: simcord.Env) -> None:
    """They count as their channel does."""
    await boss.slash("setup", allow=ann.channel)
    env.backend.create_thread(ann.channel.id, "t", ann.actor.id)
    [thread] = ann.channel.threads
    there = elsewhere(ann, thread)
    await there.slash("play", game="bakers-game", deal="617")
    await there.actor.send(thread, "3a", reply_to=there.message)

    assert "move 1" in there.seen


async def test_mentions_where_no_games_are_played(
    boss: Player, ann: Player, bob: Player, club: Any, env: simcord.Env
) -> None:
    """Nothing is written there; who said it is told in private, and not again within the hour."""
    await boss.slash("setup", allow=ann.channel)
    talk = club.create_text_channel("talk")
    there, private = elsewhere(ann, talk), Player(env, ann.actor.user)
    for said in ("", "play", "thanks, all", "3a"):
        await there.say(said)
    assert [each.author.bot for each in talk.history()] == [False] * 4
    assert private.seen == f"Games are played in <#{ann.channel.id}>."
    assert len(private.channel.history()) == 1
    await elsewhere(bob, talk).say("play")
    assert len(Player(env, bob.actor.user).channel.history()) == 1
    await env.advance_time(3601)
    await there.say("play")

    assert len(private.channel.history()) == 2
    assert await _may(ann)


async def _may(player: Player) -> bool:
    await player.say("play bakers-game 617")
    return bool(buttons_of(player.message))


async def test_a_deleted_channel(boss: Player, ann: Player, club: Any, env: simcord.Env) -> None:
    """It goes off the list; when the last is gone, managers are told and others don't play."""
    old = club.create_text_channel("old")
    await boss.slash("setup", allow=old)
    await boss.slash("setup", allow=ann.channel)
    env.backend.delete_channel(old.id)
    await env.settle()
    await boss.slash("setup")
    assert "1 place is gone and was taken off the list." in boss.told
    den = club.create_text_channel("den")
    env.backend.delete_channel(ann.channel.id)
    await env.settle()
    there, office = elsewhere(ann, den), elsewhere(boss, den)
    await there.slash("play")
    assert there.told.startswith("The places chosen for games are gone.")
    await office.slash("setup")
    assert "games: nowhere" in office.told
    await office.press("Also here", office.result.response.message)
    await there.slash("play", game="bakers-game")

    assert buttons_of(there.message)
