"""What who has just ended a game hears about the challenge it was for."""

from __future__ import annotations

from dataclasses import replace

from bot.boards import say
from bot.challenges.content import result
from bot.challenges.standing import ended, results, settled
from bot.handlers.challenge_looking import is_posted_here
from bot.i18n import texts_in
from bot.replies import Reply
from bot.scene import Scene
from storage import UnitOfWork
from storage.records import GameRow

_NOTHING = Reply(())


async def challenge_news(scene: Scene, row: GameRow, *, hidden: bool) -> Reply:
    """How many have ended; the result once all have, which ends the challenge. Else empty.

    A result is told once where the challenge was made: there it is this answer, unless that is
    ``hidden`` from the others; then it comes as a post.
    """
    number, t = row.challenge, scene.t
    if number is None:
        return _NOTHING

    async def work(uow: UnitOfWork) -> Reply:
        found = await uow.challenges.get(number)
        if found is None:
            return _NOTHING
        here, already = is_posted_here(scene, found), found.closed_at is not None
        found = await settled(uow, found, scene.now, told=here and not hidden)
        if found.closed_at is None:
            n, total = sum(map(ended, found.entries)), len(found.entries)
            return say(t("The challenge: {n} of {total} have ended.", n=n, total=total))
        tries = await results(uow, found)
        if len(tries) < 2:
            return _NOTHING
        if here and (hidden or already):
            return say(t("The challenge is over; its result comes into this chat."))
        if here:
            return result(texts_in(found.language), found, tries)
        return replace(result(t, found, tries), rows=())

    return await scene.services.storage.write(work)
