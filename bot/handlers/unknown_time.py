"""What is said of a time that can't be read."""

from __future__ import annotations

from bot.daily.schedule import nearest_time, wall_time
from bot.scene import Scene


def no_time(scene: Scene, said: str) -> str:
    """That it is no time, and which one may be meant."""
    nearest = nearest_time(said)
    if nearest is None:
        return scene.t("“{said}” is no time. For example: 9:30, 21:00 or 9:30 pm.", said=said[:40])
    return scene.t(
        "“{said}” is no time. Perhaps {nearest}?", said=said[:40], nearest=wall_time(nearest)
    )
