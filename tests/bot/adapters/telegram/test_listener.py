"""The address at which Telegram tells of news: the right secret, or nothing happens."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
import telegram

from bot.adapters.telegram.webhook import HEADER, Listener, Webhook
from bot.adapters.unwelcome import Unwelcome

WEBHOOK = Webhook("https://example.org/patience", 0, secret="right")
UPDATE = {"update_id": 617}


class Post:
    """A listener, what it took, and somebody who posts to it."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        bot = telegram.Bot("1:token")
        self.listener = Listener(WEBHOOK, bot, lambda update: self.taken.append(update.update_id))
        self.address = ""

    async def status(self, body: object, secret: str | None = "right", path: str = "") -> int:
        """The status that a post is answered with."""
        headers = {} if secret is None else {HEADER: secret}
        async with (
            aiohttp.ClientSession() as session,
            session.post(self.address + (path or WEBHOOK.path), headers=headers, json=body) as got,
        ):
            return got.status


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    """A listener on a free port."""
    made = Post()
    host, port = await made.listener.start()
    made.address = f"http://{host}:{port}"
    yield made
    await made.listener.close()


async def test_an_update_is_taken(post: Post) -> None:
    """With the right secret, on this machine alone."""
    assert await post.status(UPDATE) == 200
    assert post.taken == [617]
    assert post.address.startswith("http://127.0.0.1:")


@pytest.mark.parametrize("secret", [None, "", "wrong", "Right", "righ", "ríght"])
async def test_without_the_secret_nothing_is_taken(post: Post, secret: str | None) -> None:
    """A missing one, an empty one, one that is nearly right."""
    assert await post.status(UPDATE, secret) == 403
    assert post.taken == []


async def test_elsewhere_is_nothing(post: Post) -> None:
    """Only the path of the public address exists."""
    assert await post.status(UPDATE, path="/other") == 404


@pytest.mark.parametrize("body", [[], 7, {}, {"update_id": 1, "message": 7}])
async def test_what_is_no_update_is_put_away(post: Post, body: object) -> None:
    """It is not brought again, and harms nothing."""
    assert await post.status(body) in (200, 400)
    assert await post.status(UPDATE) == 200
    assert post.taken == [617]


async def test_a_port_that_is_taken(post: Post) -> None:
    """One sentence for the host says which."""
    port = int(post.address.rpartition(":")[2])
    second = Listener(Webhook("https://example.org/x", port), telegram.Bot("1:token"), print)

    with pytest.raises(Unwelcome, match=rf"can't listen on 127\.0\.0\.1:{port}"):
        await second.start()


def test_the_secret_is_not_shown() -> None:
    """Not where a webhook is written out either; each start makes another."""
    assert "right" not in repr(WEBHOOK)
    assert len({Webhook("https://example.org").secret for _ in range(9)}) == 9
