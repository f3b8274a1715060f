"""Joining one's accounts on several platforms into one player: a code here, said there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from bot.boards import say, text
from bot.daily.reminder import plan_anew
from bot.handlers.accounts import (
    HIDING,
    asked,
    for_you_alone,
    named,
    others_of,
    yes_or_no,
)
from bot.replies import Block, BlockKind, Reply
from bot.scene import Scene
from storage import UnitOfWork
from storage.people import CodeTrouble, Offer

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 signs that nobody takes for one another: eight of them are 40 bits."""
LENGTH = 8
LIFETIME = timedelta(minutes=10)
_MINUTES = LIFETIME // timedelta(minutes=1)

_MEANT = str.maketrans("OIL", "011")
_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def new_code(randbelow: Callable[[int], int]) -> str:
    """A code of ``LENGTH`` signs that nobody can guess."""
    return "".join(ALPHABET[randbelow(len(ALPHABET))] for _ in range(LENGTH))


def read_code(words: str) -> str | None:
    """The code that somebody typed, in any spelling; None for what can't be one."""
    plain = "".join(words[:64].split()).replace("-", "").upper().translate(_MEANT)
    return plain if _CODE.fullmatch(plain) else None


async def link_command(scene: Scene, words: str) -> Reply:
    """``link`` gives a code, ``link CODE`` joins the account that got it."""
    code = read_code(words)
    if not scene.alone:
        if code is not None:
            # Others may have read it.
            await scene.services.storage.write(lambda uow: uow.codes.void(code))
        return for_you_alone(scene)
    if not words.strip():
        return await _give(scene)
    if code is None:
        sentence = scene.t(
            "A code has {n} letters or digits; “link” on your other account gives one.", n=LENGTH
        )
        return say(sentence, private=True)
    return await _take(scene, code)


async def link_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """What a button under the question does, or None for one there isn't."""
    if not scene.alone:
        return for_you_alone(scene)
    match arguments:
        case ["yes", mark] if asked(scene) == f"link.{mark}":
            return await _join(scene)
        case ["no"] if scene.visit is not None:
            return await _refuse(scene)
        case ["yes", _]:
            return say(_trouble(scene, "wrong"), private=True)
    return None


async def answered(scene: Scene, *, yes: bool) -> Reply | None:
    """The answer to a typed yes or no, where this was asked last."""
    if asked(scene).partition(".")[0] != "link":
        return None
    return await (_join(scene) if yes else _refuse(scene))


async def _give(scene: Scene) -> Reply:
    t, code = scene.t, new_code(scene.services.randbelow)

    async def work(uow: UnitOfWork) -> None:
        visit = await scene.enter(uow)
        await uow.codes.give(visit.player.id, code, scene.now + LIFETIME)

    await scene.services.storage.write(work)
    spelled = f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
    blocks = [
        text(t("Say this to me on your other account within {n} minutes:", n=_MINUTES)),
        Block(BlockKind.TITLE, t("link {code}", code=spelled)),
        text(t("Whoever says it first is joined to you and plays as you: show it to nobody.")),
    ]
    if joined := named(scene, await others_of(scene)):
        blocks.append(text(t("Joined already: {accounts}.", accounts=joined)))
    return Reply(tuple(blocks), private=True)


async def _take(scene: Scene, code: str) -> Reply:
    async def work(uow: UnitOfWork) -> tuple[str | None, Offer | CodeTrouble]:
        visit = await scene.enter(uow)
        before = visit.identity.asked
        found = await uow.codes.take(visit.identity, code, scene.now)
        question = f"link.{found.mark}" if isinstance(found, Offer) else None
        await uow.people.note(visit.identity.id, asked=question)
        scene.visit = replace(visit, identity=replace(visit.identity, asked=question))
        return before, found

    before, found = await scene.services.storage.write(work)
    if not isinstance(found, Offer):
        return say(_trouble(scene, found), private=True)
    if before == asked(scene):
        return await _join(scene)
    return _ask_to_join(scene, found)


def _ask_to_join(scene: Scene, offer: Offer) -> Reply:
    t = scene.t
    played = t.plural("{n} game played", "{n} games played", offer.games)
    whom = f"{named(scene, offer.identities)} ({played})"
    question = t(
        "Join this account with {account}? Games, solves and settings become one player's. "
        "“unlink” parts them again: each gets back the games it began.",
        account=whom,
    )
    return say(question, rows=yes_or_no(scene, "link", offer.mark), private=True)


async def _join(scene: Scene) -> Reply:
    async def work(uow: UnitOfWork) -> bool:
        visit = await scene.enter(uow)
        joined = await uow.linking.join(visit.identity, scene.now, HIDING)
        if joined:
            await plan_anew(uow, (await scene.enter(uow)).player.id, scene.now)
        await uow.people.note(visit.identity.id, asked=None)
        return joined

    if not await scene.services.storage.write(work):
        return say(_trouble(scene, "wrong"), private=True)
    await scene.recognise()
    if not scene.alone:
        return say(scene.t("Joined: you are one player there and here."), private=True)
    sentence = scene.t(
        "Joined: you are one player with {accounts}. “games” lists what runs.",
        accounts=named(scene, await others_of(scene)),
    )
    return say(sentence, private=True)


async def _refuse(scene: Scene) -> Reply:
    async def work(uow: UnitOfWork) -> None:
        visit = await scene.enter(uow)
        await uow.codes.refuse(visit.identity.id)
        await uow.people.note(visit.identity.id, asked=None)

    await scene.services.storage.write(work)
    return say(scene.t("Nothing was joined, and that code is void."), private=True)


def _trouble(scene: Scene, trouble: CodeTrouble) -> str:
    t = scene.t
    match trouble:
        case "own":
            return t("That is this account's own code: say it on your other account.")
        case "too_many":
            return t("Too many wrong codes. Please try again in an hour.")
    return t(
        "That code joins nobody: it works once, for {n} minutes. “link” on your other account "
        "gives a new one.",
        n=_MINUTES,
    )
