"""The key under which links into the bot are sealed."""

from __future__ import annotations

from bot import links
from bot.scene import Scene


async def link_key(scene: Scene) -> bytes:
    """The key, made where there is none yet; so the writer is asked."""
    return await scene.services.storage.write(lambda uow: uow.keys.key(links.KEY))
