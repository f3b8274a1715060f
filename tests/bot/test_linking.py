"""One person on two platforms: a code here, said there, and parting again."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import replace

import pytest

from bot.conversation import Conversation
from bot.handlers.linking import ALPHABET, LENGTH, new_code, read_code
from bot.requests import Chat
from bot.scene import Services
from storage import Storage
from tests.bot.conftest import Clock, Inline, Talk, session_at
from tests.bot.test_honest_figures import WON_DEAL, WON_LINE


@pytest.fixture
def conversation(storage: Storage, clock: Clock) -> Conversation:
    """A conversation that gives other codes each time."""
    return Conversation(Services(storage, clock, random.Random(5).randrange, Inline()))


@pytest.fixture
def ann(conversation: Conversation) -> Talk:
    """Ann on Discord."""
    return Talk(conversation, "1", name="Ann", platform="discord")


@pytest.fixture
def ana(conversation: Conversation) -> Talk:
    """The same person on Telegram."""
    return Talk(conversation, "2", name="Ana", platform="telegram")


async def code_of(talk: Talk) -> str:
    """A code that they ask for."""
    found = re.search(r"link (\S+)", (await talk.say("link")).text)
    assert found
    return found[1]


async def linked(owner: Talk, other: Talk) -> str:
    """Both become one player; what the other is told."""
    await other.say(f"link {await code_of(owner)}")
    reply = await other.press("Yes")
    assert "Joined" in reply.text, reply.text
    return reply.text


async def win(talk: Talk, deal: str = WON_DEAL, line: str = WON_LINE) -> None:
    """They solve a deal of Baker's Game."""
    await talk.say(f"play bakers-game {deal}")
    await talk.say(line)
    if talk.reply.game is not None and talk.reply.game.outcome == "playing":
        await talk.say("finish")
    assert talk.reply.game is not None
    assert talk.reply.game.outcome == "won"


def test_codes_can_be_read_in_any_spelling() -> None:
    """Eight signs of 32: 40 bits; what looks alike is one sign."""
    chance = random.Random(1)
    codes = {new_code(chance.randrange) for _ in range(500)}

    assert len(codes) == 500
    assert len(ALPHABET) ** LENGTH == 2**40
    for code in codes:
        assert read_code(code) == code
        assert read_code(f" {code[:4].lower()}-{code[4:].replace('0', 'O').replace('1', 'l')}")
    assert read_code("ABCD-O1lI") == "ABCD0111"
    for bad in ("", "ABCD", "ABCD-23456", "ABCD-234U", "play bakers", "a" * 5000, "\u0661" * 8):
        assert read_code(bad) is None


async def test_a_game_begun_on_one_goes_on_on_the_other(ann: Talk, ana: Talk) -> None:
    """One history: running games, figures and settings are the same in both places."""
    await ann.say("play bakers-game 617")
    await ann.say("7h 8h")
    position = ann.position
    await ann.say("theme words")

    told = await linked(ann, ana)

    assert "Ann" in told
    assert "on Discord" in told
    assert (await ana.say("play bakers-game")).game is not None
    assert ana.position == position
    assert "7 of hearts" in ana.reply.text
    await ana.say("6d 7d")
    assert (await ann.say("board")).game == ana.reply.game


async def test_the_question_tells_whom_and_a_no_joins_nobody(ann: Talk, ana: Talk) -> None:
    """The code is void after that."""
    await win(ann)
    code = await code_of(ann)

    asked = await ana.say(f"vincular {code}")
    assert re.search(r"\u2068Ann\u2069 on Discord \(1 game played\)", asked.text)
    assert "Nothing was joined" in (await ana.say("no")).text

    assert "joins nobody" in (await ana.say(f"link {code}")).text
    assert "not played" in (await ana.say("stats")).text


@pytest.mark.parametrize("answer", ["yes", "sí", "again"])
async def test_yes_by_word_and_the_same_again_join(ann: Talk, ana: Talk, answer: str) -> None:
    """As everywhere a question is answered."""
    code = await code_of(ann)
    await ana.say(f"link {code}")

    reply = await ana.say(f"link {code}" if answer == "again" else answer)

    assert "Joined: you are one player with" in reply.text


async def test_another_word_in_between_lets_the_question_go(ann: Talk, ana: Talk) -> None:
    """A yes to something else joins nobody; neither does the old button."""
    await ana.say(f"link {await code_of(ann)}")
    yes = ana.buttons[0]
    await ana.say("help")

    assert "No game" in (await ana.say("yes")).text
    assert "joins nobody" in (await ana.press(yes)).text
    assert "No other account" in (await ana.say("unlink")).text


