"""Asking a solver on somebody's behalf, outside every transaction."""

from __future__ import annotations

from typing import TypeVar

from bot.scene import Scene
from bot.workers import Job, StillThinking, TooMany, Trouble

T = TypeVar("T")


async def ask(scene: Scene, job: Job[T]) -> T:
    """The answer of a solver to this player, who asks one thing at a time; raises Trouble."""
    who = scene.player.id if scene.player else (scene.actor.platform, scene.actor.external_id)
    return await scene.services.solvers.ask(who, job)


def no_answer(scene: Scene, trouble: Trouble) -> str:
    """Why no answer came, and what to do."""
    match trouble:
        case StillThinking():
            return scene.t("I'm still at your last question; one at a time, please.")
        case TooMany():
            return scene.t("Many are asking just now. Please try again in a minute.")
    return scene.t("No answer came this time; your game is as it was. Please ask again.")


def no_daily(scene: Scene) -> str:
    """Why a daily isn't there yet."""
    return scene.t("The daily is still being proved. Please try again in a minute.")
