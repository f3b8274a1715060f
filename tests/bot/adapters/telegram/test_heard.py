"""Each update once: in this process, after a restart, and beside another process."""

import asyncio

from bot.adapters.telegram.heard import KEPT, Heard
from storage import Storage


async def test_a_message_is_first_once(storage: Storage) -> None:
    """Whoever asks, and however many at once."""
    copies = [Heard(storage) for _ in range(4)]
    told = await asyncio.gather(*(copy.first(617) for copy in copies))

    assert sorted(told) == [False, False, False, True]
    assert not await Heard(storage).first(617)
    assert await Heard(storage).first(616)


async def test_only_the_last_are_kept(storage: Storage) -> None:
    """Telegram brings nothing again that is older than a day."""
    heard = Heard(storage)
    for number in range(KEPT + 1):
        assert await heard.first(number)

    assert not await heard.first(1)
    assert await heard.first(0)


def test_an_update_comes_once_to_a_process() -> None:
    """A button's press as well; without asking the database."""
    heard = Heard(None)  # type: ignore[arg-type]  # it isn't asked

    assert [heard.again(7), heard.again(7), heard.again(6)] == [False, True, False]
