"""``guide``: a first game of a kind, told move by move."""

from __future__ import annotations

from bot import tokens
from bot.boards import say
from bot.guide import LESSONS
from bot.handlers.asked_deals import Wanted
from bot.handlers.starting import begin
from bot.replies import Button, Reply, Rows
from bot.scene import Scene
from bot.titles import find_game, title
from games.catalogue import find
from games.deals import is_prepared, lay_out
from storage.records import Kind

PAGE = "guide"


async def guide_command(scene: Scene, words: str) -> Reply:
    """``guide [game]``: the guided game of a kind, or a choice between them."""
    key, _ = find_game(words.split())
    return await guide(scene, key) if key in LESSONS else choice(scene)


async def guide_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """What a button of this page does, or None for a page there isn't."""
    match arguments:
        case [key] if key in LESSONS:
            return await guide(scene, key)
        case []:
            return choice(scene)
    return None


async def guide(scene: Scene, key: str) -> Reply:
    """Begin the guided game, or go on with it; it is practice, and counts as easy or prepared."""
    game, deal = find(key), LESSONS[key].deal
    kind: Kind = "prepared" if is_prepared(game, deal) else "easy"
    return await begin(scene, Wanted(game, deal, lay_out(game, deal), kind, practice=True))


def choice(scene: Scene) -> Reply:
    """Ask which game it shall be."""
    sentence = scene.t("A few moves of a first game, each one told. Which game shall I show you?")
    return say(sentence, rows=_rows())


def guide_button(scene: Scene) -> Button:
    """The button that offers guided games."""
    return Button(scene.t("Guided first game"), tokens.encode(tokens.OnPage(PAGE)))


def _rows() -> Rows:
    return tuple(
        (Button(title(key), tokens.encode(tokens.OnPage(PAGE, (key,)))),) for key in LESSONS
    )
