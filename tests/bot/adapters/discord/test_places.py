"""Threads and channels that close or go, servers that are left, and places without a server."""

import asyncio
from typing import Any

import discord
import pytest
import simcord
from simcord import interactions

from bot.commands import COMMANDS
from bot.conversation import Conversation
from bot.replies import Reply
from bot.requests import Request
from tests.bot.adapters.discord.conftest import (
    Altered,
    Crowded,
    Log,
    Player,
    bot_of,
    buttons_of,
    solved_by,
    text_of,
)
from tests.bot.adapters.discord.strict import make_strict
from tests.bot.adapters.discord.test_commands import given_to

LANGUAGES = pytest.mark.parametrize("locale", ["en-GB", "es-ES"])


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    make_strict(monkeypatch)


@pytest.fixture
def thread(env: simcord.Env, ann: Player) -> Player:
    """Ann in a thread of the channel."""
    env.backend.create_thread(ann.channel.id, "t", ann.actor.id)
    return Player(env, ann.actor, ann.channel.threads[0])


def close(player: Player, **how: bool) -> None:
    """Archive or lock a thread."""
    player.env.backend.edit_channel(player.channel.id, {}, thread_metadata=how)


@LANGUAGES
@pytest.mark.parametrize("how", ["archived", "locked"])
async def test_a_closed_thread(
    how: str, locale: str, thread: Player, altered: Altered, log: Log
) -> None:
    """A press is kept and says why nothing changes; words are answered in private; all goes on."""
    altered.payload["locale"] = locale
    await thread.slash("play", game="bakers-game", deal="617")
    close(thread, **{how: True})
    await thread.press("K♣\ufe0e›a")
    assert ("archived or locked" if locale == "en-GB" else "archivado o cerrado") in thread.told
    assert any("not_delivered" in each for each in log.take())
    await thread.say("4b")
    private = Player(thread.env, thread.actor.user).seen
    assert f"<#{thread.channel.id}>" in private
    assert ("archived or locked" if locale == "en-GB" else "archivado o cerrado") in private
    close(thread, **{how: False})
    await thread.slash("board")

    assert ("move 2" if locale == "en-GB" else "jugada 2") in thread.seen


async def test_a_board_left_in_a_closed_thread(thread: Player, ann: Player) -> None:
    """The game goes on elsewhere; the old board can't lose its buttons, and harms nobody."""
    await thread.slash("play", game="bakers-game", deal="617")
    old = thread.message
    close(thread, archived=True, locked=True)
    await ann.slash("move", moves="3a")
    assert "move 1" in ann.seen
    close(thread, archived=False, locked=False)
    await thread.press("K♠\ufe0e›a", old)

    assert "The board had moved on" in text_of(thread.channel.history()[0])
    assert buttons_of(ann.message) == []


@pytest.mark.parametrize("what", ["thread", "channel", "board"])
async def test_deleted_places(what: str, ann: Player, thread: Player, club: Any) -> None:
    """Whatever is gone, the game is shown where it is asked for, and nothing is said of it."""
    backend = ann.env.backend
    there = thread if what == "thread" else ann
    await there.slash("play", game="bakers-game", deal="617")
    if what == "board":
        backend.delete_message(there.channel.id, there.message.id)
    else:
        backend.delete_channel(there.channel.id)
    await ann.env.settle()
    other = Player(ann.env, ann.actor, club.create_text_channel("other"))
    await other.slash("move", moves="3a")
    assert "move 1" in other.seen
    await other.say("4b")

    assert "move 2" in other.seen


async def test_a_channel_deleted_under_an_answer(ann: Player, env: simcord.Env) -> None:
    """What was said is played; there is nowhere left to say so, and nobody is written to."""
    await ann.slash("play", game="bakers-game", deal="617")
    for status, code in ((404, 10003), (403, 50001)):
        env.inject_error("POST", "/channels/*/messages", status=status, code=code)
        await ann.say("undo" if status == 403 else "3a")
    await ann.slash("board")

    assert "move 0" in ann.seen


