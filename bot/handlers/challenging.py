"""``challenge``: several people on one deal, made, taken up, declined and looked at."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace

from bot import links
from bot.boards import say, text
from bot.challenges.content import heading, post, rows
from bot.challenges.standing import can_be_taken, ended, going_on, results, settled
from bot.daily.ranking import Result
from bot.handlers import starting
from bot.handlers.asked_deals import Wanted, deal_refusal, wanted_deal
from bot.handlers.challenge_tokens import LOOK, NEW, NO, PLAY, button
from bot.handlers.challenge_words import Asked, names_of, read
from bot.handlers.seating import go_on
from bot.handlers.wished_deals import wish_of, wished
from bot.i18n import texts_in
from bot.replies import Block, BlockKind, Button, Reply, Rows, Style
from bot.scene import Scene
from bot.titles import TITLES
from bot.workers.jobs import WINNABLE
from games.cards import parse_card, texts
from games.catalogue import find
from games.errors import BadDeal
from games.game import Deck
from storage import Reading, UnitOfWork
from storage.challenges import Challenge, Invitation, NewChallenge

MOST_OPEN = 5
"""Challenges of one player that may go on at the same time: each calls others up."""
SHOWN = 4
_NUMBER = 12


async def challenge_command(scene: Scene, words: str) -> Reply:
    """``challenge [who…] [game] [deal]``; without words the ones that go on."""
    if not words.strip() and scene.answers is None:
        return await overview(scene)
    asked = await read(scene, words)
    if isinstance(asked, Reply):
        return asked
    game = asked.game or await _usual_game(scene)
    if game is None:
        return _which_game(scene, asked)
    return await _made(scene, game, asked.deal, asked.named)


async def challenge_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """What a button about a challenge does; None where it names nothing."""
    match arguments:
        case ["new", game] if game in TITLES:
            return await _made(scene, game, (), ())
        case [action, number] if number.isalnum() and number.isascii() and len(number) < _NUMBER:
            found = await _find(scene, int(number, 36))
            if found is None or not await _concerns(scene, found):
                return say(scene.t("That challenge is gone."), private=True)
            if action == PLAY:
                return await _play(scene, found)
            if action == NO:
                return await _decline(scene, found)
            return await _shown(scene, found) if action == LOOK else None
    return None


async def _usual_game(scene: Scene) -> str | None:
    """The game being played, else the one played last."""
    player = scene.player
    if scene.current is not None:
        return scene.current.row.game
    if player is None:
        return None
    last = await scene.services.storage.read(lambda reading: reading.games.latest(player.id, 1))
    return last[0].game if last else None


def _which_game(scene: Scene, asked: Asked) -> Reply:
    t = scene.t
    if asked.named:
        sentence = t("Which game? I know {games}.", games=", ".join(TITLES.values()))
        return say(sentence, private=True)
    return say(t("Which game shall it be?"), rows=_new_rows(), private=True)


def _new_rows() -> Rows:
    return tuple((button(name, NEW, key),) for key, name in TITLES.items())


# Making one


async def _made(
    scene: Scene, key: str, words: Sequence[str], invited: tuple[Invitation, ...]
) -> Reply:
    t, chat = scene.t, scene.chat
    if chat.private and chat.calls != "names" and not chat.link:
        sentence = t("Challenge people where they are: in a server or a group.")
        return say(sentence, private=True)
    wanted = await _wanted(scene, key, words)
    if isinstance(wanted, Reply):
        return wanted
    language = (scene.here and scene.here.language) or scene.look.language

    async def work(uow: UnitOfWork) -> int | str:
        visit = await scene.enter(uow)
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
    found = await _find(scene, made)
    assert found is not None  # just stored
    return await _shown(scene, found)


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


# Taking it up


async def _play(scene: Scene, challenge: Challenge) -> Reply:
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
        return say(t("You have played it; the result comes when all have."), private=True)
    mine = await _names(scene)

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
    seal = links.seal_of_challenge(await _key(scene), link.number)
    found = await _find(scene, link.number) if hmac.compare_digest(seal, link.seal) else None
    if found is None:
        return say(scene.t("That challenge is gone."), private=True)
    return await _play(scene, found)


async def _not_theirs(scene: Scene, challenge: Challenge) -> str | None:
    """Why somebody who isn't in can't come in."""
    t = scene.t
    if not can_be_taken(challenge, scene.now):
        return t("It is too late to come in: a challenge waits for a week.")
    mine = await _names(scene)
    if challenge.anybody or any(each.who in mine for each in challenge.invitations):
        return None
    return t("That challenge is for others. “challenge” makes one of your own.")


def _deal_of(challenge: Challenge) -> Wanted:
    cards = tuple(parse_card(each) for each in challenge.cards.split())
    starters = tuple(parse_card(each) for each in challenge.starters.split())
    return Wanted(find(challenge.game), challenge.deal, Deck(cards, starters), challenge.kind)


async def _decline(scene: Scene, challenge: Challenge) -> Reply:
    mine = await _names(scene)
    if scene.player is not None and challenge.entry_of(scene.player.id) is not None:
        return say(scene.t("You are in it; “resign” gives your game up."), private=True)
    if not any(each.who in mine for each in challenge.invitations):
        return say(scene.t("Nobody asked you: that challenge is for others."), private=True)
    await scene.services.storage.write(lambda uow: uow.challenges.decline(challenge.id, mine))
    found = await _find(scene, challenge.id)
    return await _shown(scene, found or challenge)


async def _concerns(scene: Scene, challenge: Challenge) -> bool:
    """Whether the player may know of it: it is of this chat, or they are in it or named in it."""
    player, here = scene.player, scene.here
    if here is not None and here.id == challenge.chat.id:
        return True
    if player is not None and challenge.entry_of(player.id) is not None:
        return True
    if scene.chat.platform != challenge.chat.platform:
        return False
    mine = await _names(scene)
    return any(each.who in mine for each in challenge.invitations)


async def _names(scene: Scene) -> frozenset[str]:
    """What the platform calls the player, under any account they have there."""
    player, platform = scene.player, scene.chat.platform
    if player is None:
        return names_of(scene)
    every = await scene.services.storage.read(lambda reading: reading.people.identities(player.id))
    return names_of(scene) | {each.external_id for each in every if each.platform == platform}


# Looking at it


async def overview(scene: Scene) -> Reply:
    """The player's challenges that go on: here, in private everywhere."""
    t, player, mine = scene.t, scene.player, await _names(scene)
    here = None if scene.chat.private else (scene.here.id if scene.here else 0)

    async def work(uow: UnitOfWork) -> tuple[Challenge, ...]:
        who = player.id if player is not None else 0
        newest = await uow.challenges.of(who, scene.chat.platform, mine, here, SHOWN)
        return await going_on(uow, newest, scene.now)

    found = await scene.services.storage.write(work)
    if not found:
        none = t("No challenge of yours goes on here.")
        how = t("“{example}” challenges somebody; a game alone challenges everybody.",
                example=_example(scene))  # fmt: skip
        return say(none, how, rows=_new_rows(), private=True)
    if len(found) == 1:
        only = await _shown(scene, found[0], calling=False)
        return Reply(_in_plain_text(only.blocks), only.rows, private=True)
    blocks: list[Block] = []
    keys: list[tuple[Button, ...]] = []
    for each in found:
        shown = await _shown(scene, each, calling=False)
        # Rows of several challenges tell by their first button which one they are about.
        blocks += shown.blocks[:-1]
        label = heading(t, each).partition(" · ")[2]
        keys.append((button(label, PLAY, each.id, Style.PRIMARY),
                     *rows(t, each, scene.now)[0][1:]))  # fmt: skip
    return Reply(_in_plain_text(blocks), tuple(keys), private=True)


