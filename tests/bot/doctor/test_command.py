"""``patience doctor`` as a host runs it, against a Discord and a Telegram of our own."""

from pathlib import Path

import pytest

from tests.bot.program import program
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.server import TOKEN as DISCORD_TOKEN
from tests.fakes.telegram import TOKEN as TELEGRAM_TOKEN
from tests.fakes.telegram import BotApi, World

WRONG = {
    "DISCORD_TOKEN": ("not.the.token", "Discord: "),
    "TELEGRAM_TOKEN": ("4242:not-the-secret", "Telegram: "),
    "DATABASE_URL": ("sqlite:///there/is/a/file/patience.db", "there: Not a directory"),
    "WEBHOOK_PORT": ("some-port", "WEBHOOK_PORT must be a port's number"),
    "DAILY_SECRET": (" short" + " " * 40, "DAILY_SECRET must be 32 random characters or more"),
}
"""Settings made wrong, one at a time, and a word of the line that tells."""


async def _doctor(folder: Path, settings: dict[str, str]) -> tuple[int | None, list[str]]:
    async with FakeDiscord() as discord:
        telegram = BotApi(World(lambda: 0.0))
        await telegram.start()
        own = {
            "DISCORD_TOKEN": DISCORD_TOKEN,
            "DISCORD_API_BASE": discord.api,
            "DISCORD_GATEWAY_URL": discord.gateway.url,
            "TELEGRAM_TOKEN": TELEGRAM_TOKEN,
            "TELEGRAM_API_BASE": telegram.address,
        }
        process = await program(folder, "doctor", **own | settings)
        out, errors = await process.communicate()
        await telegram.close()
    assert errors == b""
    return process.returncode, out.decode().splitlines()


async def test_all_is_well(tmp_path: Path) -> None:
    """A line for each thing, none to mend, status 0."""
    status, lines = await _doctor(tmp_path, {})
    assert status == 0
    assert lines[-1] == "all is well"
    said = [line.split(": ")[0] for line in lines[:-1]]
    assert said == [
        "ok    Python", "ok    time zones", "ok    disk", "note  database", "ok    solvers",
        "ok    Discord", "ok    Discord, Club", "ok    Telegram", "ok    Telegram",
    ]  # fmt: skip


@pytest.mark.parametrize("setting", WRONG)
async def test_one_thing_wrong(setting: str, tmp_path: Path) -> None:
    """Its line says so, the others go on, nothing of a secret is shown, status 1."""
    value, word = WRONG[setting]
    (tmp_path / "there").write_text("a file where a folder should be")
    status, lines = await _doctor(tmp_path, {setting: value})
    assert status == 1
    ill = [line for line in lines if line.startswith("mend")]
    assert any(word in line for line in ill)
    shown = "\n".join(lines)
    secrets = [DISCORD_TOKEN, TELEGRAM_TOKEN, "not.the.token", "not-the-secret"]
    assert not any(secret in shown for secret in secrets)


async def test_a_file_of_settings_in_another_encoding(tmp_path: Path) -> None:
    """As some editors save it: told with what to do, in no traceback."""
    (tmp_path / ".env").write_text("DISCORD_TEST_GUILD=1", encoding="utf-16")
    status, lines = await _doctor(tmp_path, {})
    told = ".env can't be read – save it as UTF-8 text that the bot's user may read"
    assert (status, lines[-2:]) == (1, [f"mend  settings: {told}", "1 to mend"])
