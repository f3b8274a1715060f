"""Parting accounts that were joined."""

from __future__ import annotations

from bot.boards import say
from bot.handlers.accounts import (
    HIDING,
    asked,
    for_you_alone,
    named,
    note,
    others_of,
    token,
    yes_or_no,
)
from bot.replies import Button, Reply
from bot.scene import Scene
from storage import UnitOfWork
from storage.people import Identity


async def unlink_command(scene: Scene, words: str) -> Reply:
    """``unlink``: which other account is to be parted, and whether."""
    if not scene.alone:
        return for_you_alone(scene)
    others = await others_of(scene)
    number = int(words) if words.isascii() and words.isdigit() and len(words) <= 4 else 0
    chosen = others[number - 1 : number] if number else others
    if len(chosen) != 1:
        return _which(scene, others)
    if scene.typed and asked(scene) == f"unlink.{chosen[0].id}":
        return await _part(scene, chosen[0].id)
    return await _ask_to_part(scene, chosen[0])


async def unlink_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """The same for parting; a number chooses the account."""
    if not scene.alone:
        return for_you_alone(scene)
    match arguments:
        case ["yes", number] if asked(scene) == f"unlink.{number}":
            return await _part(scene, int(number))
        case ["no"] if scene.visit is not None:
            return await _keep(scene)
        case [number] | ["yes", number] if number.isdigit():
            found = [each for each in await others_of(scene) if str(each.id) == number]
            return await _ask_to_part(scene, found[0]) if found else _which(scene, ())
    return None


async def answered(scene: Scene, *, yes: bool) -> Reply | None:
    """The answer to a typed yes or no, where this was asked last."""
    word, _, about = asked(scene).partition(".")
    if word != "unlink":
        return None
    return await (_part(scene, int(about)) if yes else _keep(scene))


def _which(scene: Scene, others: tuple[Identity, ...]) -> Reply:
    t = scene.t
    if not others:
        return say(t("No other account is joined to this one."), private=True)
    lines = [f"{number}. {named(scene, (each,))}" for number, each in enumerate(others, 1)]
    rows = tuple(
        (Button(named(scene, (each,)), token("unlink", str(each.id))),) for each in others[:20]
    )
    return say(t("Which account shall be parted from this one?"), *lines, rows=rows, private=True)


async def _ask_to_part(scene: Scene, other: Identity) -> Reply:
    await note(scene, asked=f"unlink.{other.id}")
    question = scene.t(
        "Part this account from {account}? Each gets back the games it began; both keep the "
        "settings.",
        account=named(scene, (other,)),
    )
    return say(question, rows=yes_or_no(scene, "unlink", str(other.id)), private=True)


async def _part(scene: Scene, identity_id: int) -> Reply:
    async def work(uow: UnitOfWork) -> bool:
        visit = await scene.enter(uow)
        theirs = await uow.people.identities(visit.player.id)
        leaving = [each for each in theirs if each.id == identity_id != visit.identity.id]
        parted = bool(leaving) and await uow.linking.part(leaving[0], scene.now, HIDING)
        await uow.people.note(visit.identity.id, asked=None, news=False)
        return parted

    parted = await scene.services.storage.write(work)
    await scene.recognise()
    if not parted:
        return _which(scene, ())
    return say(scene.t("Parted: each account has the games it began."), private=True)


async def _keep(scene: Scene) -> Reply:
    await note(scene, asked=None)
    return say(scene.t("They stay joined."), private=True)
