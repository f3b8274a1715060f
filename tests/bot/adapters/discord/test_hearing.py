"""What is said to the bot is answered; nothing else is looked at."""

import re

import discord
import pytest
import simcord

from tests.bot.adapters.discord.conftest import Log, Player, buttons_of


async def test_only_what_is_meant_for_the_bot_is_answered(ann: Player, bob: Player) -> None:
    """Talk in the channel, replies to others and webhooks pass by."""
    await ann.slash("play", game="bakers-game", deal="617")
    count = len(ann.channel.history())
    said = await bob.actor.send(ann.channel, "3a")
    await ann.actor.send(ann.channel, "4b", reply_to=said)
    await ann.actor.guild.create_webhook(ann.channel).send("5b")

    assert len(ann.channel.history()) == count + 3
    assert "new deal" in ann.seen


async def test_a_mention_alone_shows_the_board(ann: Player) -> None:
    """Or the games, where none is running."""
    await ann.say("")
    assert [b.label for b in buttons_of(ann.message)][:1]
    await ann.say("play calculation 617")
    await ann.say("")

    assert "Calculation #617" in ann.seen


async def test_no_privileged_intent(env: simcord.Env) -> None:
    """The bot starts without a tick in the developer portal, and keeps neither people nor talk."""
    intents = env.bot.intents

    privileged = (intents.message_content, intents.members, intents.presences)
    assert privileged == (False, False, False)
    assert list(env.bot.cached_messages) == []


async def test_typed_answers_speak_the_language_heard_last(ann: Player, altered) -> None:
    """Messages don't tell a language; commands do."""
    altered.payload["locale"] = "es-ES"
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.say("3a")

    assert "jugada 1" in ann.seen


async def test_private_matters_go_to_a_private_chat(ann: Player, env: simcord.Env) -> None:
    """Typed before others, one's data and records are handed over elsewhere."""
    await ann.say("play bakers-game 617")
    await ann.say("3a")
    count = len(ann.channel.history())
    await ann.say("mydata export")
    await ann.say("export")

    assert len(ann.channel.history()) == count + 2
    assert len(Player(env, ann.actor.user).channel.history()) == 2


async def test_codes_are_shown_to_one_and_never_typed_before_others(
    ann: Player, bob: Player
) -> None:
    """A slash command tells the code to its sender; typed in a channel it is told to nobody."""
    told = await ann.slash("link")
    assert told.ephemeral
    code = re.search(r"link (\w{4}-\w{4})", told.response.content)
    assert code

    for said in ("link", f"link {code[1]}", "unlink"):
        await bob.say(said)
        assert bob.seen == "That is for you alone: ask me in our private chat."
    refused = await bob.slash("link", code=code[1])
    assert "joins nobody" in refused.response.content, "it was said before others"
    code = re.search(r"link (\w{4}-\w{4})", (await ann.slash("link")).response.content)
    assert code
    assert "Join this account" in (await bob.slash("link", code=code[1])).response.content


@pytest.mark.parametrize("name", ["send_messages", "view_channel"])
async def test_where_the_bot_may_not_write(name: str, env: simcord.Env, club, log: Log) -> None:
    """Commands are answered by Discord's own way; who mentions the bot is told what is missing."""
    closed = club.create_text_channel(
        "closed",
        overwrites={env.bot.user: discord.PermissionOverwrite(**{name: False})},
    )
    ann = Player(env, club.add_member(env.create_user("ann")), closed)
    await ann.slash("play", game="bakers-game", deal="617")
    assert ann.result.response.content.startswith("**Baker's Game #617")
    await ann.press("K♣\ufe0e›a")
    assert "move 1" in ann.seen
    if name == "send_messages":
        await ann.say("4b")
        told = Player(env, ann.actor.user).channel.history()[-1].content
        assert "Send Messages" in told
    assert log.take() == []


async def test_a_deleted_board_is_no_loss(ann: Player, env: simcord.Env) -> None:
    """The next one is posted, and nothing is said about the old one."""
    await ann.slash("play", game="bakers-game", deal="617")
    env.backend.delete_message(ann.channel.id, ann.message.id)
    await ann.slash("move", moves="3a")

    assert "move 1" in ann.seen


async def test_threads_are_places_like_others(ann: Player, env: simcord.Env) -> None:
    """The board stands in the thread, and a reply there moves."""
    await ann.slash("play", game="bakers-game", deal="617")
    env.backend.create_thread(ann.channel.id, "t", ann.actor.id)
    [thread] = ann.channel.threads
    there = Player(env, ann.actor, thread)
    await there.slash("board")
    await there.actor.send(thread, "3a", reply_to=there.message)

    assert "move 1" in there.seen
    assert not buttons_of(ann.channel.history()[0])


@pytest.mark.parametrize("status", [500, 403])
async def test_discord_failing_changes_no_game(
    status: int, ann: Player, env: simcord.Env, log: Log
) -> None:
    """The move is stored; the next press shows it."""
    await ann.slash("play", game="bakers-game", deal="617")
    env.inject_error("POST", "/interactions/*/*/callback", status=status)
    env.inject_error("PATCH", "/channels/*/messages/*", status=status)
    await ann.press("K♣\ufe0e›a")
    assert any("not_delivered" in each for each in log.take())
    await ann.press("K♠\ufe0e›a")

    assert "The board had moved on" in ann.seen
    assert "move 1" in ann.seen


async def test_a_board_takes_the_channel_where_an_answer_fails(
    ann: Player, env: simcord.Env
) -> None:
    """Discord takes no answer to the press, but the message is edited."""
    await ann.slash("play", game="bakers-game", deal="617")
    env.inject_error("POST", "/interactions/*/*/callback", status=403)
    await ann.press("K♣\ufe0e›a")

    assert "move 1" in ann.seen


@pytest.mark.parametrize("status", [403, 404])
async def test_a_board_is_the_answer_where_the_channel_takes_none(
    status: int, ann: Player, env: simcord.Env
) -> None:
    """What permissions promised is refused all the same: everybody sees the board, and it lives."""
    env.inject_error("POST", "/channels/*/messages", status=status, code=10003)
    await ann.slash("play", game="bakers-game", deal="617")
    [board] = ann.channel.history()
    assert not board.flags.ephemeral
    await ann.press("K♣\ufe0e›a")

    assert "move 1" in ann.seen
    assert [each.id for each in ann.channel.history()] == [board.id]