async def test_leaving_and_rejoining_a_server(
    env: simcord.Env, ann: Player, club: Any, conversation: Conversation
) -> None:
    """Games and the server's settings are there again; boards from before can still be pressed."""
    role = club.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    boss = Player(env, club.add_member(env.create_user("boss"), roles=[role]), ann.channel)
    await boss.slash("setup", language="es", allow=ann.channel)
    await ann.slash("play", game="bakers-game", deal="617")
    backend, guild_id = env.backend, club.id
    guild, channels = backend.guilds[guild_id], dict(backend.channels)
    messages = {each: backend.messages[each] for each in channels if each in backend.messages}
    backend.remove_guild(guild_id)
    await env.settle()
    assert env.bot.get_guild(guild_id) is None
    backend.guilds[guild_id] = guild
    backend.channels.update(channels)
    backend.messages.update(messages)
    await env.restart_bot(bot_of(conversation, conversation._services.storage))
    await ann.press("K♣\ufe0e›a")
    assert "jugada 1" in ann.seen
    await ann.say("4b")
    assert "jugada 2" in ann.seen
    elsewhere = Player(env, ann.actor, club.create_text_channel("talk"))
    await elsewhere.slash("play")

    assert elsewhere.told == f"Se juega en <#{ann.channel.id}>."


@LANGUAGES
@pytest.mark.parametrize("where", ["private", "group", "elsewhere"])
async def test_every_command_without_a_server(
    where: str, locale: str, zoe: Player, altered: Altered, conversation: Conversation
) -> None:
    """In a private chat, a group, and a server where only the user installed the app."""
    altered.payload["locale"] = locale
    if where != "private":
        altered.payload |= {"context": 2}
    if where == "elsewhere":
        altered.payload |= {"context": 0, "guild_id": "999", "guild": {"id": "999", "features": [],
                            "locale": "en-US"}, "member": member_of(zoe)}  # fmt: skip
    solved_by(conversation, Crowded())
    await zoe.slash("play", game="bakers-game", deal="617")
    assert (zoe.message.interaction_metadata is None) == (where == "private")
    await zoe.press("K♣\ufe0e›a")
    assert ("move 1" if locale == "en-GB" else "jugada 1") in zoe.seen
    for command in COMMANDS:
        for given in ({}, given_to(command.name)):
            if command.managing or (command.name == "move" and not given):
                continue
            before = zoe.message.id
            result = await zoe.slash(command.name, **given)
            assert result.acknowledged, command.name
            answer = result.response
            message = answer.message if answer else zoe.message
            assert answer or message.id != before, f"no answer to {command.name}"
            assert text_of(message).strip() or message.attachments, command.name


@pytest.mark.parametrize("where", ["group", "elsewhere"])
async def test_late_answers_stand_where_the_bot_may_not_post(
    where: str,
    zoe: Player,
    altered: Altered,
    conversation: Conversation,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is announced to one person alone; what is for everybody doesn't go with that line."""
    altered.payload |= {"context": 2}
    if where == "elsewhere":
        altered.payload |= {"context": 0, "guild_id": "999", "guild": {"id": "999", "features": [],
                            "locale": "en-US"}, "member": member_of(zoe)}  # fmt: skip
    solved_by(conversation, Crowded())
    monkeypatch.setattr("bot.adapters.discord.client.PATIENCE", 0)
    handle, may, public = conversation.handle, asyncio.Event(), set()

    async def late(request: Request) -> Reply:
        await zoe.env.external_wait(may.wait(), reason="a slow answer")
        return await handle(request)

    conversation.handle = late  # type: ignore[method-assign]  # only here it is slow
    for command in (each for each in COMMANDS if not each.managing):
        may.clear()
        result = await zoe.slash(command.name, **given_to(command.name))
        assert result.deferred, command.name
        may.set()
        await zoe.env.settle()
        told = [each for each in (result.response, *result.followups) if each is not None]
        assert len(told) == 1, command.name
        assert text_of(told[0].message).strip("…") or told[0].message.attachments, command.name
        if not told[0].ephemeral:
            public.add(command.name)

    assert public >= {"play", "board", "move", "top", "daily"}


def member_of(player: Player) -> dict[str, Any]:
    """What Discord tells of somebody in a server that the bot isn't in."""
    user = interactions.serializers.user_payload(player.env.backend.get_user(player.actor.id))
    return {"user": dict(user), "roles": [], "permissions": "0", "joined_at": None, "flags": 0,
            "deaf": False, "mute": False}  # fmt: skip
