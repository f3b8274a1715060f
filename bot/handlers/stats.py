"""A player's own figures."""

from __future__ import annotations

from bot.boards import rating, say
from bot.handlers.keeping import clock
from bot.replies import Block, BlockKind, Reply
from bot.scene import Scene
from bot.titles import find_game, title
from storage.records import Figures


async def stats_command(scene: Scene, words: str) -> Reply:
    """The player's own figures, a game at a time."""
    t, player = scene.t, scene.player
    every: tuple[Figures, ...] = ()
    if player is not None:
        every = await scene.services.storage.read(lambda reading: reading.figures.of(player.id))
    key, _ = find_game(words.split())
    chosen = [each for each in every if key in (None, each.game)]
    if not chosen:
        return say(t("You have not played yet: no figures."), private=True)
    lines = [line for each in chosen for line in _figures(scene, each)]
    head = Block(BlockKind.TITLE, t("Your figures"))
    return Reply((head, Block(BlockKind.TEXT, "\n".join(lines))), private=True)


def _figures(scene: Scene, each: Figures) -> list[str]:
    t = scene.t
    rated = each.played - each.unfinished - each.running
    rate = t(" ({percent} %)", percent=round(100 * each.won / rated)) if rated else ""
    lines = [
        f"{title(each.game)}: "
        + t(
            "{played} played, {won} won{rate}, {clean} of them clean",
            played=each.played,
            won=each.won,
            rate=rate,
            clean=each.clean,
        )
    ]
    ends = t(
        "{lost} lost, {resigned} resigned, {restarted} restarted, {unfinished} unfinished",
        lost=each.lost,
        resigned=each.resigned,
        restarted=each.restarted,
        unfinished=each.unfinished,
    )
    open_ = t(", {n} running", n=each.running) if each.running else ""
    lines.append(f"  {ends}{open_}")
    if each.best_moves is not None and each.best_seconds is not None:
        best = t(
            "best: {moves} moves, {time}", moves=each.best_moves, time=clock(each.best_seconds)
        )
        lines.append(f"  {best}")
    if each.least_leftover is not None:
        left = t("fewest left over: {n}", n=each.least_leftover)
        lines.append(f"  {left}{rating(t, each.least_leftover)}")
    elif each.best_foundation is not None and not each.won:
        lines.append("  " + t("most cards home: {n}", n=each.best_foundation))
    return lines
