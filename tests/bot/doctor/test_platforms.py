"""Each thing that can be wrong with a platform, made wrong, and the line it gives."""

import sys

import discord
import pytest

from bot.adapters.discord import addressed, examine
from bot.adapters.telegram import examine as examine_telegram
from bot.doctor import Finding, State
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.faults import broken
from tests.fakes.discord.server import TOKEN
from tests.fakes.telegram import TOKEN as TELEGRAM_TOKEN
from tests.fakes.telegram import BotApi, World

CLOSED = "http://127.0.0.1:9"


async def _on_discord(fake: FakeDiscord, token: str = TOKEN) -> tuple[Finding, ...]:
    addressed(fake.api, fake.gateway.url)
    return await examine(token)


def _lines(found: tuple[Finding, ...]) -> list[str]:
    return [each.line for each in found]


@pytest.fixture(autouse=True)
def _own_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real addresses are back after each test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)


async def test_discord_all_well() -> None:
    """Logged in, and allowed to play in every channel."""
    async with FakeDiscord() as fake:
        assert _lines(await _on_discord(fake)) == [
            "ok    Discord: logged in as patience",
            "ok    Discord, Club: may play in all of 1 channels",
        ]


async def test_discord_token_refused() -> None:
    """The line says where to get another, and holds nothing of the token."""
    async with FakeDiscord() as fake:
        [finding] = await _on_discord(fake, "wrong.token.here")
    assert finding.state is State.MEND
    assert finding.advice.startswith("copy it anew")
    assert "wrong" not in finding.line


async def test_discord_out_of_reach() -> None:
    """Nobody answers there."""
    addressed(CLOSED, "")
    [finding] = await examine(TOKEN)
    assert finding.state is State.MEND
    assert "can't be reached" in finding.said


async def test_discord_permissions() -> None:
    """Missing in one of two channels is a note, in all of them to be mended; each is named."""
    without = discord.Permissions.all()
    without.update(administrator=False, send_messages=False, attach_files=False)
    async with FakeDiscord() as fake:
        [guild] = fake.world.guilds.values()
        guild["roles"][0]["permissions"] = str(without.value)
        _, everywhere = await _on_discord(fake)
        other = fake.world._channel(int(guild["id"]))
        other["name"] = "talk"
        other["permission_overwrites"] = [
            {"id": guild["id"], "type": 0, "allow": str((1 << 11) | (1 << 15)), "deny": "0"}
        ]
        guild["channels"].append(other)
        _, partly = await _on_discord(fake)
    assert everywhere.state is State.MEND
    assert "#cards lack Send Messages, Attach Files" in everywhere.said
    assert partly.state is State.NOTE
    assert "#talk" not in partly.said


async def test_discord_intents() -> None:
    """Privileged intents that were turned on are named: none is needed."""
    async with FakeDiscord() as fake:
        fake.world.flags = (1 << 15) | (1 << 18)
        finding = (await _on_discord(fake))[1]
    assert finding.state is State.NOTE
    assert finding.said.endswith("are on: Server Members, Message Content")


async def test_discord_private_application() -> None:
    """A bot that only its owner can invite is worth a word."""
    async with FakeDiscord() as fake:
        fake.world.public = False
        finding = (await _on_discord(fake))[1]
    assert (finding.state, finding.said) == (State.NOTE, "only its owner can invite this bot")


async def test_discord_in_many_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that weren't looked at are not passed over in silence."""
    monkeypatch.setattr(sys.modules[examine.__module__], "MOST", 1)
    async with FakeDiscord() as fake:
        fake.world.guild()
        found = await _on_discord(fake)
    assert len(found) == 3
    assert found[-1].said == "only the first 1 servers were looked at"


async def test_discord_server_out_of_reach() -> None:
    """A server that shows nothing to the bot is named, with the status that Discord gave."""
    async with FakeDiscord() as fake:
        fake.faults.add("GET", r"/guilds/\d+$", broken(403))
        _, finding = await _on_discord(fake)
    assert finding.state is State.MEND
    assert finding.said == "can't be looked at (status 403, code 0)"


async def test_discord_without_servers() -> None:
    """Nobody has invited it yet."""
    async with FakeDiscord() as fake:
        fake.world.guilds.clear()
        assert (await _on_discord(fake))[-1].said == "it is in no server yet"


async def _on_telegram(
    world: World | None = None, *, token: str = TELEGRAM_TOKEN, url: str = ""
) -> tuple[Finding, ...]:
    api = BotApi(world or World(lambda: 0.0))
    await api.start()
    try:
        return await examine_telegram(token, api.address, url)
    finally:
        await api.close()


async def test_telegram_all_well() -> None:
    """Logged in, and heard by polling."""
    assert _lines(await _on_telegram()) == [
        "ok    Telegram: logged in as @PatienceBot",
        "ok    Telegram: heard by long polling",
    ]


async def test_telegram_token_refused() -> None:
    """The line names BotFather, and holds nothing of the token."""
    [finding] = await _on_telegram(token="4242:wrong-secret")
    assert finding.state is State.MEND
    assert "@BotFather" in finding.advice
    assert "secret" not in finding.line


async def test_telegram_out_of_reach() -> None:
    """Nobody answers there."""
    [finding] = await examine_telegram(TELEGRAM_TOKEN, CLOSED, "")
    assert finding.state is State.MEND
    assert "can't be reached" in finding.said


async def test_telegram_webhook_missing() -> None:
    """The address of the settings isn't the one Telegram knows: the next start mends that."""
    [_, finding] = await _on_telegram(url="https://example.org/patience")
    assert finding.state is State.NOTE
    assert "WEBHOOK_URL" in finding.said


async def test_telegram_groups() -> None:
    """Hearing everything, or not being let into groups, is worth a word each."""
    world = World(lambda: 0.0)
    world.privacy_mode = world.may_join = False
    _, _, hears, joins = await _on_telegram(world)
    assert (hears.state, joins.state) == (State.NOTE, State.NOTE)
    assert "/setprivacy" in hears.advice
    assert "/setjoingroups" in joins.advice


async def test_telegram_webhook_in_trouble() -> None:
    """What Telegram met at the address is told, and where to look."""
    world, url = World(lambda: 0.0), "https://example.org/patience"
    world.updates.set_webhook({"url": url})
    assert (await _on_telegram(world, url=url))[-1].state is State.WELL
    world.webhook_error = "Connection refused"
    found = (await _on_telegram(world, url=url))[-1]
    assert found.state is State.MEND
    assert "Connection refused" in found.said
    assert (await _on_telegram(world))[-1].state is State.NOTE
