"""Slash commands: every one, in both languages, everywhere Discord lets people use them."""

from typing import Any

import pytest
import simcord

from bot.adapters.discord.options import ALONE, OPTIONS
from bot.commands import COMMANDS
from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.discord.conftest import (
    Altered,
    Crowded,
    Log,
    Player,
    bot_of,
    check,
    solved_by,
    text_of,
)
from tests.bot.conftest import Clock, converse

SPANISH = {"locale": "es-ES"}
LANGUAGES = pytest.mark.parametrize("language", ["en-GB", "es-419"])
GIVEN: dict[str, Any] = {"number": 1, "deal": "617", "moves": "3a", "command": "undo"}


def given_to(name: str) -> dict[str, Any]:
    """Something for each option of a command."""
    return {
        each.name: True if each.flag else each.choices[0][0] if each.choices else GIVEN[each.name]
        for each in OPTIONS.get(name, ())
        if each.name in GIVEN or each.choices
    }


@LANGUAGES
async def test_every_command_answers(
    language: str, ann: Player, altered: Altered, conversation: Conversation
) -> None:
    """Without a game, with one, and with every option filled in: always an answer, in words."""
    altered.payload["locale"] = language
    solved_by(conversation, Crowded())
    for start in (None, "bakers-game", "calculation", "devils-grip"):
        if start:
            await ann.slash("play", game=start, deal="617")
        for command in COMMANDS:
            for given in ({}, given_to(command.name)):
                if command.managing or (command.name == "move" and not given):
                    continue
                before = [each.id for each in ann.channel.history()]
                result = await ann.slash(command.name, **given)
                assert result.acknowledged, command.name
                answer = result.response
                message = answer.message if answer else ann.message
                assert answer or message.id not in before, f"no answer to {command.name}"
                assert text_of(message).strip() or message.attachments, command.name


async def test_commands_speak_the_clients_language(ann: Player, altered: Altered) -> None:
    """Names, descriptions, options and choices are localised, and so are the answers."""
    [told] = [each.json for each in ann.env.http_requests if each.path.endswith("/commands")]
    by_name = {each["name"]: each for each in told}
    play = by_name["play"]
    altered.payload |= SPANISH
    await ann.slash("play")

    assert set(by_name) == {each.name for each in COMMANDS}
    for locale in ("es-ES", "es-419"):
        assert {each["name_localizations"][locale] for each in told} == {
            each.written for each in COMMANDS
        }
    assert play["description_localizations"]["es-ES"].startswith("Empieza")
    assert play["options"][1]["name_localizations"]["es-419"] == "reparto"
    times = next(each for each in by_name["top"]["options"] if each["name"] == "time")["choices"]
    assert times[1]["name"] == "This week"
    assert times[1]["name_localizations"]["es-ES"] == "Esta semana"
    assert (play["integration_types"], play["contexts"]) == ([0, 1], [0, 1, 2])
    assert ann.result.response.content.startswith("¿")


async def test_answers_for_one_are_seen_by_one(ann: Player) -> None:
    """Settings, figures and exports bother nobody; leaderboards are for all."""
    for name in sorted(ALONE):
        assert (await ann.slash(name)).ephemeral, name

    assert not (await ann.slash("top")).ephemeral


async def test_moves_are_completed_in_words(ann: Player, bob: Player, altered: Altered) -> None:
    """The legal moves of this very position, by card or code, in the reader's language."""
    await ann.slash("play", game="bakers-game", deal="617")

    async def offered(who: Player, begun: str) -> dict[str, str]:
        found = await who.actor.autocomplete(ann.channel, "move", "moves", begun)
        return {each["value"]: each["name"] for each in found}

    assert len(await offered(ann, "")) == 25
    assert (await offered(ann, "7a"))["7a"].startswith("J♥\ufe0e to cell a")
    altered.payload |= SPANISH
    assert (await offered(ann, "7a"))["7a"].startswith("J♥\ufe0e a la celda a")
    assert await offered(bob, "") == {}
    help_on = await ann.actor.autocomplete(ann.channel, "help", "command", "un")
    assert "undo" in (names := [each["value"] for each in help_on])
    assert all("un" in name for name in names)


async def test_private_play_stays_private(ann: Player) -> None:
    """The board, its moves and its notices are seen by the player alone, by press and command."""
    await ann.slash("play", game="bakers-game", deal="617", private=True)
    board = ann.result.response
    assert board.ephemeral
    pressed = await ann.press("K♣\ufe0e›a", board.message)
    assert "move 1" in text_of(pressed.response.message)
    assert pressed.response.id == board.id
    moved = await ann.slash("move", moves="4b")
    assert moved.ephemeral
    assert "move 2" in moved.response.content
    assert [each for each in ann.channel.history() if not each.flags.ephemeral] == []

    await ann.slash("board")
    assert "move 2" in ann.seen


async def test_in_private_chats(zoe: Player) -> None:
    """No server is needed."""
    await zoe.slash("play", game="calculation", deal="617")
    assert "Calculation #617" in zoe.seen
    await zoe.say("d")
    await zoe.say("w1")

    assert "move 1" in zoe.seen


async def test_where_the_bot_is_no_member(ann: Player, altered: Altered) -> None:
    """In groups, and in servers where only a user installed it, the answer is the board."""
    altered.payload |= {"context": 2}
    altered.payload |= {"guild_id": "999", "guild": None}
    await ann.slash("play", game="bakers-game", deal="617")

    assert not ann.result.ephemeral
    assert ann.result.response.content.startswith("**Baker's Game #617")
    assert ann.message.interaction_metadata is not None


async def test_commands_are_told_once(
    env: simcord.Env, storage: Storage, clock: Clock, log: Log
) -> None:
    """Three starts tell them once; a test server has them alone, and gives them back."""

    def told() -> list[str]:
        return [each.path.split("/", 3)[3] for each in env.http_requests if each.method == "PUT"]

    guild = env.create_guild()
    for _ in range(2):
        await env.restart_bot(bot_of(converse(storage, clock), storage))
    assert told() == ["commands"]
    for _ in range(2):
        bot = bot_of(converse(storage, clock), storage, test_guild=guild.id)
        await env.restart_bot(bot)
    here = f"guilds/{guild.id}/commands"
    assert told() == ["commands", "commands", here]
    await env.restart_bot(bot_of(converse(storage, clock), storage))

    assert told() == ["commands", "commands", here, here, "commands"]
    bodies = [len(each.json) for each in env.http_requests if each.method == "PUT"]
    assert bodies == [len(COMMANDS), 0, len(COMMANDS), 0, len(COMMANDS)]
    check(env)
    assert log.take() == []
