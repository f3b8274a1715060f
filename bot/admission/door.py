"""At the door: who is not listened to, and the little that they are told."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from bot import tokens
from bot.admission.floods import Flow
from bot.boards import say
from bot.commands import split_command
from bot.names import plain
from bot.replies import Reply
from bot.requests import Actor, Chat, Message, Request
from bot.scene import Scene, Services
from storage import DamagedDatabase, Unavailable

OWN = frozenset({"mydata", "privacy"})
"""What a blocked person is still answered in private: their data stays theirs."""


async def turned_away(scene: Scene, request: Request) -> Reply | None:
    """The answer to whom nobody listens, None for all others.

    A blocked person is met with silence: words would be something to play with. Whoever floods is
    told once, then there is silence too.
    """
    services, actor, chat = scene.services, scene.actor, scene.chat
    await services.moderation.refresh(services.storage, scene.now)
    flow = services.floods.take(_who(actor, chat), scene.now)
    if services.moderation.blocks(actor, chat) and not (chat.private and _is_own(request)):
        return replace(say(_blocked(scene), private=True), unsaid=True)
    if flow is Flow.ANSWERED:
        return None
    sentence = scene.t(
        "That was too much at once, so I don't listen for a few seconds. Your game is as it was."
    )
    # In a group it is nobody else's business, and would only add to the flood.
    return replace(say(sentence, private=True), aside=True, unsaid=flow is Flow.HELD)


async def is_ignored(services: Services, actor: Actor, chat: Chat) -> bool:
    """Whether nobody listens just now, for what a platform does before it hands a request on.

    Nothing is counted; a database that fails ignores nobody.
    """
    now = services.clock()
    try:
        await services.moderation.refresh(services.storage, now)
    except (Unavailable, DamagedDatabase):
        return False
    blocked = services.moderation.blocks(actor, chat)
    return blocked or services.floods.holds(_who(actor, chat), now)


async def may_complete(scene: Scene) -> bool:
    """Whether one more wish to complete a move is answered: these are counted by themselves."""
    await scene.services.moderation.refresh(scene.services.storage, scene.now)
    who = ("complete", _who(scene.actor, scene.chat))
    flow = scene.services.floods.take(who, scene.now)
    blocked = scene.services.moderation.blocks(scene.actor, scene.chat)
    return flow is Flow.ANSWERED and not blocked


def _who(actor: Actor, chat: Chat) -> Hashable:
    # Under one account anybody may hide: those of one group are no reason to hold up another's.
    where = chat.external_id if actor.veiled else ""
    return actor.platform, actor.external_id, where


def _is_own(request: Request) -> bool:
    if isinstance(request, Message):
        command, _ = split_command(plain(request.text[:4000]).strip())
        return command is not None and command.name in OWN
    token = tokens.decode(request.token)
    return isinstance(token, tokens.OnPage) and token.name in OWN


def _blocked(scene: Scene) -> str:
    return scene.t(
        "Whoever runs this bot has blocked you or this chat. Your data stays yours: "
        "“mydata”, said in private, shows and deletes it."
    )