async def test_bad_codes_get_a_sentence_and_change_nothing(
    ann: Talk, ana: Talk, clock: Clock
) -> None:
    """Wrong, malformed, own, old and used ones."""
    assert "joins nobody" in (await ana.say("link ABCD-2345")).text
    assert "8 letters or digits" in (await ana.say("link hello")).text
    code = await code_of(ann)
    assert "own code" in (await ann.say(f"link {code}")).text
    clock.forward(minutes=10)
    assert "joins nobody" in (await ana.say(f"link {code}")).text
    await linked(ann, ana)
    eve = Talk(ann.conversation, "3", platform="telegram")
    assert "joins nobody" in (await eve.say(f"link {code}")).text
    assert "own code" in (await ana.say(f"link {await code_of(ann)}")).text


async def test_an_answer_after_ten_minutes_is_too_late(ann: Talk, ana: Talk, clock: Clock) -> None:
    """The question stands no longer than the code."""
    await ana.say(f"link {await code_of(ann)}")
    clock.forward(minutes=10)

    assert "joins nobody" in (await ana.press("Yes")).text
    assert "No other account" in (await ana.say("unlink")).text


async def test_guessing_ends_after_five_wrong_codes(ann: Talk, ana: Talk, clock: Clock) -> None:
    """Then even a right one is refused, for an hour."""
    for number in range(5):
        assert "joins nobody" in (await ana.say(f"link ABCD-234{number}")).text
    assert "Too many" in (await ana.say(f"link {await code_of(ann)}")).text
    clock.forward(hours=1)
    await linked(ann, ana)


async def test_a_code_said_before_others_is_never_shown_and_void(
    conversation: Conversation, ann: Talk, ana: Talk
) -> None:
    """In a group nothing is told of codes or accounts; where a platform whispers it is."""
    code = await code_of(ann)
    group = Talk(conversation, "2", "group", name="Ana", platform="telegram")
    for said in ("link", f"link {code}", "unlink"):
        reply = await group.say(said)
        assert reply.text == "That is for you alone: ask me in our private chat."
    for token in ("1:p:link.no", "1:p:unlink.1", "1:p:link.yes.abc"):
        assert "for you alone" in (await group.press_token(token)).text
    assert "joins nobody" in (await ana.say(f"link {code}")).text

    group.chat = replace(group.chat, whispers=True)
    assert await code_of(group)


async def test_two_who_say_one_code_at_once(conversation: Conversation, ann: Talk) -> None:
    """One of them is asked, the other told that it joins nobody."""
    code = await code_of(ann)
    others = [Talk(conversation, str(n), platform="telegram") for n in range(10, 20)]

    told = [each.text for each in await asyncio.gather(*(o.say(f"link {code}") for o in others))]

    assert sum("Join this account" in text for text in told) == 1
    assert sum("joins nobody" in text for text in told) == 9


async def test_a_double_yes_joins_once(ann: Talk, ana: Talk) -> None:
    """Two presses at the same moment."""
    await ana.say(f"link {await code_of(ann)}")
    yes = ana.buttons[0].token

    told = [each.text for each in await asyncio.gather(ana.press_token(yes), ana.press_token(yes))]

    assert sum("Joined" in text for text in told) == 1
    assert "Ana" in (await ann.say("unlink")).text


async def test_who_was_not_there_is_told_who_joined(ann: Talk, ana: Talk) -> None:
    """With the next answer, once; so a stolen code doesn't stay unseen."""
    await linked(ann, ana)

    told = (await ann.say("stats")).text
    assert re.search(r"Joined to your account: \u2068Ana\u2069 on Telegram\.", told)
    assert "unlink" in told
    assert "Joined" not in (await ann.say("stats")).text

    await ann.say("unlink")
    assert "Parted" in (await ann.say("yes")).text
    assert "were parted" in (await ana.say("stats")).text
    assert "were parted" not in (await ann.say("stats")).text


async def test_before_others_names_are_kept(
    conversation: Conversation, ann: Talk, ana: Talk
) -> None:
    """On a board that everybody sees, the news tells no account."""
    await linked(ann, ana)
    club = Talk(conversation, "1", "club", name="Ann", platform="discord")

    told = (await club.say("play bakers-game 617")).text

    assert "An account was joined to yours" in told
    assert "Ana" not in told


async def test_one_row_on_the_leaderboard_and_each_its_own_after_parting(
    ann: Talk, ana: Talk
) -> None:
    """Of two solves of one deal the earlier counts while they are one."""
    await win(ann)
    await win(ana)
    before = (await ann.say("stats")).text, (await ana.say("stats")).text

    await linked(ann, ana)
    assert "  1   1     1  you" in (await ana.say("top everywhere")).text
    assert len(ana.reply.blocks[1].text.splitlines()) == 2
    assert "2 played, 2 won" in (await ana.say("stats")).text

    await ana.say("unlink")
    await ana.press("Yes")
    await ann.say("board")
    assert before == ((await ann.say("stats")).text, (await ana.say("stats")).text)
    assert len((await ana.say("top everywhere")).blocks[1].text.splitlines()) == 3


