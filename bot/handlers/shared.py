"""Finished games that their players passed on by a link: making the link, finding the game."""

from __future__ import annotations

import hmac

from bot import links
from bot.handlers.link_key import link_key
from bot.scene import Scene
from bot.sessions import AtHand
from storage import Reading, UnitOfWork
from storage.records import GameRow

FINISHED = frozenset({"won", "lost", "resigned"})


async def link_to(scene: Scene, row: GameRow, *, moves: bool = False) -> str:
    """A link to a finished game or to its ``moves``; empty where the platform has no links."""
    if not scene.chat.link:
        return ""
    shared = links.Shared(row.id, links.seal(await link_key(scene), row.id), moves)
    return scene.chat.link + links.encode(shared)


async def shared_game(scene: Scene, link: links.Shared) -> AtHand | None:
    """The game of a link; None for one that wasn't shared, is gone, or is played again."""
    if not links.sealed(await link_key(scene), link):
        return None

    async def work(reading: Reading) -> AtHand | None:
        row = await reading.games.get(link.game_id)
        if row is None or row.status not in FINISHED:
            return None
        return await scene.services.sessions.at_hand(row, reading.games.events)

    return await scene.services.storage.read(work)


async def join(scene: Scene, link: links.Daily) -> None:
    """Let who followed a chat's link stand on its table, if the link was made there."""
    seal = links.seal_of_chat(await link_key(scene), link.chat_id)
    if not hmac.compare_digest(seal, link.seal):
        return

    async def work(uow: UnitOfWork) -> None:
        await uow.people.join(await scene.enter(uow), link.chat_id)

    await scene.services.storage.write(work)
