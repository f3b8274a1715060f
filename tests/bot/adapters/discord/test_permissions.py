"""Each permission missing in turn: a plain way round it, or a line that names it.

Use External Emoji has its tests beside those of the pictures.
"""

from typing import Any

import discord
import pytest
import simcord

from bot.adapters.discord.permits import ASKED, SCOPES
from tests.bot.adapters.discord.conftest import (
    Altered,
    Player,
    text_of,
)
from tests.bot.adapters.discord.strict import make_strict
from tests.bot.conftest import ROOT

LANGUAGES = pytest.mark.parametrize("locale", ["en-GB", "es-ES"])


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    make_strict(monkeypatch)


@pytest.fixture
def without(env: simcord.Env, club: Any, altered: Altered) -> Any:
    """Somebody in a channel where the bot lacks a permission: ``without("attach_files")``."""

    def made(*names: str, locale: str = "en-GB") -> Player:
        altered.payload["locale"] = locale
        denied = discord.PermissionOverwrite(**dict.fromkeys(names, False))
        channel = club.create_text_channel("closed", overwrites={env.bot.user: denied})
        return Player(env, club.add_member(env.create_user("ann")), channel)

    return made


def privately(player: Player) -> str:
    """What the bot wrote last into their private chat."""
    return Player(player.env, player.actor.user).seen


@LANGUAGES
@pytest.mark.parametrize("name", ["view_channel", "send_messages"])
async def test_commands_without_the_channel(name: str, locale: str, without: Any) -> None:
    """The answer itself is the board; its buttons and further commands work."""
    ann = without(name, locale=locale)
    await ann.slash("play", game="bakers-game", deal="617")
    assert ann.message.interaction_metadata is not None
    await ann.press("K♣\ufe0e›a")
    await ann.slash("move", moves="4b")

    assert ("move 2" if locale == "en-GB" else "jugada 2") in ann.seen


@LANGUAGES
async def test_typed_without_send_messages(locale: str, without: Any) -> None:
    """Who said it is told in private what is missing, and that nothing is lost."""
    ann = without("send_messages", "attach_files", locale=locale)
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.say("3a")
    where = f"<#{ann.channel.id}>"
    expected = {
        "en-GB": f"I may not write in {where}. Missing: Send Messages, Attach Files. "
        "Your game is safe; slash commands work.",
        "es-ES": f"No puedo escribir en {where}. Falta: Enviar mensajes, Adjuntar archivos. "
        "Tu partida está a salvo; los comandos con barra funcionan.",
    }
    assert privately(ann) == expected[locale]
    await ann.slash("board")

    assert ("move 1" if locale == "en-GB" else "jugada 1") in ann.seen


async def test_what_is_missing_is_told_in_ones_own_language(without: Any) -> None:
    """A player's setting goes before what their client speaks, in Discord's lines as well."""
    ann = without("send_messages", locale="en-GB")
    await ann.slash("language", language="es")
    await ann.say("play")

    assert privately(ann).startswith("No puedo escribir en ")


@LANGUAGES
async def test_threads_without_send_messages_in_threads(
    locale: str, without: Any, env: simcord.Env
) -> None:
    """Sending to the channel alone is not enough there, and the line names the other one."""
    ann = without("send_messages_in_threads", locale=locale)
    await ann.slash("play", game="bakers-game", deal="617")
    assert ann.message.interaction_metadata is None
    env.backend.create_thread(ann.channel.id, "t", ann.actor.id)
    there = Player(env, ann.actor, ann.channel.threads[0])
    await there.slash("board")
    assert there.message.interaction_metadata is not None
    await there.say("3a")

    name = "Send Messages in Threads" if locale == "en-GB" else "Enviar mensajes en hilos"
    assert name in privately(ann)


@LANGUAGES
async def test_exports_without_attach_files(locale: str, without: Any) -> None:
    """As much as a message holds, and a line; in private the whole goes along."""
    ann = without("attach_files", locale=locale)
    for number in range(4):
        await ann.slash("play", game="bakers-game", deal=str(number + 1))
        await ann.slash("move", moves="3a")
        await ann.slash("resign")
        await ann.press("Yes" if locale == "en-GB" else "Sí", ann.result.response.message)
    result = await ann.slash("mydata", do="export")
    message = result.response.message
    name = "Attach Files" if locale == "en-GB" else "Adjuntar archivos"
    assert result.ephemeral
    assert name in text_of(message)
    assert '"identities"' in text_of(message)
    assert message.attachments == []
    await ann.say("mydata export")

    assert len(Player(ann.env, ann.actor.user).message.attachments) == 1


@LANGUAGES
async def test_answers_without_read_message_history(locale: str, without: Any) -> None:
    """The sentence comes all the same, though not as an answer to the message."""
    ann = without("read_message_history", locale=locale)
    await ann.say("stats")

    assert ann.seen
    assert ann.message.reference is None


@LANGUAGES
async def test_nobody_takes_private_messages(locale: str, without: Any, env: simcord.Env) -> None:
    """Then the channel tells how to have the answer."""
    ann = without(locale=locale)
    await ann.slash("play", game="bakers-game", deal="617")
    env.inject_error("POST", f"/channels/{ann.actor.user.dm_channel.id}/messages", status=403,
                     code=50007)  # fmt: skip
    await ann.say("mydata")

    told = "write to you in private" if locale == "en-GB" else "escribirte en privado"
    assert told in ann.seen


def test_the_invitation_asks_for_what_is_needed() -> None:
    """README's link carries the permissions and scopes that the bot reckons with."""
    readme = (ROOT / "README.md").read_text("utf-8")

    assert f"scope={'+'.join(SCOPES)}&permissions={ASKED.value}`" in readme
    assert not ASKED.administrator
