"""Makes ready, where processes are begun from, what each of them would spend its time on."""

import asyncio
import gc
import tempfile
from datetime import UTC, datetime

from storage import Storage
from tests.bot.conftest import Clock
from tests.bot.daily import posting
from tests.bot.daily.year import lives


async def _post_once(folder: str) -> None:
    world = posting.World(Clock(datetime(2027, 1, 1, tzinfo=UTC)))
    storage = await Storage.open(f"sqlite:///{folder}/warm.db")
    await posting.subscribe(storage, world, "club")
    world.clock.forward(hours=9)
    await posting.process(storage, world)[0].step()
    await storage.close()
    assert world.posts


with tempfile.TemporaryDirectory() as _folder:
    asyncio.run(_post_once(_folder))
# What is there stays as it is in all processes, so that they share it.
gc.freeze()
__all__ = ["lives"]
