"""What is said of a time zone that nobody knows."""

from __future__ import annotations

from bot.daily.zones import Unknown, find_zone
from bot.scene import Scene


def no_zone(scene: Scene, said: str) -> str:
    """That no zone is called so, and which ones may be meant."""
    found = find_zone(said)
    nearest = ", ".join(found.nearest) if isinstance(found, Unknown) else ""
    if nearest:
        return scene.t("I know no time zone “{name}”. Perhaps {nearest}?", name=said,
                       nearest=nearest)  # fmt: skip
    return scene.t(
        "I know no time zone “{name}”. Say a city such as Europe/Madrid, or UTC+5:45.", name=said
    )
