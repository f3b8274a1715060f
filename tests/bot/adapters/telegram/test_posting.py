"""Posting on Telegram without being asked: where it arrives, and what a refusal is taken for."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.adapters.telegram.client import api_of
from bot.adapters.telegram.moves import Moves
from bot.adapters.telegram.outbox import Outbox
from bot.adapters.telegram.posting import Posting
from bot.adapters.telegram.shutout import ShutOut
from bot.boards import say
from bot.daily.poster import NotSent, Refused
from bot.handlers.daily_tokens import PLAY, button, letter
from storage import Storage, Unavailable
from storage.people import Chat
from tests.fakes.telegram import TOKEN, BotApi, User, World

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
REPLY = say(
    "The dailies are here.",
    rows=(
        (
            replace(
                button("Calculation", PLAY, letter("calculation"), date(2026, 12, 1)),
                link="d_calculation_20261201",
            ),
        ),
    ),
)


@pytest.fixture
def world() -> World:
    """Nobody is there yet."""
    return World(NOON.timestamp)


@pytest.fixture
async def api(world: World) -> AsyncIterator[BotApi]:
    """A Telegram that listens."""
    server = BotApi(world)
    await server.start()
    yield server
    await server.close()


@pytest.fixture
async def poster(api: BotApi, storage: Storage) -> AsyncIterator[Posting]:
    """The bot's poster there; an outbox that would have to wait stands still."""
    bot = api_of(TOKEN, api.address)
    await bot.initialize()
    outbox = Outbox(lambda: NOON, lambda _: asyncio.Event().wait())
    yield Posting(bot, outbox, Moves(storage), ShutOut(storage), lambda: True)
    await outbox.close()
    await bot.shutdown()


@pytest.fixture
def ann(world: World) -> User:
    """Somebody who has made a group."""
    return world.user("ann")


def chat_of(room: Any) -> Chat:
    """The group as the database has it."""
    return Chat(1, "telegram", str(room.id), private=False)


async def test_a_post_leads_into_the_private_chat(world: World, ann: User, poster: Posting) -> None:
    """It stands in its topic, and its play buttons are links that keep cards to their player."""
    forum = world.group("Forum", ann, forum=True)
    topic = world.topic(forum, "Cards", ann)

    message = await poster.post(chat_of(forum), str(topic.id), REPLY, "n")

    assert [each.topic for each in forum.shown if each.sender is world.bot] == [topic.id]
    posted = forum.messages[int(message)]
    link = "https://t.me/PatienceBot?start=d_calculation_20261201"
    assert posted.button("Calculation")["url"] == link


@pytest.mark.parametrize("status", ["kicked", "left"])
async def test_a_group_that_is_closed_to_the_bot(
    world: World, ann: User, poster: Posting, status: str
) -> None:
    """Nothing is repeated: the scheduler hears that it is gone."""
    room = world.group("Club", ann)
    world.bot_is(status, room, ann)

    with pytest.raises(Refused) as refused:
        await poster.post(chat_of(room), "", REPLY, "n")

    assert refused.value.reason == "gone"
    assert await poster.shut_out.paused(room.id)


async def test_a_group_that_moved(
    world: World, ann: User, poster: Posting, storage: Storage
) -> None:
    """Surely nothing was sent, and the next attempt goes to the new group."""
    room = world.group("Club", ann, kind="group")

    async def known(uow: Any) -> Any:
        return await uow.people.set_chat(
            "telegram", str(room.id), private=False, now=NOON, language=None
        )

    chat = await storage.write(known)
    moved = world.migrate(room)
    with pytest.raises(NotSent):
        await poster.post(chat, "", REPLY, "n")

    after = await storage.read(lambda reading: reading.people.find_chat("telegram", str(moved.id)))
    assert after is not None
    assert after.id == chat.id
    assert moved.messages[int(await poster.post(after, "", REPLY, "n"))].sender is world.bot


async def test_nobody_there(world: World, ann: User, poster: Posting, api: BotApi) -> None:
    """Without a connection surely nothing was sent, and one attempt is all that was made."""
    room = world.group("Club", ann)
    await api.close()

    with pytest.raises(NotSent):
        await poster.post(chat_of(room), "", REPLY, "n")


async def test_managers_are_told_where_it_is_possible(
    world: World, ann: User, poster: Posting
) -> None:
    """The group with the button; else in private, the group named, whoever made it first."""
    room = world.group("Club", ann)
    await poster.tell_managers(chat_of(room), "", REPLY)
    told = [each for each in room.shown if each.sender is world.bot]
    assert [each.plain for each in told] == ["The dailies are here."]


async def test_a_person_is_written_to(world: World, ann: User, poster: Posting) -> None:
    """In the private chat that they opened; its buttons are pressed there."""
    room = world.private(ann)
    room.bot = "member"

    message = await poster.write_to(str(ann.id), REPLY, "n")

    assert room.messages[int(message)].plain == "The dailies are here."
    assert room.messages[int(message)].button("Calculation")["callback_data"]


@pytest.mark.parametrize("status", ["blocked", "stranger"])
async def test_a_person_who_takes_no_messages(
    world: World, ann: User, poster: Posting, api: BotApi, status: str
) -> None:
    """It is remembered, and nothing is asked again before they write."""
    room = world.private(ann)
    room.bot = status

    for _ in range(2):
        with pytest.raises(Refused) as refused:
            await poster.write_to(str(ann.id), REPLY, "n")
        assert refused.value.reason == "forbidden"

    assert [each.method for each in api.calls].count("sendMessage") == 1
    await poster.shut_out.heard_from(ann.id)
    assert not await poster.shut_out.paused(ann.id)


async def test_a_group_that_was_shut_is_not_asked_again(
    world: World, ann: User, poster: Posting, storage: Storage
) -> None:
    """What another part of the bot learnt counts for posts too, also after a restart."""
    room = world.group("Club", ann)
    await ShutOut(storage).note(room.id, "kicked")

    with pytest.raises(Refused):
        await poster.post(chat_of(room), "", REPLY, "n")

    assert not [each for each in room.shown if each.sender is world.bot]


async def test_a_database_that_fails_loses_no_post(
    world: World, ann: User, poster: Posting, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before sending it is put off; a refusal stays one, though it can't be remembered."""
    room = world.group("Club", ann)
    world.bot_is("kicked", room, ann)

    async def fails(_: object) -> None:
        raise Unavailable("locked")

    with monkeypatch.context() as now:
        now.setattr(storage, "write", fails)
        with pytest.raises(Refused):
            await poster.post(chat_of(room), "", REPLY, "n")
        now.setattr(storage, "read", fails)
        with pytest.raises(NotSent):
            await poster.post(chat_of(room), "", REPLY, "n")
