"""Deals that somebody wishes for: winnable, easy, medium, hard, a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.boards import say
from bot.handlers.asked_deals import Wanted, wanted_deal
from bot.handlers.solving import ask, no_answer
from bot.reading.words import fold
from bot.replies import Reply
from bot.scene import Scene
from bot.titles import title
from bot.workers import Trouble
from bot.workers.jobs import WINNABLE, FindDeal
from games.deals import random_deal
from games.errors import BadDeal
from games.game import Game
from games.solvers.solver import Difficulty
from storage import Reading
from storage.records import Legend

LEGEND = "legend"
TRIED = 60
"""Random deals looked at for a wish; one in ten or more answers any of them."""

_WISHES = {
    "winnable": WINNABLE, "ganable": WINNABLE,
    "easy": Difficulty.EASY, "facil": Difficulty.EASY,
    "medium": Difficulty.MEDIUM, "medio": Difficulty.MEDIUM, "media": Difficulty.MEDIUM,
    "hard": Difficulty.HARD, "dificil": Difficulty.HARD,
    "legend": LEGEND, "leyenda": LEGEND,
}  # fmt: skip


def wish_of(words: Sequence[str]) -> str | None:
    """The wish that the words after a game begin with, if they do."""
    return _WISHES.get(fold(words[0])) if words else None


async def wished(scene: Scene, game: Game[Any], wish: str, words: Sequence[str]) -> Wanted | Reply:
    """The deal wished for, or why there is none; raises BadDeal for what follows the wish."""
    if wish == LEGEND:
        if words:
            raise BadDeal("not_a_word", " ".join(words))
        return await _legend(scene, game)
    if game.prepared_deals:
        # Nearly every shuffled deal is lost here: one that can be won has to be made.
        level = Difficulty.MEDIUM if wish == WINNABLE else wish
        text = f"{level}1-{random_deal(scene.services.randbelow)}"
        return wanted_deal(scene, game, [text, *words])
    wanted_deal(scene, game, ["random", *words])  # what is wrong is told before the search
    deals = tuple(random_deal(scene.services.randbelow) for _ in range(TRIED))
    try:
        found = await ask(scene, FindDeal(game.key, wish, deals))
    except Trouble as trouble:
        return say(no_answer(scene, trouble), private=True)
    if found is None:
        return say(scene.t("No such deal was found in time. Please ask again."), private=True)
    wanted = wanted_deal(scene, game, [found, *words])
    # Chosen easy ones are counted in a column of their own.
    return replace(wanted, kind="easy") if wish == Difficulty.EASY else wanted


async def _legend(scene: Scene, game: Game[Any]) -> Wanted | Reply:
    """One of the natural winners that a search has found."""
    if not game.prepared_deals:
        sentence = scene.t(
            "Most deals of {game} can be won: “winnable” finds one.", game=title(game.key)
        )
        return say(sentence, private=True)

    async def work(reading: Reading) -> Legend | None:
        count = await reading.legends.count(game.key)
        return (
            await reading.legends.nth(game.key, scene.services.randbelow(count)) if count else None
        )

    found = await scene.services.storage.read(work)
    if found is None:
        return say(
            scene.t("No legend of {game} is known here yet.", game=title(game.key)), private=True
        )
    return wanted_deal(scene, game, [found.deal])
