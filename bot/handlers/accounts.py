"""Which accounts are one player, and what is asked or told about that."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from bot import tokens
from bot.boards import say, text
from bot.i18n import N_
from bot.names import isolated
from bot.replies import Button, Reply, Rows, Style
from bot.scene import Scene
from games.catalogue import GAMES
from storage.people import Identity, IdentityChanges

PLATFORMS = {"discord": "Discord", "telegram": "Telegram", "terminal": N_("the terminal")}
HIDING = frozenset(game.key for game in GAMES if game.hides)
"""Games in which an earlier try tells something about the next."""


async def others_of(scene: Scene) -> tuple[Identity, ...]:
    """The player's accounts but the one that acts."""
    visit = scene.visit
    if visit is None:
        return ()
    player_id = visit.player.id
    every = await scene.services.storage.read(lambda reading: reading.people.identities(player_id))
    return tuple(each for each in every if each.id != visit.identity.id)


def named(scene: Scene, identities: tuple[Identity, ...]) -> str:
    """Accounts by name and platform; empty for none."""
    t = scene.t
    return ", ".join(
        t(
            "{name} on {platform}",
            name=isolated(each.name) if each.name else t("a player"),
            platform=t(PLATFORMS.get(each.platform, each.platform)),
        )
        for each in identities
    )


def asked(scene: Scene) -> str:
    """The question that a bare yes of theirs answers: a word, a dot and what it is about."""
    return (scene.visit and scene.visit.identity.asked) or ""


async def let_go(scene: Scene, word: str) -> None:
    """Forget the question when something else is done instead of answering it."""
    if scene.visit is not None and asked(scene).partition(".")[0] not in ("", word):
        await note(scene, asked=None)


async def note(scene: Scene, **changes: Unpack[IdentityChanges]) -> None:
    """Keep what the acting identity was asked or told."""
    visit = scene.visit
    assert visit is not None  # only who is known was asked or has news
    identity = visit.identity
    await scene.services.storage.write(lambda uow: uow.people.note(identity.id, **changes))
    scene.visit = replace(visit, identity=replace(identity, **changes))


async def with_news(scene: Scene, reply: Reply) -> Reply:
    """``reply`` under a word about who joined or left, for a player who wasn't there."""
    if scene.visit is None or not scene.visit.identity.news:
        return reply
    if reply.private and not scene.typed:
        return reply  # perhaps shown for a moment only
    t, others = scene.t, await others_of(scene)
    await note(scene, news=False)
    if not others:
        sentence = t("Your accounts were parted: each has the games it began.")
    elif scene.alone:
        sentence = t(
            "Joined to your account: {accounts}. If that isn't you, say “unlink”.",
            accounts=named(scene, others),
        )
    else:
        sentence = t("An account was joined to yours; if that wasn't you, say “unlink”.")
    return replace(reply, blocks=(text(sentence), *reply.blocks))


def for_you_alone(scene: Scene) -> Reply:
    """What is said instead where others listen."""
    return say(scene.t("That is for you alone: ask me in our private chat."), private=True)


def yes_or_no(scene: Scene, page: str, about: str) -> Rows:
    """The keys under a question of ``page``."""
    t = scene.t
    yes = Button(t("Yes"), token(page, "yes", about), Style.PRIMARY)
    return ((yes, Button(t("No"), token(page, "no"))),)


def token(page: str, *arguments: str) -> str:
    """The token of a key on ``page``."""
    return tokens.encode(tokens.OnPage(page, arguments))
