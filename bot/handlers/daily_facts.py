"""What is said of a game because it is a daily: its par, and its player's days in a row."""

from __future__ import annotations

from dataclasses import dataclass

from bot.daily.dates import last_closed
from bot.daily.streaks import streak
from bot.daily.words import GRIP
from bot.scene import Scene
from storage import Reading
from storage.records import GameRow


@dataclass(frozen=True, slots=True)
class Facts:
    """``par`` is None where every win takes as many moves; ``days`` is the streak under way."""

    par: int | None
    days: int


async def facts_of(scene: Scene, row: GameRow) -> Facts:
    """The facts of a game; those of one that is no daily say nothing."""
    day = row.daily
    if day is None:
        return Facts(None, 0)

    async def work(reading: Reading) -> Facts:
        made = await reading.dailies.of(day)
        par = next((each.par for each in made if each.game == row.game), None)
        solved = await reading.dailies.solved(row.player_id)
        days = streak(solved, last_closed(scene.now)).current
        return Facts(None if row.game == GRIP else par, days)

    return await scene.services.storage.read(work)


def in_a_row(scene: Scene, facts: Facts) -> str:
    """``5 days in a row``; empty for none."""
    return scene.t.plural("{n} day in a row", "{n} days in a row", facts.days) if facts.days else ""


def at_the_end(scene: Scene, row: GameRow, facts: Facts) -> tuple[str, ...]:
    """What a win at a daily adds: par, and the streak where the win counts for it."""
    if row.daily is None:
        return ()
    said = [scene.t("Par is {par}.", par=facts.par)] if facts.par is not None else []
    run = in_a_row(scene, facts) if row.solved else ""
    return tuple(said + ([f"{run}."] if run else []))
