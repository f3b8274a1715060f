"""``guide``: a first game of a kind, told move by move."""

from __future__ import annotations

from dataclasses import replace

from bot import tokens
from bot.boards import named, say
from bot.guide import LESSONS, went_beyond
from bot.handlers.asked_deals import Wanted
from bot.handlers.seating import give_up, in_the_way, new_game, show_game, sit_down
from bot.replies import Button, Reply, Rows
from bot.scene import Scene
from bot.titles import find_game, title
from games.catalogue import find
from games.deals import is_prepared, lay_out
from storage import UnitOfWork
from storage.records import GameRow, Kind

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
    """Begin the guided game from its first move; it is practice, and counts as easy or prepared.

    Whatever else runs goes on running. A guided game that was begun before gives way, unless it
    was played on after its lesson.
    """
    game, deal = find(key), LESSONS[key].deal
    kind: Kind = "prepared" if is_prepared(game, deal) else "easy"
    wanted = Wanted(game, deal, lay_out(game, deal), kind, practice=True)

    async def work(uow: UnitOfWork) -> tuple[GameRow, tuple[str, ...]]:
        visit = await scene.enter(uow)
        others = await in_the_way(uow, visit.player.id, key, guided=False)
        said = [_waits(scene, row) for row in others]
        for row in await in_the_way(uow, visit.player.id, key, guided=True):
            if row.first_move_at is None:
                return await sit_down(uow, scene, visit, row), tuple(said)
            if went_beyond(row):
                said.append(_waits(scene, row))
            else:
                await give_up(uow, row, scene, "restarted")
                said.append(scene.t("The guide begins anew."))
        row = await uow.games.add(new_game(scene, visit, wanted, "running"))
        return await sit_down(uow, scene, visit, row), tuple(said)

    row, said = await scene.services.storage.write(work)
    shown = await show_game(scene, row)
    return replace(shown, blocks=(*say(*said).blocks, *shown.blocks))


def _waits(scene: Scene, row: GameRow) -> str:
    return scene.t("{game} waits for you: “games” leads back to it.", game=named(row))


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
