"""What is kept about a player: shown, exported, hidden, deleted."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from bot import tokens
from bot.boards import say
from bot.daily.dates import is_closed
from bot.handlers import accounts
from bot.handlers.challenge_words import names_of
from bot.handlers.kept import told
from bot.handlers.missing import game_buttons
from bot.reading.words import fold
from bot.replies import Block, BlockKind, Button, Reply, Style
from bot.scene import Scene
from games.catalogue import find
from storage import UnitOfWork

_EXPORT = frozenset("export exportar json".split())
_DELETE = frozenset("delete borrar eliminar".split())
_HIDE = frozenset("hide ocultar oculta".split())
_SHOW = frozenset("show mostrar muestra".split())
_QUESTION = "delete"


async def mydata_command(scene: Scene, words: str) -> Reply:
    """``mydata [export|delete|hide|show]``."""
    if scene.player is None:
        return say(scene.t("I keep nothing about you."), private=True)
    word = fold(words).strip()
    if word in _EXPORT:
        return await export(scene)
    if word in _DELETE:
        return await ask_delete(scene)
    if word in _HIDE | _SHOW:
        return await hide(scene, hidden=word in _HIDE)
    return await summary(scene)


async def mydata_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """What a button of this page does, or None for a page there isn't."""
    if scene.player is None:
        return await mydata_command(scene, "")
    match arguments:
        case ["export"]:
            return await export(scene)
        case ["delete"]:
            return await ask_delete(scene)
        case ["delete", "yes", identity] if identity == str(scene.player.id):
            return await delete(scene)
        case ["delete", "yes", _]:
            return say(scene.t("That button is for somebody else's data."), private=True)
        case ["hide"] | ["show"]:
            return await hide(scene, hidden=arguments[0] == "hide")
        case []:
            return await summary(scene)
    return None


async def summary(scene: Scene) -> Reply:
    """What kinds of things are kept, and how many."""
    t, player = scene.t, scene.player
    assert player is not None
    held = await scene.services.storage.read(lambda reading: reading.own_data.export(player.id))
    shown = t("You are hidden from leaderboards.") if player.hidden else ""
    hide_label, hide_to = (t("Show me"), "show") if player.hidden else (t("Hide me"), "hide")
    buttons = (
        _button(t("Export"), "export"),
        _button(hide_label, hide_to),
        _button(t("Delete all"), "delete"),
    )
    sentences = [t("What I keep about you: {counted}.", counted=told(t, held))]
    if shown:
        sentences.append(shown)
    return say(*sentences, rows=(buttons,), private=True)


async def export(scene: Scene) -> Reply:
    """Everything held about the player, as JSON."""
    player = scene.player
    assert player is not None
    held = await scene.services.storage.read(lambda reading: reading.own_data.export(player.id))
    for row in held["games"]:
        if row["status"] in ("running", "offered") and find(str(row["game"])).hides:
            row["cards"] = scene.t("hidden until the game has ended")
    _keep_secret(scene, held)
    document = json.dumps(held, ensure_ascii=False, indent=1, default=str)
    return Reply((Block(BlockKind.BOARD, document),), private=True)


def _keep_secret(scene: Scene, held: dict[str, list[dict[str, Any]]]) -> None:
    """Take what tells the cards of a daily out of the rows, until its date has closed."""
    for table in held.values():
        for row in table:
            day = row.get("daily")
            if day is not None and not is_closed(date.fromisoformat(day), scene.now):
                hidden = scene.t("hidden until the daily has closed")
                row |= {name: hidden for name in ("deal", "cards", "starters") if name in row}


async def answered(scene: Scene, *, yes: bool) -> Reply | None:
    """The answer to a typed yes or no, where it was asked last whether to delete everything."""
    word, _, about = accounts.asked(scene).partition(".")
    if word != _QUESTION or scene.player is None:
        return None
    await accounts.note(scene, asked=None)
    # Joined or parted since, they were asked about somebody else's.
    return await (delete if yes and about == str(scene.player.id) else summary)(scene)


async def ask_delete(scene: Scene) -> Reply:
    """Ask before everything is deleted."""
    t, player = scene.t, scene.player
    assert player is not None
    await accounts.note(scene, asked=f"{_QUESTION}.{player.id}")
    yes = tokens.encode(tokens.OnPage("mydata", ("delete", "yes", str(player.id))))
    buttons = (Button(t("Delete it all"), yes, Style.PRIMARY), _button(t("No"), ""))
    question = t(
        "Delete your name, games, solves and settings for good? Running games end. "
        "A keyed mark stays, so that a deal you have tried can't be a first try again."
    )
    sentences = [question]
    if others := await accounts.others_of(scene):
        named = accounts.named(scene, others)
        sentences.append(t("It goes for what you did as {accounts} too.", accounts=named))
    return say(*sentences, rows=(buttons,), private=True)


async def delete(scene: Scene) -> Reply:
    """Delete the player with all that is theirs."""
    t, player = scene.t, scene.player
    assert player is not None

    async def work(uow: UnitOfWork) -> bool:
        if (await scene.enter(uow)).player.id != player.id:
            return False  # joined or parted at this very moment: another question than was asked
        for row in await uow.games.running(player.id):
            await scene.ends(uow, row.id)
        await uow.own_data.delete(player.id, scene.now)
        await uow.challenges.forget(scene.actor.platform, names_of(scene))
        return True

    if not await scene.services.storage.write(work):
        return await ask_delete(scene)
    scene.visit = scene.current = None
    return say(t("All of it is deleted."), rows=game_buttons(), private=True)


async def hide(scene: Scene, *, hidden: bool) -> Reply:
    """Take the player off the boards others see, or put them back."""
    t = scene.t

    async def work(uow: UnitOfWork) -> None:
        visit = await scene.enter(uow)
        await uow.people.set(visit.player.id, hidden=hidden)

    await scene.services.storage.write(work)
    done = t("You are off the leaderboards.") if hidden else t("You are on the leaderboards.")
    return say(done, private=True)


def _button(label: str, argument: str) -> Button:
    arguments = (argument,) if argument else ()
    return Button(label, tokens.encode(tokens.OnPage("mydata", arguments)))
