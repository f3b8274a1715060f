"""What is said where something about a daily waits for its date to close."""

from __future__ import annotations

from bot.daily.words import closing
from bot.scene import Scene
from storage.records import GameRow


def waits(scene: Scene, row: GameRow) -> str:
    """That it comes when the date has closed, so that nobody hears of hidden cards before."""
    assert row.daily is not None  # only a daily waits
    moment = closing(scene.t, row.daily)
    return scene.t("That waits until the daily has closed, {moment}.", moment=moment)
