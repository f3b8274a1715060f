"""What who has just ended a game hears about the challenge it was for."""

from __future__ import annotations

from bot.challenges.content import table
from bot.challenges.standing import ended, results, settled
from bot.scene import Scene
from storage import UnitOfWork
from storage.records import GameRow


async def challenge_news(scene: Scene, row: GameRow) -> tuple[str, ...]:
    """How many have ended; the result once all have, which ends the challenge."""
    number, t = row.challenge, scene.t
    if number is None:
        return ()

    async def work(uow: UnitOfWork) -> tuple[str, ...]:
        found = await uow.challenges.get(number)
        if found is None:
            return ()
        found = await settled(uow, found, scene.now)
        if found.closed_at is not None:
            lines = table(t, await results(uow, found))
            return (t("The challenge is over:"), *lines) if len(lines) > 1 else ()
        n, total = sum(map(ended, found.entries)), len(found.entries)
        return (t("The challenge: {n} of {total} have ended.", n=n, total=total),)

    return await scene.services.storage.write(work)