def _in_plain_text(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks without monospace: what is private and monospace becomes a file somewhere."""
    plain = BlockKind.TEXT
    return tuple(
        replace(each, kind=plain) if each.kind is BlockKind.BOARD else each for each in blocks
    )


def _example(scene: Scene) -> str:
    who = {"names": "ana", "handles": "@ana"}.get(scene.chat.calls, "@Ana")
    return scene.t("challenge {who} calculation", who=who)


async def _find(scene: Scene, challenge_id: int) -> Challenge | None:
    """The challenge as it stands now, ended if it is over."""

    async def work(uow: UnitOfWork) -> Challenge | None:
        found = await uow.challenges.get(challenge_id)
        return await settled(uow, found, scene.now) if found is not None else None

    return await scene.services.storage.write(work)


async def _shown(scene: Scene, challenge: Challenge, *, calling: bool = True) -> Reply:
    """How it stands, for everybody; the first post and its edits are ``calling`` who is named."""

    async def work(reading: Reading) -> tuple[Result, ...]:
        return await results(reading, challenge)

    tries = await scene.services.storage.read(work)
    link = ""
    if scene.chat.link:
        seal = links.seal_of_challenge(await _key(scene), challenge.id)
        link = links.encode(links.Challenge(challenge.id, seal))
    t = texts_in(challenge.language)
    shown = post(t, challenge, tries, scene.now, link=link, calling=calling)
    if not (link and scene.chat.private and can_be_taken(challenge, scene.now)):
        return shown
    passed = text(scene.t("To pass it on: {link}", link=scene.chat.link + link))
    return replace(shown, blocks=(*shown.blocks, passed))


async def _key(scene: Scene) -> bytes:
    return await scene.services.storage.write(lambda uow: uow.keys.key(links.KEY))
