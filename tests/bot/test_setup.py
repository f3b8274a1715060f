"""What holds for a whole chat: its language, and where games are played in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from bot import tokens
from bot.commands import COMMANDS
from bot.conversation import Conversation
from bot.handlers.chat_places import MOST
from bot.replies import Reply
from bot.requests import Press
from storage import Storage
from tests.bot.conftest import Talk, boards_of

CARDS, DEN, TALK, THREAD = "11", "12", "13", "99"


@dataclass
class Channels:
    """The channels a platform knows."""

    names: dict[str, str] = field(
        default_factory=lambda: {CARDS: "cards", DEN: "den", TALK: "talk"}
    )

    def called(self, place: str) -> str | None:
        """A channel's name."""
        return self.names.get(place)

    def takes_posts(self, place: str) -> bool:
        """In all but one the bot may write."""
        return place in self.names and place != TALK


@pytest.fixture
def channels() -> Channels:
    """Three of them."""
    return Channels()


class Somebody(Talk):
    """A person in a channel of the club."""

    def at(self, place: str, *, within: str = "") -> Somebody:
        """Go to another channel or thread."""
        self.chat = replace(self.chat, place=place, within=within)
        return self


@pytest.fixture
def ann(conversation: Conversation, channels: Channels) -> Somebody:
    """A manager in #cards."""
    talk = Somebody(conversation, "ann", "club")
    talk.actor = replace(talk.actor, manager=True)
    talk.chat = replace(talk.chat, known_places=channels)
    return talk.at(CARDS)


@pytest.fixture
def bob(conversation: Conversation, channels: Channels) -> Somebody:
    """Anybody in #cards."""
    talk = Somebody(conversation, "bob", "club")
    talk.chat = replace(talk.chat, known_places=channels)
    return talk.at(CARDS)


def turned_away(reply: Reply, *places: str) -> bool:
    """Whether somebody is told where games are played, privately and without a board."""
    named = [place for block in reply.blocks for place in block.places]
    assert not boards_of(reply)
    return reply.private and reply.aside and not reply.rows and named == list(places)


async def test_only_managers_set_up(bob: Somebody, ann: Somebody, storage: Storage) -> None:
    """By words or by a manager's button; others get a sentence and nothing changes."""
    await ann.say("setup")
    for reply in (
        await bob.say("setup"),
        await bob.say("setup language es"),
        await bob.press_token(ann.buttons[1].token),
    ):
        assert reply.text == "Only those who manage this chat can set it up."
        assert reply.private
    assert await storage.read(lambda reading: reading.people.find_chat(*_club(ann))) is None


def _club(talk: Talk) -> tuple[str, str]:
    return talk.chat.platform, talk.chat.external_id


async def test_in_private_there_is_nothing_to_set_up(conversation: Conversation) -> None:
    """It says where it belongs, and to what is one's own."""
    talk = Talk(conversation, "ann")
    talk.actor = replace(talk.actor, manager=True)

    assert "servers and groups" in (await talk.say("setup")).text


async def test_the_chats_language(ann: Somebody, bob: Somebody) -> None:
    """Everybody's, but for who has chosen their own; a button or words set and unset it."""
    assert "idioma" not in (await bob.say("help")).text
    await ann.say("setup")
    assert "vale aquí para todos" in (await ann.press("Español")).text
    assert "jugar" in (await bob.say("help")).text
    await bob.say("language en")
    assert "play" in (await bob.say("help")).text.splitlines()[1]
    assert "What holds" in (await ann.say("configurar idioma propio")).text
    assert "I speak en (English), es (Español)" in (await ann.say("setup language fr")).text


async def test_games_are_played_where_it_is_allowed(ann: Somebody, bob: Somebody) -> None:
    """Elsewhere every command, move, answer and press is turned away; the game stays as it is."""
    await bob.say("play bakers-game 617")
    board = bob.reply
    await ann.say("setup")
    await ann.press("Only here")
    bob.at(TALK)
    anywhere = {
        "help",
        "settings",
        "language",
        "theme",
        "privacy",
        "mydata",
        "link",
        "unlink",
        "setup",
    }
    assert {each.name for each in COMMANDS if each.anywhere} >= anywhere
    for command in COMMANDS:
        if not command.anywhere:
            assert turned_away(await bob.say(command.name), CARDS), command.name
    for said in ("3a", "", "yes", "bakers-game", "what now"):
        assert turned_away(await bob.say(said or "board"), CARDS), said
    for button in board.rows[0]:
        assert turned_away(await bob.press(button), CARDS)
    assert turned_away(await bob.press_token("1:p:play.calculation"), CARDS)
    assert turned_away(await bob.press_token("1:p:top"), CARDS)
    assert await bob.conversation.suggest(bob.actor, bob.chat, "") == ()
    bob.at(CARDS)

    assert (await bob.press(board.rows[0][0])).live is not None
    assert "move 1" in bob.reply.text


async def test_what_isnt_play_works_anywhere(ann: Somebody, bob: Somebody) -> None:
    """Settings, help and one's data, without a board of the game played elsewhere."""
    await bob.say("play bakers-game 617")
    await ann.say("setup channels add")
    bob.at(TALK)
    for said in ("help", "settings", "privacy", "mydata", "theme suits", "language es"):
        reply = await bob.say(said)
        assert not reply.aside, said
        assert not boards_of(reply), said
        assert reply.game is None, said
    assert not (await bob.press_token("1:s:theme.words")).aside


