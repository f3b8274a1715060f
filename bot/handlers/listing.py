"""The list of a player's running games."""

from __future__ import annotations

from bot import tokens
from bot.boards import named, say
from bot.handlers.missing import game_buttons
from bot.handlers.seating import go_on
from bot.replies import Button, Reply
from bot.scene import Scene
from games.catalogue import find
from storage.records import GameRow


async def games_command(scene: Scene, words: str) -> Reply:
    """The running games with a button each; ``games 2`` goes on with the second."""
    player = scene.player
    rows: tuple[GameRow, ...] = ()
    if player is not None:
        rows = await scene.services.storage.read(lambda reading: reading.games.running(player.id))
    if not rows:
        return say(
            scene.t("No game of yours is running. Which one shall it be?"), rows=game_buttons()
        )
    number = int(words) if words.isascii() and words.isdigit() and len(words) <= 4 else 0
    if 0 < number <= len(rows):
        return await go_on(scene, rows[number - 1])
    here = scene.current.row.id if scene.current else None
    lines = [_listed(scene, number, row, here) for number, row in enumerate(rows, 1)]
    buttons = tuple(
        (Button(named(row), tokens.encode(tokens.OnGame(row.id, row.seq, "board"))),)
        for row in rows[:20]
    )
    return say(scene.t("Your games:"), *lines, rows=buttons)


def _listed(scene: Scene, number: int, row: GameRow, here: int | None) -> str:
    score = scene.t("{score} of {total}", score=row.foundation, total=find(row.game).total)
    mark = scene.t(" (here)") if row.id == here else ""
    return f"{number}. {named(row)} · {score}{mark}"
