"""Logs: lines for people, JSON for machines, ids on errors, and no secret in either."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from bot.commandline.logs import log_from, log_libraries
from bot.config import Settings

SECRETS = {
    "discord_token": "MTIz.discord",
    "telegram_token": "123456:telegram",
    "webhook_secret": "told-by-telegram",
    "daily_secret": 'dailies, "drawn" from what nobody knows',
    "database_url": "postgresql+asyncpg://bot:p%40ss%20word@db.example/games",
}
HIDDEN = (
    "MTIz.discord",
    "123456:telegram",
    "told-by-telegram",
    'dailies, "drawn" from what nobody knows',
    "p%40ss%20word",
    "p@ss word",
)


class Terminal(io.StringIO):
    """What a person looks at."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Every secret set."""
    for name, value in SECRETS.items():
        monkeypatch.setenv(name.upper(), value)
    return Settings(_env_file=None)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def _fail(secret: str) -> None:
    raise ValueError(f"no entry at https://example.org/{secret}/x")


@pytest.mark.parametrize("out", [io.StringIO(), Terminal()], ids=["JSON", "terminal"])
def test_no_secret_is_in_any_line(settings: Settings, out: io.StringIO) -> None:
    """Neither as a value, nor within one, nor in an exception, nor in what is no text."""
    log_from(logging.INFO, out, hidden=settings.secrets)
    log = structlog.get_logger()
    for secret in HIDDEN:
        log.info("plain", value=secret, within=f"a {secret} b", listed=[secret], known={secret: 1})
        log.info(secret)
        try:
            _fail(secret)
        except ValueError:
            log.exception("failed")

    said = out.getvalue()
    assert said.count("…") + said.count("\\u2026") == len(HIDDEN) * 6
    for secret in HIDDEN:
        assert secret not in said
        assert json.dumps(secret)[1:-1] not in said


def test_libraries_tell_no_secret_either(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their lines are in the same form."""
    log_libraries(hidden=settings.secrets)
    for secret in HIDDEN:
        logging.getLogger("some.library").warning("at %s", secret)

    lines = capsys.readouterr().err.splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["at …"] * len(HIDDEN)


def test_errors_have_ids(settings: Settings) -> None:
    """That which a player was told, or one of their own; other lines have none."""
    out = io.StringIO()
    log_from(logging.INFO, out, hidden=settings.secrets)
    log = structlog.get_logger()
    log.error("told", error_id="0badcafe")
    log.error("one")
    log.error("another")
    log.warning("no error")

    ids = [json.loads(line).get("error_id") for line in out.getvalue().splitlines()]
    assert ids[0] == "0badcafe"
    assert ids[3] is None
    assert len({*ids[:3]}) == 3
    assert {len(each) for each in ids[:3]} == {8}


@pytest.mark.parametrize("password", ["pass[word", "pass%5Bword"])
def test_a_password_of_any_signs_is_hidden(monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    """As it is written, and as it is meant."""
    monkeypatch.setenv("DATABASE_URL", f"postgresql+asyncpg://bot:{password}@db.example/games")

    assert {password, "pass[word"} <= {*Settings(_env_file=None).secrets}


def test_a_short_secret_spoils_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dots for every ``a`` would hide all but the secret."""
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://bot:a@db.example/games")

    assert Settings(_env_file=None).secrets == ()


def test_an_outage_is_a_warning_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Discord's connection is tried again by itself: no error to alert on, and no traceback."""
    log_libraries()
    for name, said in (
        ("discord.shard", "Attempting a reconnect for shard ID 0 in 1.90s"),
        ("discord.client", "Attempting a reconnect in 1.90s"),
    ):
        try:
            _fail("gateway")
        except ValueError:
            logging.getLogger(name).exception(said.replace("1.90", "%.2f"), 1.9)
        event = json.loads(capsys.readouterr().err)
        event.pop("timestamp")
        why = "ValueError: no entry at https://example.org/gateway/x"
        assert event == {"level": "warning", "event": f"{said} ({why})"}

    logging.getLogger("discord.client").error("Something else")
    assert json.loads(capsys.readouterr().err)["level"] == "error"
