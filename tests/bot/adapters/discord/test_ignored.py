"""Whom nobody listens to on Discord: nothing is sent, and Discord shows no error."""

from dataclasses import replace

import simcord

from bot.admission.floods import Floods, Limit
from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.discord.conftest import Player, buttons_of
from tests.bot.conftest import NOON, Clock


async def _block(storage: Storage, clock: Clock, who: int) -> None:
    await storage.write(lambda uow: uow.moderation.decide("person", "discord", str(who), NOON))
    clock.forward(seconds=6)


async def test_a_blocked_person(
    ann: Player, bob: Player, env: simcord.Env, storage: Storage, clock: Clock
) -> None:
    """Presses are taken without a word, messages pass by, a command has to be answered: alone."""
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.press("Menu")
    menu = ann.message
    await _block(storage, clock, ann.actor.id)
    before, sent = ann.seen, len(env.http_requests)

    await ann.press("Type a move", menu)
    await ann.press("Rules", menu)
    await ann.say("play calculation")
    answers = [each.json["type"] for each in env.http_requests[sent:]]
    assert answers == [6, 6], "deferred, which shows nothing"
    assert ann.seen == before

    await ann.slash("play", game="calculation")
    assert ann.result.response.message.flags.ephemeral
    assert "has blocked you" in ann.told
    await bob.slash("play", game="calculation")
    assert "Calculation" in bob.seen


async def test_a_flood(ann: Player, env: simcord.Env, conversation: Conversation) -> None:
    """One notice for them alone, then nothing; the board stays, and others play on."""
    conversation._services = replace(conversation._services, floods=Floods(Limit(2, 0.001)))
    await ann.slash("play", game="bakers-game", deal="617")
    sent = len(env.http_requests)
    for _ in range(3):
        await ann.press_id(buttons_of(ann.message)[0].custom_id)

    kinds = [each.json["type"] for each in env.http_requests[sent:]]
    assert kinds == [7, 4, 6]
    assert "move 1" in ann.seen
    assert "too much" not in ann.seen
