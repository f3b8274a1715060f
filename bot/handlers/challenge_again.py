"""A challenge once more: the same people on a new deal of the same game."""

from __future__ import annotations

from bot.boards import say
from bot.handlers.challenge_making import make
from bot.handlers.challenge_words import MOST
from bot.replies import Reply
from bot.scene import Scene
from storage import Reading
from storage.challenges import Challenge, Entry, Invitation

WORDS = frozenset("again rematch revancha".split()) | {"otra vez"}


async def again_command(scene: Scene) -> Reply:
    """Once more the last one here that the player was in."""
    player, here = scene.player, scene.here

    async def work(reading: Reading) -> Challenge | None:
        if player is None or here is None:
            return None
        return await reading.challenges.last_over(player.id, here.id)

    found = await scene.services.storage.read(work)
    if found is None:
        return say(scene.t("No challenge of yours has ended here yet."), private=True)
    return await again(scene, found)


async def again(scene: Scene, before: Challenge) -> Reply:
    """A new deal for all who were in ``before``; the one there is if somebody was quicker."""
    t, player = scene.t, scene.player
    if player is None or before.entry_of(player.id) is None:
        return say(t("You weren't in it. “challenge” makes one of your own."), private=True)
    if before.closed_at is None:
        return say(t("This challenge still goes on."), private=True)
    if scene.here is None or scene.here.id != before.chat.id:
        return say(t("Challenge them where you met: in that chat."), private=True)
    others = [each for each in before.entries if each.player_id != player.id]
    if not others:
        return say(t("Nobody met you in the last one. “challenge” makes a new one."), private=True)
    # By link, and where there are too many to be named, it is for everybody again.
    everybody = before.anybody and (scene.chat.private or len(others) > MOST)
    invited = () if everybody else await _invited(scene, before, others)
    return await make(scene, before.game, (), invited, again=before)


async def _invited(scene: Scene, before: Challenge, others: list[Entry]) -> tuple[Invitation, ...]:
    """Them as the chat's platform calls them."""
    platform, moderation = before.chat.platform, scene.services.moderation

    async def work(reading: Reading) -> tuple[Invitation, ...]:
        found = []
        for entry in others:
            theirs = await reading.people.identities(entry.player_id)
            known = [each for each in theirs if each.platform == platform]
            if known:
                who = min(known, key=lambda each: each.id != entry.identity_id).external_id
                hidden = entry.hidden or moderation.hides_name(platform, who)
                found.append(Invitation(who, "" if hidden else entry.name))
        return tuple(found)

    return await scene.services.storage.read(work)
