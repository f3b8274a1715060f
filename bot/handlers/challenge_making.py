"""Making a challenge: its deal, and whom it calls up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.boards import say
from bot.challenges.standing import JUST_AFTER, going_on
from bot.handlers.asked_deals import Wanted, deal_refusal, wanted_deal
from bot.handlers.challenge_looking import as_it_stands, find_challenge, in_plain_text
from bot.handlers.challenge_words import names_of
from bot.handlers.wished_deals import wish_of, wished
from bot.replies import Reply
from bot.scene import Scene
from bot.workers.jobs import WINNABLE
from games.cards import texts
from games.catalogue import find
from games.errors import BadDeal
from storage import UnitOfWork
from storage.challenges import Challenge, Invitation, NewChallenge

MOST_OPEN = 5
"""Challenges of one player that may go on at the same time: each calls others up."""
_LATEST = 20
"""Challenges among which one is looked for that follows another."""


async def make(
    scene: Scene,
    key: str,
    words: Sequence[str],
    invited: tuple[Invitation, ...],
    *,
    again: Challenge | None = None,
) -> Reply:
    """Make one on a deal of game ``key``; without ``invited`` for everybody there.

    ``again`` is the one that it follows: if another follows it already, that is shown.
    """
    t, chat = scene.t, scene.chat
    if chat.private and chat.calls != "names" and not chat.link:
        sentence = t("Challenge people where they are: in a server or a group.")
        return say(sentence, private=True)
    wanted = await _wanted(scene, key, words)
    if isinstance(wanted, Reply):
        return wanted
    language = (scene.here and scene.here.language) or scene.look.language

    async def work(uow: UnitOfWork) -> int | str | Challenge:
        visit = await scene.enter(uow)
        if again is not None and (there := await _follower(uow, scene, again, invited)) is not None:
            return there
        own = await uow.challenges.made(visit.player.id)
        if len(await going_on(uow, own, scene.now)) >= MOST_OPEN:
            return t("{n} challenges of yours go on; let one end first.", n=MOST_OPEN)
        if await uow.dailies.is_one(key, wanted.deal):
            return t("That deal is a daily's, which has a table of its own.")
        starters = texts(wanted.deck.starters)
        if await uow.challenges.at(visit.player.id, key, wanted.deal, starters) is not None:
            return t("You are in a challenge on that deal already.")
        new = NewChallenge(
            chat_id=visit.chat_id,
            place=chat.place,
            language=language,
            game=key,
            deal=wanted.deal,
            kind=wanted.kind,
            cards=texts(wanted.deck.cards),
            starters=starters,
            anybody=not invited,
            made_at=scene.now,
        )
        return await uow.challenges.add(new, visit.identity.id, invited)

    made = await scene.services.storage.write(work)
    if isinstance(made, str):
        return say(made, private=True)
    if isinstance(made, Challenge):
        shown = await as_it_stands(scene, made, calling=False)
        return replace(shown, blocks=in_plain_text(shown.blocks), private=True)
    found = await find_challenge(scene, made)
    assert found is not None  # just stored
    return await as_it_stands(scene, found)


async def _follower(
    uow: UnitOfWork, scene: Scene, before: Challenge, invited: tuple[Invitation, ...]
) -> Challenge | None:
    """What somebody has made since ``before`` for the same people."""
    assert scene.player is not None  # they were in it
    mine, there = names_of(scene), before.chat
    people = {each.player_id for each in before.entries}
    names = mine | {each.who for each in invited}
    for each in await uow.challenges.of(scene.player.id, there.platform, mine, there.id, _LATEST):
        since = before.closed_at is not None and each.made_at >= before.closed_at - JUST_AFTER
        same = {entry.player_id for entry in each.entries} <= people
        same = same and {invitation.who for invitation in each.invitations} <= names
        if since and same and (each.game, each.anybody) == (before.game, not invited):
            return each
    return None


async def _wanted(scene: Scene, key: str, words: Sequence[str]) -> Wanted | Reply:
    """The deal asked for; where shuffled ones are nearly always lost, one that can be won."""
    game = find(key)
    wish = wish_of(words)
    if not words and game.prepared_deals:
        wish, words = WINNABLE, (WINNABLE,)
    try:
        if wish:
            return await wished(scene, game, wish, words[1:])
        return wanted_deal(scene, game, words)
    except BadDeal as error:
        return say(deal_refusal(scene, game, error), private=True)
