"""Taking a challenge up, by its button or a link, or declining it."""

from __future__ import annotations

import hmac
from dataclasses import replace

from bot import links
from bot.boards import say
from bot.challenges.standing import ended
from bot.handlers import starting
from bot.handlers.asked_deals import Wanted
from bot.handlers.challenge_looking import as_it_stands, find_challenge, names_here
from bot.handlers.link_key import link_key
from bot.handlers.seating import go_on
from bot.replies import Reply
from bot.scene import Scene
from games.cards import parse_card
from games.catalogue import find
from games.game import Deck
from storage import UnitOfWork
from storage.challenges import Challenge


async def play(scene: Scene, challenge: Challenge) -> Reply:
    """Go on with the own game of it, or take it up and begin one."""
    t, player = scene.t, scene.player
    entry = challenge.entry_of(player.id) if player is not None else None
    if challenge.closed_at is not None:
        return say(t("This challenge is over."), private=True)
    if entry is None and (refused := await _not_theirs(scene, challenge)) is not None:
        return say(refused, private=True)
    if entry is not None and entry.game is not None and entry.game.status == "running":
        return await go_on(scene, entry.game)
    if entry is not None and ended(entry):
        return say(
            t("You have played it; the result comes when all have, or its time is over."),
            private=True,
        )
    mine = await names_here(scene)

    async def work(uow: UnitOfWork) -> str:
        visit = await scene.enter(uow)
        fresh = await uow.challenges.get(challenge.id)
        if fresh is None or fresh.closed_at is not None:
            return t("This challenge is over.")
        if fresh.entry_of(visit.player.id) is None:
            same = (challenge.game, challenge.deal, challenge.starters)
            if await uow.challenges.at(visit.player.id, *same) is not None:
                return t("You are in a challenge on that deal already.")
            await uow.challenges.join(challenge.id, visit.identity.id, mine, scene.now)
        return ""

    if refused := await scene.services.storage.write(work):
        return say(refused, private=True)
    reply = await starting.begin(scene, _deal_of(challenge))
    # Another game may be under way: that is asked apart, since the post is for everybody.
    return reply if reply.live is not None else replace(reply, private=True, secret=True)


async def take_up_linked(scene: Scene, link: links.Challenge) -> Reply:
    """What a link to a challenge opens: the own game of it."""
    seal = links.seal_of_challenge(await link_key(scene), link.number)
    found = (
        await find_challenge(scene, link.number) if hmac.compare_digest(seal, link.seal) else None
    )
    if found is None:
        return say(scene.t("That challenge is gone."), private=True)
    return await play(scene, found)


async def _not_theirs(scene: Scene, challenge: Challenge) -> str | None:
    """Why somebody who isn't in can't come in."""
    t = scene.t
    mine = await names_here(scene)
    if challenge.anybody or any(each.who in mine for each in challenge.invitations):
        return None
    return t("That challenge is for others. “challenge” makes one of your own.")


def _deal_of(challenge: Challenge) -> Wanted:
    cards = tuple(parse_card(each) for each in challenge.cards.split())
    starters = tuple(parse_card(each) for each in challenge.starters.split())
    return Wanted(find(challenge.game), challenge.deal, Deck(cards, starters), challenge.kind)


async def decline(scene: Scene, challenge: Challenge) -> Reply:
    """Say no to it, for those who were named."""
    mine = await names_here(scene)
    if scene.player is not None and challenge.entry_of(scene.player.id) is not None:
        return say(scene.t("You are in it; “resign” gives your game up."), private=True)
    if not any(each.who in mine for each in challenge.invitations):
        return say(scene.t("Nobody asked you: that challenge is for others."), private=True)
    await scene.services.storage.write(lambda uow: uow.challenges.decline(challenge.id, mine))
    found = await find_challenge(scene, challenge.id)
    return await as_it_stands(scene, found or challenge)


async def concerns(scene: Scene, challenge: Challenge) -> bool:
    """Whether the player may know of it: it is of this chat, or they are in it or named in it."""
    player, here = scene.player, scene.here
    if here is not None and here.id == challenge.chat.id:
        return True
    if player is not None and challenge.entry_of(player.id) is not None:
        return True
    if scene.chat.platform != challenge.chat.platform:
        return False
    mine = await names_here(scene)
    return any(each.who in mine for each in challenge.invitations)
