"""Ending a challenge before its time, for who made it."""

from __future__ import annotations

from bot.boards import deal_name, say
from bot.challenges.content import heading
from bot.challenges.standing import close, going_on
from bot.handlers.accounts import asked, note
from bot.handlers.challenge_looking import as_it_stands
from bot.handlers.challenge_tokens import CLOSE, END, LOOK, button
from bot.replies import Reply, Style
from bot.scene import Scene
from bot.titles import title
from storage import UnitOfWork
from storage.challenges import Challenge

_QUESTION = "close"
WORDS = frozenset("close end cerrar terminar acabar".split())


async def close_command(scene: Scene) -> Reply:
    """Ask about the one of the player's own that goes on, or which of several."""
    t, player = scene.t, scene.player
    here = scene.here.id if scene.here is not None else 0

    async def work(uow: UnitOfWork) -> tuple[Challenge, ...]:
        made = await uow.challenges.made(player.id) if player is not None else ()
        wanted = [each for each in made if scene.chat.private or each.chat.id == here]
        return await going_on(uow, wanted, scene.now)

    found = await scene.services.storage.write(work)
    if not found:
        return say(t("No challenge that you made goes on here."), private=True)
    if len(found) == 1:
        return await ask(scene, found[0])
    rows = tuple(
        (button(f"{title(each.game)} {deal_name(each.deal)}", CLOSE, each.id),) for each in found
    )
    return say(t("Which one is to end?"), rows=rows, private=True)


async def ask(scene: Scene, challenge: Challenge) -> Reply:
    """Ask before it ends: others may be under way."""
    t = scene.t
    if (refused := _refused(scene, challenge)) is not None:
        return refused
    await note(scene, asked=f"{_QUESTION}.{challenge.id}")
    sure = t("End it now? Whoever is still playing is shown as not finished.")
    yes = button(t("Yes"), END, challenge.id, Style.PRIMARY)
    keys = (yes, button(t("No"), LOOK, challenge.id))
    return say(heading(t, challenge), sure, rows=(keys,), private=True)


async def answered(scene: Scene, *, yes: bool) -> Reply | None:
    """The answer to a typed yes or no, where this was asked last."""
    word, _, about = asked(scene).partition(".")
    if word != _QUESTION:
        return None
    await note(scene, asked=None)
    challenge = await scene.services.storage.read(
        lambda reading: reading.challenges.get(int(about))
    )
    if challenge is None:
        return None
    return await (close_now if yes else as_it_stands)(scene, challenge)


async def close_now(scene: Scene, challenge: Challenge) -> Reply:
    """End it; its result is posted where anybody met anybody."""
    if (refused := _refused(scene, challenge)) is not None:
        return refused

    async def work(uow: UnitOfWork) -> Challenge | None:
        found = await uow.challenges.get(challenge.id)
        if found is None or found.closed_at is not None:
            return found
        return await close(uow, found, scene.now)

    found = await scene.services.storage.write(work)
    return await as_it_stands(scene, found or challenge)


def _refused(scene: Scene, challenge: Challenge) -> Reply | None:
    entry = challenge.entry_of(scene.player.id) if scene.player is not None else None
    if entry is None or not entry.challenger:
        return say(scene.t("Only who made a challenge can end it."), private=True)
    if challenge.closed_at is not None:
        return say(scene.t("This challenge is over."), private=True)
    return None
