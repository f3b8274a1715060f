"""The daily post of a chat: where, when, of which games, and the player's own time zone."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from bot import tokens
from bot.conversation import Conversation
from bot.daily.zones import find_zone
from bot.handlers.zone_choice import REGIONS, word_of
from storage import Storage
from tests.bot.conftest import NOON, Talk
from tests.bot.test_setup import CARDS, DEN, TALK, THREAD, Channels, Somebody


@pytest.fixture
def ann(conversation: Conversation) -> Somebody:
    """A manager in #cards."""
    talk = Somebody(conversation, "ann", "club")
    talk.actor = replace(talk.actor, manager=True)
    talk.chat = replace(talk.chat, known_places=Channels())
    return talk.at(CARDS)


async def schedule(storage: Storage, talk: Talk):
    """What is stored for the chat, None for nothing."""

    async def work(reading):
        chat = await reading.people.find_chat(talk.chat.platform, talk.chat.external_id)
        return await reading.schedules.get(chat.id) if chat else None

    return await storage.read(work)


async def test_all_in_one_message(ann: Somebody, storage: Storage):
    """Place, time, zone and games in any order; the answer tells when the next post comes."""
    reply = await ann.say(
        f"setup daily in <#{DEN}> 9:30 p. m. zone america/new_york bg calculation"
    )

    stored = await schedule(storage, ann)
    assert (stored.place, stored.minute, stored.zone) == (DEN, 21 * 60 + 30, "America/New_York")
    assert (stored.games, stored.on, stored.paused) == ("bakers-game calculation", True, "")
    assert stored.next_at == datetime(2026, 12, 1, 2, 30, tzinfo=UTC)
    assert stored.next_day == date(2026, 11, 30)
    assert "Next post: 30 Nov 21:30 (America/New_York), that is 1 Dec 02:30 (UTC)." in reply.text


async def test_a_first_on_stands_here_at_nine(ann: Somebody, storage: Storage):
    """In the zone of who turns it on; off keeps the rest."""
    await ann.say("settings zone Kathmandu")
    await ann.say("setup daily on")
    stored = await schedule(storage, ann)
    assert (stored.place, stored.minute, stored.zone) == (CARDS, 540, "Asia/Kathmandu")

    reply = await ann.say("setup daily off")

    after = await schedule(storage, ann)
    assert after == replace(stored, on=False, next_at=None, next_day=None)
    assert "daily post: off" in reply.text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("zone Madird", "Perhaps Europe/Madrid"),
        ("21:00 Madird", "Perhaps Europe/Madrid"),
        ("zone xqzw", "I know no time zone “xqzw”"),
        ("at 25:00", "“25:00” is no time. Perhaps 01:00?"),
        ("930", "Perhaps 09:30?"),
        ("at dawn", "For example: 9:30, 21:00 or 9:30 pm."),
        ("zone", "Say a city such as"),
        ("zone mine", "haven't chosen your time zone"),
        ("in nowhere", "Name the place"),
        (f"in {TALK}", "I may not write there"),
        (f"in {THREAD}", "no such place"),
        ("tomorrow", "Say on, off"),
        ("off", "no daily post here yet"),
        ("now", "no daily post here yet"),
    ],
)
async def test_what_is_wrong_is_said_and_changes_nothing(
    words: str, said: str, ann: Somebody, storage: Storage
):
    """One sentence; also where other words of the message were fine."""
    reply = await ann.say(f"setup daily {words}")
    assert said in reply.text
    assert await schedule(storage, ann) is None

    await ann.say("setup daily on")
    before = await schedule(storage, ann)
    if words not in ("off", "now"):
        await ann.say(f"setup daily 7:15 {words}")
        assert await schedule(storage, ann) == before


@pytest.mark.parametrize(
    "words",
    [
        "21:00 Madrid",
        "at 21:00 in madrid",
        "Madrid 9 pm",
        "on 21:00 Europe/Madrid calculation",
        "time zone Madrid at 21:00",
        "a 21:00 hora de Madrid",
        "21:00 zona horaria Madrid",
        "a las 21:00 hora de Madrid",
        "21:00 Madrid time",
    ],
)
async def test_a_zone_without_the_word(words: str, ann: Somebody, storage: Storage):
    """A city is no place of a chat, no game and no time: it is taken for the zone that it names."""
    await ann.say(f"setup daily {words}")

    stored = await schedule(storage, ann)
    assert stored is not None, ann.reply.text
    assert (stored.minute, stored.zone, stored.place) == (1260, "Europe/Madrid", CARDS)


@pytest.mark.parametrize(
    "words", ["zone Madrid", "time zone Madrid", "timezone madrid", "zona horaria Madrid"]
)
async def test_the_own_zone_in_several_words(words: str, ann: Somebody):
    """However the setting is called."""
    assert "zone: Europe/Madrid" in (await ann.say(f"settings {words}")).text


async def test_by_buttons(ann: Somebody, storage: Storage):
    """From the whole page and back: on, an hour later, two games, in turn, off."""
    await ann.say("setup")
    for label in ("Daily post", "On", "+1 h", "−15 min", "Calculation"):
        await ann.press(label)
    stored = await schedule(storage, ann)
    assert (stored.minute, stored.games) == (585, "bakers-game devils-grip")
    await ann.press("One in turn")
    assert (await schedule(storage, ann)).games == "rotation"
    await ann.press("All three")
    assert (await schedule(storage, ann)).games == ""
    await ann.press("Off")
    assert not (await schedule(storage, ann)).on
    assert "What holds for everybody here" in (await ann.press("Back")).text


