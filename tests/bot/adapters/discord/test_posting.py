"""Posting on Discord without being asked: where it arrives, and what a refusal is taken for."""

from typing import Any

import discord
import pytest
import simcord

from bot.adapters.discord.posting import Posting
from bot.boards import say
from bot.daily.poster import NotSent, Refused
from bot.replies import Button
from storage.people import Chat
from tests.bot.adapters.discord.conftest import Player, text_of

NONCE = "0123456789abcdef01234567"
REPLY = say("The dailies are here.")


def chat_of(guild: Any) -> Chat:
    """The server as the database has it."""
    return Chat(1, "discord", str(guild.id), private=False)


async def test_a_post_arrives_with_its_nonce(env: simcord.Env, club: Any, ann: Player) -> None:
    """It is an ordinary message of the channel, and Discord is asked to recognise a repetition."""
    poster = env.bot.poster
    assert poster.ready

    message = await poster.post(chat_of(club), str(ann.channel.id), REPLY, NONCE)

    assert (str(ann.message.id), ann.seen) == (message, "The dailies are here.")
    sent = env.http_requests[-1].json
    assert (sent["nonce"], sent["enforce_nonce"]) == (NONCE, True)


async def test_places_that_take_no_post(env: simcord.Env, club: Any, ann: Player) -> None:
    """One that is gone, one of another server, one without the permission: each has its word."""
    denied = discord.PermissionOverwrite(send_messages=False)
    den = club.create_text_channel("den", overwrites={env.bot.user: denied})
    foreign = env.create_guild("Other").create_text_channel("foreign")
    for place, reason in (("99", "gone"), (foreign.id, "gone"), (den.id, "forbidden")):
        with pytest.raises(Refused) as refused:
            await env.bot.poster.post(chat_of(club), str(place), REPLY, NONCE)
        assert refused.value.reason == reason, place
    assert ann.channel.history() == []


class Failing:
    """A client whose channel is asked for, and whose message is sent, with these ends."""

    def __init__(self, channel: Any, *ends: Exception) -> None:
        self.channel = channel
        self.ends = list(ends)

    async def fetch_channel(self, _: int) -> Any:
        """The channel, unless it can't be reached."""
        if self.ends:
            raise self.ends.pop(0)
        return self.channel


def failure(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    """An answer of Discord's."""

    class Response:
        reason = "no"

    response: Any = Response()
    response.status = status
    return kind(response, {"code": code, "message": "no"})


@pytest.mark.parametrize(
    "end",
    [
        OSError("no network"),
        discord.RateLimited(60.0),
        failure(discord.HTTPException, 503, 0),
        failure(discord.Forbidden, 403, 0),
    ],
)
async def test_out_of_reach_nothing_is_sent(end: Exception, club: Any) -> None:
    """What fails before anything was sent may be tried again later, whatever it was."""
    client: Any = Failing(None, end)

    with pytest.raises(NotSent):
        await Posting(client).post(chat_of(club), "1", REPLY, NONCE)


async def test_the_owner_is_told(env: simcord.Env) -> None:
    """In private, with the server's name; a notice with a button stands where that works."""
    owner = env.create_user("owner")
    guild = env.create_guild("Mine", owner=owner)
    channel = guild.create_text_channel("cards")
    await env.bot.poster.tell_managers(chat_of(guild), str(channel.id), say("It is paused."))
    await env.bot.poster.tell_managers(
        chat_of(guild), str(channel.id), say("Lost.", rows=((Button("Again", "1:p:daily"),),))
    )

    private = owner.dm_channel.history()[-1]
    assert text_of(private) == "**Mine**\nIt is paused."
    assert text_of(channel.history()[-1]) == "Lost."


async def test_a_person_is_written_to(env: simcord.Env, ann: Player) -> None:
    """In their private messages, with a nonce by which a repetition is known."""
    message = await env.bot.poster.write_to(str(ann.actor.id), REPLY, NONCE)

    [private] = ann.actor.user.dm_channel.history()
    assert (str(private.id), text_of(private)) == (message, "The dailies are here.")
    sent = env.http_requests[-1].json
    assert (sent["nonce"], sent["enforce_nonce"]) == (NONCE, True)


@pytest.mark.parametrize(
    ("status", "code", "reason"),
    [
        (403, 50007, "forbidden"),
        (403, 50278, "forbidden"),
        (404, 10013, "gone"),
        (403, 20026, "refused"),
        (400, 50035, "refused"),
        (400, 40003, None),
        (403, 0, None),
    ],
)
async def test_a_person_who_takes_no_messages(
    env: simcord.Env, ann: Player, status: int, code: int, reason: str | None
) -> None:
    """Only what is their own doing counts against them; the rest is refused or comes later."""
    private = ann.actor.user.dm_channel.id
    env.inject_error("POST", f"/channels/{private}/messages", status=status, code=code)

    with pytest.raises((Refused, NotSent)) as ended:
        await env.bot.poster.write_to(str(ann.actor.id), REPLY, NONCE)

    assert getattr(ended.value, "reason", None) == reason
