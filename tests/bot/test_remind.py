"""``daily remind``: asking for it, by words and by buttons, in both languages."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.conversation import Conversation
from storage import Storage
from storage.dailies import Reminder
from tests.bot.conftest import Talk
from tests.bot.test_linking import linked


@pytest.fixture
def ann(conversation: Conversation) -> Talk:
    """Ann, to whom the bot may write."""
    return person(conversation, "ann")


def person(conversation: Conversation, name: str, platform: str = "discord") -> Talk:
    """Somebody to whom the bot may write."""
    talk = Talk(conversation, name, platform=platform)
    talk.actor = replace(talk.actor, reachable=True)
    return talk


async def stored(storage: Storage, talk: Talk) -> Reminder | None:
    """Their reminder."""

    async def work(reading):
        visit = await reading.people.recognise(
            talk.actor.platform, talk.actor.external_id, talk.chat.platform, ""
        )
        return await reading.reminders.get(visit.player.id) if visit else None

    return await storage.read(work)


async def test_it_is_off_until_asked_for(ann: Talk, storage: Storage):
    """Looking at the page asks for nothing."""
    assert "daily reminder: off" in (await ann.say("daily remind")).text
    assert await stored(storage, ann) is None

    reply = await ann.press("On")

    assert "daily reminder: at 18:00 (UTC), on Discord" in reply.text
    assert "Next: 30 Nov 18:00 (UTC)." in reply.text
    assert "haven't chosen your time zone" in reply.text
    assert reply.private
    assert reply.secret


@pytest.mark.parametrize(
    ("words", "minute", "zone"),
    [
        ("daily remind 9:30", 570, "UTC"),
        ("daily remind at 9 pm", 1260, "UTC"),
        ("diario avisar a las 21h", 1260, "UTC"),
        ("settings remind 7.15", 435, "UTC"),
        ("ajustes aviso 7:15 zona Madrid", 435, "Europe/Madrid"),
        ("daily remind 20:30 zone kathmandu", 1230, "Asia/Kathmandu"),
        ("daily remind zone utc+5:45", 1080, "UTC+05:45"),
        ("daily remind 21:00 Madrid", 1260, "Europe/Madrid"),
        ("daily remind at 9 p. m. in New York", 1260, "America/New_York"),
        ("daily remind Madrid 21:00", 1260, "Europe/Madrid"),
        ("daily remind zone Madrid 21:00", 1260, "Europe/Madrid"),
        ("diario avisar a las 21:00 hora de Buenos Aires", 1260, "America/Argentina/Buenos_Aires"),
        ("daily remind 9 pm pt", 1260, "America/Los_Angeles"),
        ("daily remind on utc+2", 1080, "UTC+02:00"),
        ("daily remind Madrid", 1080, "Europe/Madrid"),
        ("daily remind 21:00 zone La Paz", 1260, "America/La_Paz"),
        ("diario avisar a la 1 en La Paz", 60, "America/La_Paz"),
        ("daily remind at 9 pm Port of Spain time", 1260, "America/Port_of_Spain"),
    ],
)
async def test_by_words(ann: Talk, storage: Storage, words: str, minute: int, zone: str):
    """A time in any spelling, and the zone along with it."""
    reply = await ann.say(words)

    found = await stored(storage, ann)
    assert (found.minute, found.on) == (minute, True)
    assert zone in reply.text
    local = found.next_at.astimezone(UTC)
    assert local > datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("daily remind 25:00", "“25:00” is no time"),
        ("daily remind sometimes", "“sometimes” is no time"),
        ("daily remind 9 zone Madird", "Perhaps Europe/Madrid"),
        ("daily remind 9 Madird", "Perhaps Europe/Madrid"),
        ("daily remind 25:00 Madrid", "no time"),
        ("daily remind off", "daily reminder: off"),
    ],
)
async def test_what_is_wrong_changes_nothing(ann: Talk, storage: Storage, words: str, said: str):
    """One sentence, also where there is a reminder already."""
    assert said in (await ann.say(words)).text
    assert await stored(storage, ann) is None
    await ann.say("daily remind 9:00")
    before = await stored(storage, ann)
    if "off" not in words:
        await ann.say(words)
        assert await stored(storage, ann) == before


async def test_by_buttons(ann: Talk, storage: Storage):
    """From the settings: on, later, off, and on again at the same time."""
    await ann.say("settings")
    for label in ("Daily reminder", "On", "+1 h", "−15 min"):
        await ann.press(label)
    assert (await stored(storage, ann)).minute == 18 * 60 + 45
    assert "daily reminder: at 18:45" in (await ann.say("settings")).text
    await ann.say("daily remind")
    await ann.press("Off")
    off = await stored(storage, ann)
    assert (off.on, off.next_at) == (False, None)

    await ann.press("On")

    assert (await stored(storage, ann)).minute == 18 * 60 + 45


async def test_the_terminal_says_that_it_cannot(conversation: Conversation, storage: Storage):
    """It offers no button; a linked account's reminder can be turned off from there."""
    tom = Talk(conversation, "tom")
    reply = await tom.say("daily remind 9:00")
    assert "Here I can't write to you by myself" in reply.text
    assert reply.rows == ()
    assert await stored(storage, tom) is None
    ann = person(conversation, "ann")
    await ann.say("daily remind 9:00")
    await linked(ann, tom)

    assert "at 09:00 (UTC), on Discord" in (await tom.say("daily remind")).text
    await tom.press("Off")

    assert not (await stored(storage, ann)).on


async def test_whoever_asks_last_is_written_to(conversation: Conversation, storage: Storage):
    """Of linked accounts; and the zone that comes with linking moves its moment."""
    ann, ana = person(conversation, "ann"), person(conversation, "ana", "telegram")
    await ann.say("daily remind 9:00")
    await ana.say("settings zone UTC+5")
    await linked(ann, ana)
    assert (await stored(storage, ann)).next_at == datetime(2026, 12, 1, 4, tzinfo=UTC)

    reply = await ana.say("daily remind")
    assert "on Discord" in reply.text
    reply = await ana.press("+1 h")

    assert "at 10:00 (UTC+05:00), on Telegram" in reply.text


async def test_own_data_tells_of_it_and_deleting_ends_it(ann: Talk, storage: Storage):
    """Nothing is left to remind of."""
    await ann.say("daily remind 9:00")
    assert "your daily reminder" in (await ann.say("mydata")).text
    assert '"minute": 540' in (await ann.say("mydata export")).text
    await ann.say("mydata delete")
    await ann.press("Delete it all")

    async def left(reading):
        return await reading.reminders.due(("discord",), datetime(2030, 1, 1, tzinfo=UTC), 9)

    assert await storage.read(left) == ()