async def test_by_buttons_in_spanish(ann: Somebody, storage: Storage):
    """The whole of it again, without a word of English."""
    ann.actor = replace(ann.actor, language="es-MX")
    await ann.say("configurar")
    for label in (
        "Publicar el diario",
        "Activar",
        "+1 h",
        "Uno por turno",
        "Zona horaria",
        "América",
    ):
        await ann.press(label)
    reply = await ann.press("Bogota 07:00")
    stored = await schedule(storage, ann)
    assert (stored.minute, stored.zone, stored.games) == (600, "America/Bogota", "rotation")
    told = "Próximo: 30 nov 10:00 (America/Bogota), es decir, 30 nov 15:00 (UTC)."
    assert told in reply.text
    ann.at(DEN)
    await ann.say("configurar diario")
    await ann.press("Publicar aquí")
    assert (await schedule(storage, ann)).place == DEN
    await ann.press("Desactivar")
    assert "no se publica" in ann.reply.text


async def test_a_zone_by_buttons(ann: Somebody, storage: Storage):
    """Cities with the time it is there, region by region, or the manager's own zone."""
    await ann.say("setup daily on")
    await ann.press("Time zone")
    assert "Madrid 13:00" in [each.label for each in ann.buttons]
    await ann.press("America")
    reply = await ann.press("Buenos Aires 09:00")
    assert (await schedule(storage, ann)).zone == "America/Argentina/Buenos_Aires"
    assert "Next post: 1 Dec 09:00 (America/Argentina/Buenos_Aires), that is" in reply.text
    assert not any(each.label.startswith("Mine") for each in ann.buttons)
    await ann.say("settings zone UTC+5:45")
    await ann.say("setup daily")
    await ann.press("Time zone")
    await ann.press("Mine: UTC+05:45")
    assert (await schedule(storage, ann)).zone == "UTC+05:45"
    bob = Somebody(ann.conversation, "bob", "club")
    assert "Only those who manage" in (await bob.press_token("1:p:setup.zones")).text


@pytest.mark.parametrize("name", [name for _, names in REGIONS.values() for name in names])
def test_a_city_on_a_button_is_the_zone_it_names(name: str):
    """Of several of that name it is the one that is shown, and it fits on a button."""
    word = word_of(name)
    assert find_zone(word) == name
    assert len(tokens.encode(tokens.OnPage("setup", ("daily", "zone", word)))) <= tokens.LONGEST


async def test_a_pause_ends_with_a_place_or_a_word(ann: Somebody, storage: Storage):
    """The page says why it paused; choosing the place anew, or “on”, goes on."""
    for way in ("here", "on"):
        await ann.say("setup daily on")
        chat = (await schedule(storage, ann)).chat_id
        await storage.write(
            lambda uow, chat=chat: uow.schedules.change(
                chat, paused="forbidden", next_at=None, next_day=None
            )
        )
        assert "paused: I may not write there" in (await ann.say("setup daily")).text

        await ann.say(f"setup daily {way}")

        stored = await schedule(storage, ann)
        assert stored.paused == ""
        assert stored.next_at is not None


async def test_a_posted_date_does_not_come_again(ann: Somebody, storage: Storage):
    """Moving the time behind today's post promises tomorrow's; “now” says that it is there."""
    await ann.say("setup daily on at 8:00")
    stored = await schedule(storage, ann)
    games = ("bakers-game", "calculation", "devils-grip")
    await storage.write(lambda uow: uow.schedules.claim(stored, NOON.date(), games, "nonce", NOON))

    await ann.say("setup daily at 23:00")

    assert (await schedule(storage, ann)).next_day == NOON.date() + timedelta(days=1)
    assert "posted already" in (await ann.say("setup daily now")).text


async def test_now_posts_with_the_next_look(ann: Somebody, storage: Storage):
    """Today's, once; afterwards the days go on as they were."""
    await ann.say("setup daily on at 8:00")
    await ann.press("Post now")

    stored = await schedule(storage, ann)
    assert (stored.next_at, stored.next_day) == (NOON, NOON.date())


async def test_others_are_refused(ann: Somebody, storage: Storage):
    """Privately, by words and by buttons of a manager's page."""
    await ann.say("setup daily on")
    before = await schedule(storage, ann)
    bob = Somebody(ann.conversation, "bob", "club")
    for reply in (await bob.say("setup daily off"), await bob.press_token("1:p:setup.daily.off")):
        assert reply.private
        assert "Only those who manage" in reply.text
    assert await schedule(storage, ann) == before


async def test_ones_own_zone_by_buttons(conversation: Conversation):
    """From the settings; a wrong word leads there too."""
    zoe = Talk(conversation, "zoe")
    await zoe.say("settings")
    for label in ("Time zone", "Asia, Pacific", "Kathmandu 17:45"):
        await zoe.press(label)
    assert "zone: Asia/Kathmandu" in zoe.reply.text
    await zoe.say("settings zone Madird")
    assert "zone: UTC" in (await zoe.press("UTC")).text


async def test_ones_own_zone(conversation: Conversation):
    """It is told with the settings, and a wrong one gets the nearest."""
    zoe = Talk(conversation, "zoe")
    assert "zone: UTC" in (await zoe.say("settings")).text
    assert "zone: UTC+05:45" in (await zoe.say("settings zone UTC+5:45")).text
    assert "Perhaps Europe/Madrid" in (await zoe.say("ajustes zona Madird")).text
    both = await zoe.say("settings auto on zone Nueva York")
    assert "zone: America/New_York" in both.text
    assert "auto: on" in [each.label for each in zoe.buttons]
