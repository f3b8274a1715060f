"""What is said when a game has just ended; a solved one is celebrated."""

from __future__ import annotations

from bot.boards import rating
from bot.handlers.challenge_news import challenge_news
from bot.handlers.daily_facts import at_the_end, facts_of
from bot.i18n import Texts
from bot.look import Look
from bot.names import isolated
from bot.render import cheer
from bot.render.places import GRIP
from bot.scene import Scene
from bot.sessions import AtHand
from bot.titles import title
from games.game import Outcome
from storage.records import GameRow, Milestone

_ROUND = frozenset({1, 10, 25, 50})
"""So many solved deals are worth a word; later every full hundred."""


async def ending(scene: Scene, at_hand: AtHand) -> tuple[str, ...]:
    """The sentences for a game that has just ended, or none."""
    if at_hand.outcome is Outcome.WON:
        row = at_hand.row
        milestone = await scene.services.storage.read(lambda reading: reading.solves.milestone(row))
        flourish = cheer(at_hand.table, scene.look)
        facts = at_the_end(scene, row, await facts_of(scene, row))
        spoken = (_praise(scene, at_hand), *facts, *_milestone(scene.t, row, milestone))
        spoken += await _news(scene, row)
        return (flourish, *spoken) if flourish else spoken
    if at_hand.row.status == "lost":
        return (_lost(scene.look, at_hand), *await _news(scene, at_hand.row))
    return ()


async def _news(scene: Scene, row: GameRow) -> tuple[str, ...]:
    """The news of a challenge under a board, which others here don't see."""
    news = await challenge_news(scene, row, hidden=not scene.chat.private)
    again = (scene.t("“challenge again” deals a new one to the same people."),) if news.rows else ()
    return (*(block.text for block in news.blocks), *again)


def _praise(scene: Scene, at_hand: AtHand) -> str:
    t, row = scene.t, at_hand.row
    moves = t.plural("{n} move", "{n} moves", row.moves)
    if row.game == GRIP:
        praise = t(
            "24 piles, every one in its row. The Devil lets go, {name}!", name=isolated(scene.name)
        )
    else:
        total = at_hand.game.total
        praise = t("All {n} home. Beautifully done, {name}!", n=total, name=isolated(scene.name))
    return f"{praise} {moves}, {_manner(t, row)}."


def _manner(t: Texts, row: GameRow) -> str:
    if row.assisted:
        return t("assisted")
    return t("clean") if row.clean_solve else t("try {n}", n=row.attempt)


def _milestone(t: Texts, row: GameRow, milestone: Milestone | None) -> tuple[str, ...]:
    """A word for a round number of solved deals, and for the shortest way so far."""
    if milestone is None:
        return ()
    said = []
    if milestone.solved == 1:
        said.append(t("Your first {game} solved!", game=title(row.game)))
    elif milestone.solved in _ROUND or milestone.solved % 100 == 0:
        said.append(t("That makes {n} solved: {game}.", n=milestone.solved, game=title(row.game)))
    before = milestone.fewest_before
    if before is not None and row.moves < before:
        said.append(t("Your shortest so far; it was {n} moves.", n=before))
    return tuple(said)


def _lost(look: Look, at_hand: AtHand) -> str:
    t = look.t
    score = at_hand.game.score(at_hand.session.position)
    if score.leftover is not None:
        left = t.plural("{n} card left over", "{n} cards left over", score.leftover)
        rated = rating(t, score.leftover)
        return t("Nothing more can go in: {left}{rated}.", left=left, rated=rated)
    return t(
        "No card fits any more: {score} of {total}. Same deal again?",
        score=score.foundation,
        total=at_hand.game.total,
    )