async def test_parting_gives_each_the_games_it_began(ann: Talk, ana: Talk) -> None:
    """Also those begun while they were one; a press on the other's board is turned away."""
    await linked(ann, ana)
    await ann.say("play calculation 617")
    await ana.say("play bakers-game 617")
    await ana.say("7h 8h")
    await ann.say("play bakers-game")
    key = ann.buttons[0]

    await ann.say("unlink")
    await ann.press("Yes")

    assert "Ana" in (await ann.press(key)).text
    assert "Calculation" in (await ann.say("games")).text
    assert "Baker" not in ann.reply.text
    assert "Baker" in (await ana.say("games")).text
    assert "Calculation" not in ana.reply.text


async def test_two_running_games_of_a_kind_both_stay(
    ann: Talk, ana: Talk, storage: Storage
) -> None:
    """The older one is listed and can be gone on with; either can be started again."""
    for talk, deal in ((ann, "617"), (ana, "618")):
        await talk.say(f"play calculation {deal}")
        await talk.say("d")

    await linked(ann, ana)

    listed = (await ann.say("games")).text
    assert "#617" in listed
    assert "#618" in listed
    await ann.say("board")
    await ann.say("restart")
    assert "new deal" in (await ann.say("yes")).text
    found = await session_at(storage, ann)
    assert found is not None
    assert found[0].deal == "617"


async def test_a_game_with_moves_at_the_moment_of_joining(ann: Talk, ana: Talk) -> None:
    """Whatever comes first: each move is stored or met by the live board, and nothing breaks."""
    await ana.say("play bakers-game 617")
    await ana.say(f"link {await code_of(ann)}")
    yes = ana.buttons[0].token
    stale = ana.conversation

    told = await asyncio.gather(
        ana.press_token(yes),
        *(Talk(stale, "2", name="Ana", platform="telegram").say(m) for m in ("7h 8h", "undo")),
        Talk(stale, "2", name="Ana", platform="telegram").say("play calculation 5"),
        Talk(stale, "2", name="Ana", platform="telegram").say("settings auto on"),
        Talk(stale, "2", name="Ana", platform="telegram").say("play devils-grip 5"),
    )

    assert all("went wrong" not in each.text for each in told)
    await ana.say("link")
    assert "Ann" in ana.reply.text
    listed = (await ann.say("games")).text
    assert all(name in listed for name in ("Baker", "Calculation", "Devil"))


async def test_three_accounts_part_one_at_a_time(
    conversation: Conversation, ann: Talk, ana: Talk
) -> None:
    """The one to be parted is chosen by button or by number."""
    third = Talk(conversation, "9", name="Anita")
    await linked(ann, ana)
    await linked(ann, third)

    await ann.say("unlink")
    assert [button.label for button in ann.buttons] == [
        "\u2068Ana\u2069 on Telegram",
        "\u2068Anita\u2069 on the terminal",
    ]
    await ann.press(ann.buttons[0])
    assert "Parted" in (await ann.press("Yes")).text
    assert "No other account" in (await ana.say("unlink")).text
    assert "Anita" in (await ann.say("unlink 1")).text
    assert "stay joined" in (await ann.say("no")).text


async def test_deleting_goes_for_all_accounts(ann: Talk, ana: Talk) -> None:
    """It says so first; afterwards neither account is known, and no first try comes back."""
    await win(ann)
    await linked(ann, ana)

    assert "Ann" in (await ana.say("mydata delete")).text
    await ana.press("Delete it all")

    assert "nothing about you" in (await ann.say("mydata")).text
    await win(ana)
    assert "try 2" in ana.reply.text


async def test_strange_presses_do_nothing(ann: Talk, ana: Talk) -> None:
    """Forged, old and other people's buttons get a sentence."""
    await linked(ann, ana)
    eve = Talk(ann.conversation, "66", platform="telegram")
    for token in (
        "1:p:link.yes.00000000", "1:p:link.no", "1:p:link", "1:p:unlink.no", "1:p:unlink.1",
        "1:p:unlink.yes.1", "1:p:unlink.yes.x", "1:p:unlink", "1:p:link.a.b.c",
    ):  # fmt: skip
        assert (await eve.press_token(token)).text
    assert "Ana" in (await ann.say("unlink")).text


async def test_all_of_it_in_spanish(conversation: Conversation) -> None:
    """Commands, code and question."""
    ana = Talk(conversation, "2", name="Ana", platform="telegram", language="es")
    eva = Talk(conversation, "3", name="Eva", platform="discord", language="es")
    found = re.search(r"vincular (\S+)", (await ana.say("vincular")).text)
    assert found

    assert "Unir esta cuenta" in (await eva.say(f"vincular {found[1]}")).text
    assert "un solo jugador" in (await eva.press("Sí")).text
    assert "Separar esta cuenta" in (await eva.say("desvincular")).text
    assert "Separadas" in (await eva.say("sí")).text


def test_only_private_chats_are_trusted_unless_a_platform_says_more() -> None:
    """A new platform shows no code before others by mistake."""
    assert not Chat("new", "1", private=False).whispers