async def test_threads_go_with_their_channel(ann: Somebody, bob: Somebody) -> None:
    """Playing in them, and choosing them."""
    await ann.at(THREAD, within=CARDS).say("setup channels add")
    assert (CARDS,) in [block.places for block in ann.reply.blocks]

    assert (await bob.at(THREAD, within=CARDS).say("play calculation")).live
    assert turned_away(await bob.at("98", within=TALK).say("play calculation"), CARDS)


async def test_channels_by_words(ann: Somebody) -> None:
    """By mention, by number or here, several at once, in both languages; off again the same way."""

    async def chosen(said: str) -> tuple[str, ...]:
        reply = await ann.say(said)
        return next((block.places for block in reply.blocks if block.places), ())

    assert await chosen("setup channels add <#12> 13") == (DEN, TALK)
    assert await chosen("configurar canales añadir aquí") == (DEN, TALK, CARDS)
    assert await chosen("setup channels remove 13 language es") == (DEN, CARDS)
    assert ann.reply.text.startswith("Hecho")
    assert await chosen("setup canales quitar") == (DEN,)
    assert await chosen("setup channels all") == ()
    assert "partidas: en todas partes" in ann.reply.text


async def test_channels_by_buttons(ann: Somebody) -> None:
    """Each change by one press, other channels by their names."""
    await ann.say("setup")
    await ann.press("Only here")
    await ann.at(DEN).say("setup")
    await ann.press("Also here")
    assert [button.label for button in ann.buttons][3:] == [
        "Not here",
        "Everywhere",
        "Not in \u2068#cards\u2069",
        "Daily post",
    ]
    await ann.press("Not in \u2068#cards\u2069")
    await ann.press("Not here")

    assert "games: in every place" in ann.reply.text


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("setup channels add #cards", "I know no place “#cards” here."),
        ("setup channels add 77", "I know no place “77” here."),
        ("setup channels paint", "Say add, remove or all."),
        ("setup colours", "Say language, channels or daily"),
    ],
)
async def test_what_cant_be_set(said: str, told: str, ann: Somebody) -> None:
    """One sentence, and nothing changes."""
    await ann.say("setup channels add 12")
    reply = await ann.say(said)

    assert told in reply.text
    assert (DEN,) in [block.places for block in reply.blocks]


async def test_a_list_has_an_end(ann: Somebody, channels: Channels) -> None:
    """One too many is refused, and the list is as it was; the longest one's buttons fit."""
    channels.names |= {str(number): "x" * 100 for number in range(10**19, 10**19 + MOST + 1)}
    many = list(channels.names)[3:]
    await ann.say("setup channels add " + " ".join(many[:MOST]))
    assert len(ann.buttons) <= 25
    assert all(len(button.label) <= 80 for button in ann.buttons)
    assert f"At most {MOST} places" in (await ann.say(f"setup channels add {many[-1]}")).text

    assert [len(block.places) for block in ann.reply.blocks if block.places] == [MOST]


async def test_channels_that_are_gone(ann: Somebody, bob: Somebody, channels: Channels) -> None:
    """They go off the list while others are left; the last one closes, and managers are told."""
    await ann.say("setup channels add 12 13")
    del channels.names[TALK]
    assert turned_away(await bob.say("play"), DEN)
    assert "1 place is gone and was taken off" in (await ann.say("setup")).text
    assert "gone" not in (await ann.say("setup")).text
    del channels.names[DEN]
    assert "places chosen for games are gone" in (await bob.say("play")).text
    assert bob.reply.aside
    assert "games: nowhere" in (await ann.say("setup")).text
    await ann.press("Also here")

    assert "1 place is gone" in ann.reply.text
    assert (await bob.say("play bakers-game")).live


async def test_a_chat_of_one_place(conversation: Conversation) -> None:
    """There is nothing to choose, and no button that would."""
    talk = Talk(conversation, "ann", "club")
    talk.actor = replace(talk.actor, manager=True)
    await talk.say("setup")
    labels = ["English", "Español", "Each their own", "Daily post"]
    assert [button.label for button in talk.buttons] == labels

    assert "only one place" in (await talk.say("setup channels add")).text


async def test_forged_buttons(ann: Somebody) -> None:
    """Tokens of this page that no page has are answered in words."""
    for tail in ("x", "places", "places.add.x", "language.xx", "places.remove.-5", "."):
        press = Press(ann.actor, ann.chat, f"1:p:setup.{tail}")
        assert (await ann.conversation.handle(press)).private


def test_the_longest_button_fits() -> None:
    """Twenty digits of a place are within a token."""
    token = tokens.OnPage("setup", ("places", "remove", "1" * 20))

    assert tokens.decode(tokens.encode(token)) == token


async def test_pages_of_the_settings_open_where_no_games_are_played(
    ann: Somebody, bob: Somebody
) -> None:
    """Settings hold everywhere, so the buttons under them do as well."""
    await ann.say("setup channels add 12")
    await bob.say("settings")
    keys = {button.label: button for button in bob.buttons}

    assert "What time is it there now?" in (await bob.press(keys["Time zone"])).text
    assert "daily reminder" in (await bob.press(keys["Daily reminder"])).text
