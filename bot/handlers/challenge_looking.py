"""Looking at challenges: one as everybody sees it, and those of the player that go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import links
from bot.boards import say, text
from bot.challenges.content import heading, looking, post, rows
from bot.challenges.standing import going_on, is_awaited, results, settled
from bot.daily.ranking import Result
from bot.handlers.challenge_tokens import CLOSE, NEW, PLAY, button
from bot.handlers.challenge_words import names_of
from bot.handlers.link_key import link_key
from bot.handlers.zone_choice import zone_here
from bot.i18n import texts_in
from bot.replies import Block, BlockKind, Button, Reply, Rows, Style
from bot.scene import Scene
from bot.titles import TITLES
from storage import Reading, UnitOfWork
from storage.challenges import Challenge

SHOWN = 4
"""Challenges on the page of those that go on."""


async def overview(scene: Scene) -> Reply:
    """The player's challenges that go on: here, in private everywhere."""
    t, player, mine = scene.t, scene.player, await names_here(scene)
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
        return say(none, how, rows=new_rows(), private=True)
    if len(found) == 1:
        only = await as_it_stands(scene, found[0], calling=False)
        own = closing(scene, found[0])
        return Reply(
            in_plain_text(only.blocks), (*only.rows, *((own,) if own else ())), private=True
        )
    blocks: list[Block] = []
    keys: list[tuple[Button, ...]] = []
    for each in found:
        shown = await as_it_stands(scene, each, calling=False)
        # Rows of several challenges tell by their first button which one they are about.
        blocks += shown.blocks[:-1]
        label = heading(t, each).partition(" · ")[2]
        first = button(label, PLAY, each.id, Style.PRIMARY)
        keys.append((first, *rows(t, each)[0][1:], *closing(scene, each)))
    return Reply(in_plain_text(blocks), tuple(keys), private=True)


def closing(scene: Scene, challenge: Challenge) -> tuple[Button, ...]:
    """The button that ends it at once, for who made it."""
    entry = challenge.entry_of(scene.player.id) if scene.player is not None else None
    if entry is None or not entry.challenger:
        return ()
    return (button(scene.t("End it now"), CLOSE, challenge.id),)


def in_plain_text(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks without monospace: what is private and monospace becomes a file somewhere."""
    plain = BlockKind.TEXT
    return tuple(
        replace(each, kind=plain) if each.kind is BlockKind.BOARD else each for each in blocks
    )


def _example(scene: Scene) -> str:
    who = {"names": "ana", "handles": "@ana"}.get(scene.chat.calls, "@Ana")
    return scene.t("challenge {who} calculation", who=who)


def new_rows() -> Rows:
    """A button for a challenge of each game, which names nobody."""
    return tuple((button(name, NEW, key),) for key, name in TITLES.items())


async def names_here(scene: Scene) -> frozenset[str]:
    """What the platform calls the player, under any account they have there."""
    player, platform = scene.player, scene.chat.platform
    if player is None:
        return names_of(scene)
    every = await scene.services.storage.read(lambda reading: reading.people.identities(player.id))
    return names_of(scene) | {each.external_id for each in every if each.platform == platform}


async def find_challenge(scene: Scene, challenge_id: int) -> Challenge | None:
    """The challenge as it stands now, ended if it is over."""

    async def work(uow: UnitOfWork) -> Challenge | None:
        found = await uow.challenges.get(challenge_id)
        return await settled(uow, found, scene.now) if found is not None else None

    return await scene.services.storage.write(work)


def is_posted_here(scene: Scene, challenge: Challenge) -> bool:
    """Whether this is where the challenge was made, and results are posted there by themselves."""
    here, chat = scene.here, scene.chat
    made_here = here is not None and (here.id, chat.place) == (challenge.chat.id, challenge.place)
    return made_here and chat.calls != "names"


async def as_it_stands(scene: Scene, challenge: Challenge, *, calling: bool = True) -> Reply:
    """How it stands, for everybody; the first post and its edits are ``calling`` who is named."""
    if is_awaited(challenge, scene.now) and is_posted_here(scene, challenge):
        t = texts_in(challenge.language)
        coming = text(t("The challenge is over; its result comes into this chat."))
        return Reply((Block(BlockKind.TITLE, heading(t, challenge)), coming), looking(t, challenge))

    async def work(reading: Reading) -> tuple[Result, ...]:
        return await results(reading, challenge)

    tries = await scene.services.storage.read(work)
    link = ""
    if scene.chat.link:
        seal = links.seal_of_challenge(await link_key(scene), challenge.id)
        link = links.encode(links.Challenge(challenge.id, seal))
    t = texts_in(challenge.language)
    zone = await zone_here(scene)
    shown = post(t, challenge, tries, zone=zone, link=link, calling=calling)
    if not (link and scene.chat.private and challenge.closed_at is None):
        return shown
    passed = text(scene.t("To pass it on: {link}", link=scene.chat.link + link))
    return replace(shown, blocks=(*shown.blocks, passed))
