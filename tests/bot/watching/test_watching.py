"""What a host can watch: well or not, and figures that tell nothing about anybody."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.config import Settings
from bot.scene import Services
from bot.watching import MeteredConversation, Metrics, Watch
from storage import Storage, Unavailable
from tests.bot.conftest import NOON, Inline, Talk


@dataclass
class Reached:
    """A bot whose platform is reached, or isn't."""

    connected: bool = True


@dataclass
class Page:
    """The two addresses, and what stands behind them."""

    bot: Reached
    talk: Talk
    base: str

    async def get(self, path: str) -> tuple[int, str]:
        """Status and text."""
        async with aiohttp.ClientSession() as session, session.get(self.base + path) as answer:
            return answer.status, await answer.text()


class Moody:
    """A storage that can't be read."""

    async def read(self, work: Any) -> Any:
        """Nothing."""
        del work
        raise Unavailable("busy")


@pytest.fixture
async def page(storage: Storage) -> AsyncIterator[Page]:
    """Somebody plays on a platform that is reached; the answers stand on a port of 127.0.0.1."""
    metrics, bot = Metrics(), Reached()
    services = Services(storage, lambda: NOON, lambda below: 616 % below, Inline())
    talk = Talk(MeteredConversation(services, metrics), "ann")
    runner = await Watch(storage, {"discord": bot}, metrics).listen("127.0.0.1", 0)
    yield Page(bot, talk, "http://127.0.0.1:{1}".format(*runner.addresses[0]))
    await runner.cleanup()


async def test_well_while_all_is_reached(page: Page) -> None:
    """200 while the platform is, 503 and the name of what is not when it isn't."""
    assert await page.get("/health") == (200, '{"well": true, "database": true, "discord": true}')
    page.bot.connected = False
    assert await page.get("/health") == (
        503,
        '{"well": false, "database": true, "discord": false}',
    )


async def test_unwell_without_its_database() -> None:
    """The database counts as well."""
    watch: Any = Watch(Moody(), {}, Metrics())  # type: ignore[arg-type]  # on purpose
    runner = await watch.listen("127.0.0.1", 0)
    try:
        base = "http://127.0.0.1:{1}".format(*runner.addresses[0])
        status, text = await Page(Reached(), None, base).get("/health")  # type: ignore[arg-type]  # nobody plays
    finally:
        await runner.cleanup()
    assert (status, text) == (503, '{"well": false, "database": false}')


async def test_figures_tell_of_nobody(page: Page) -> None:
    """Answers by platform and kind, running games, the platform's state; no names, no words."""
    await page.talk.say("play bakers-game 617")
    await page.talk.press("Menu")
    status, text = await page.get("/metrics")

    assert status == 200
    assert 'patience_answer_seconds_count{kind="message",platform="terminal"} 1.0' in text
    assert 'patience_answer_seconds_count{kind="press",platform="terminal"} 1.0' in text
    assert "patience_running_games 1.0" in text
    assert 'patience_connected{platform="discord"} 1.0' in text
    assert "ann" not in text.replace("anned", "")
    assert "617" not in text


def test_logged_events_are_counted_by_level() -> None:
    """An alarm can be set on errors without reading the log."""
    metrics = Metrics()
    for level in ("error", "info", "error"):
        assert metrics.logged(None, level, {"event": "x"}) == {"event": "x"}
    shown = metrics.shown({}, 0).decode()
    assert 'patience_log_events_total{level="error"} 2.0' in shown


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:9464", ("127.0.0.1", 9464)),
        ("[::1]:80", ("::1", 80)),
        ("localhost:0", ("localhost", 0)),
        ("", None),
        ("9464", None),
        (":9464", None),
        ("host:99999", None),
        ("host:port", None),
    ],
)
def test_the_address(
    text: str, address: tuple[str, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Host and port; anything else is told when the program starts."""
    monkeypatch.setenv("WATCH_LISTEN", text)
    if text and address is None:
        with pytest.raises(ValueError, match="host:port"):
            Settings()
    else:
        assert Settings().watch_address == address
