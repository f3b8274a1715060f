"""Posting a daily again of which nobody knows whether it arrived, at the word of a manager."""

from __future__ import annotations

from datetime import date

from bot.boards import say
from bot.handlers.setup import not_for_you
from bot.replies import Reply
from bot.scene import Scene
from storage import UnitOfWork


async def post_again(scene: Scene, day: date) -> Reply:
    """Let the post of a date come once more, as if it were due now."""
    refused, here = not_for_you(scene), scene.here
    if refused is not None:
        return refused

    async def work(uow: UnitOfWork) -> bool:
        schedule = await uow.schedules.get(here.id) if here else None
        if here is None or schedule is None or not schedule.on or schedule.paused:
            return False
        if not await uow.schedules.forget_lost(here.id, day):
            return False
        await uow.schedules.change(here.id, next_at=scene.now, next_day=day)
        return True

    if await scene.services.storage.write(work):
        return say(scene.t("It is posted again in a moment."), private=True)
    return say(scene.t("There is nothing to post again."), private=True)
