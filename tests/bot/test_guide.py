"""The guided first game of each kind."""

import pytest

from bot.conversation import Conversation
from bot.guide import LESSONS
from bot.replies import BlockKind, Reply
from games.catalogue import find
from games.deals import lay_out
from games.game import Outcome
from games.solvers import Limits, Verdict, ready, solve
from storage import Storage
from tests.bot.conftest import Talk, session_at

KEYS = list(LESSONS)
END = "That is all there is to it."


def _said(reply: Reply) -> list[str]:
    return [block.text for block in reply.blocks if block.kind is BlockKind.TEXT]


def _how(reply: Reply) -> tuple[str | None, str]:
    """The label and the words by which the last sentence says a move is made."""
    *_, sentence = _said(reply)
    quoted = [part.split("”")[0] for part in sentence.split("“")[1:]]
    return (quoted[0] if len(quoted) == 2 else None), quoted[-1]


@pytest.mark.parametrize("theme", ["letters", "words"])
@pytest.mark.parametrize("autoturn", ["on", "off"])
@pytest.mark.parametrize("key", KEYS)
async def test_doing_what_is_said_leads_to_the_end(
    key: str, autoturn: str, theme: str, conversation: Conversation
) -> None:
    """Typed or pressed, each step is as it is told, and the last one says so."""
    pressing, typing = Talk(conversation, "ann"), Talk(conversation, "bob")
    for talk in (pressing, typing):
        await talk.say(f"settings autoturn {autoturn}")
        await talk.say(f"theme {theme}")
        await talk.say(f"guide {key}")
    steps = 0
    while not _said(typing.reply)[-1].startswith(END):
        label, words = _how(typing.reply)
        assert _said(pressing.reply) == _said(typing.reply)
        await (pressing.say(words) if label is None else pressing.press(label))
        await typing.say(words)
        steps += 1

    assert 5 <= steps <= len(LESSONS[key].steps)
    await typing.say("d" if key == "devils-grip" else "hint")
    assert not any(END in line for line in _said(typing.reply))


@pytest.mark.parametrize("key", KEYS)
def test_it_can_be_won_after_the_lesson(key: str) -> None:
    """Nobody is shown into a lost game."""
    game, lesson = find(key), LESSONS[key]
    ready(key)
    moves = [game.parse(step.code) for step in lesson.steps]
    position = game.along(game.deal(lay_out(game, lesson.deal)), moves)[-1]

    assert solve(game, position, Limits(seconds=60)).verdict is Verdict.WINNABLE


@pytest.mark.parametrize(
    ("key", "before", "first", "second"),
    [
        ("bakers-game", [], "8a", "1b"),
        ("calculation", ["d"], "w1", "w2"),
        ("devils-grip", ["d"], "b2a7", "a1c1"),
    ],
)
async def test_own_ways_are_told_once(
    key: str, before: list[str], first: str, second: str, conversation: Conversation
) -> None:
    """Another move is fine, also where a card comes up after it; undo comes back to the lesson."""
    talk = Talk(conversation, "ann")
    guided = _said(await talk.say(f"guide {key}"))
    for words in before:
        guided = _said(await talk.say(words))
    left = _said(await talk.say(first))
    assert ["You left the guided moves" in line for line in left] == [True]
    assert _said(await talk.say(second)) == []
    await talk.say("undo")
    assert _said(await talk.say("undo")) == guided


async def test_it_is_practice_and_says_so(conversation: Conversation, storage: Storage) -> None:
    """It can't be solved clean, a hint asks nothing, and starting the deal anew is guided again."""
    talk = Talk(conversation, "ann")
    await talk.say("guide calculation")
    await talk.say("d")
    found = await session_at(storage, talk)
    assert found is not None
    assert (found[0].practice, found[0].assisted, found[0].kind) == (True, True, "easy")
    await talk.say("restart")
    again = await talk.say("yes")
    assert "practice" in again.text
    assert "Turn the first card." in again.text
    assert found[1].outcome is Outcome.PLAYING


async def test_the_same_deal_played_freely_is_not_guided(conversation: Conversation) -> None:
    """Whoever asks for the deal by its name plays it as any other."""
    talk = Talk(conversation, "ann")

    assert _said(await talk.say(f"play bakers-game {LESSONS['bakers-game'].deal}")) == []


async def test_where_it_is_offered(conversation: Conversation) -> None:
    """The greeting offers it and today's deals; guide asks which game; both languages know it."""
    talk = Talk(conversation, "ann", language="es")
    await talk.say("inicio")
    assert "Repartos del día" in [button.label for button in talk.buttons]
    await talk.press("Primera partida guiada")
    await talk.press("Calculation")
    assert "Saca la primera carta." in talk.reply.text
    shown = talk.reply.text
    assert (await talk.say("guía calculation")).text == shown


@pytest.mark.parametrize("key", KEYS)
async def test_it_stands_beside_a_game_that_runs(key: str, conversation: Conversation) -> None:
    """The other one is neither lost nor hidden: a sentence names it, and the list leads back."""
    talk = Talk(conversation, "ann")
    await talk.say(f"play {key} 617")
    real = await talk.say({"bakers-game": "8a"}.get(key, "d"))
    begun = await talk.say(f"guide {key}")
    assert begun.blocks[0].text.endswith("#617 waits for you: “games” leads back to it.")
    assert "practice" in begun.text

    await talk.say(f"={LESSONS[key].steps[0].code}")
    assert "#617" in (await talk.say("games")).text
    back = await talk.press(next(each.label for each in talk.buttons if "#617" in each.label))
    assert back.game == real.game
    assert (await talk.say(f"play {key}")).game == real.game


@pytest.mark.parametrize("key", KEYS)
async def test_one_that_was_left_begins_anew(key: str, conversation: Conversation) -> None:
    """From the first move, wherever it was left, and while other games run; the old one is gone."""
    talk = Talk(conversation, "ann")
    first = await talk.say(f"guide {key}")
    await talk.say(f"={LESSONS[key].steps[0].code}")
    await talk.say(f"play {key} 617")
    again = await talk.say(f"guide {key}")

    assert [block.text for block in again.blocks if block in first.blocks] == [
        block.text for block in first.blocks
    ]
    assert "The guide begins anew." in again.text
    assert len((await talk.say("games")).rows) == 2


async def test_play_never_leads_into_a_guide(conversation: Conversation) -> None:
    """“play” starts a game that counts, as the guide's last sentence says; no question comes."""
    talk = Talk(conversation, "ann")
    await talk.say("guide bakers-game")
    await talk.say("=4h")
    for line in ("play bakers-game", "play bakers-game guide-7"):
        assert "practice" not in (await talk.say(line)).text
        await talk.say("guide bakers-game")


async def test_one_that_was_played_on_stays(conversation: Conversation) -> None:
    """After the lesson it is a game of its own: a new guide leaves it in the list."""
    talk = Talk(conversation, "ann")
    await talk.say("guide bakers-game")
    for step in LESSONS["bakers-game"].steps:
        await talk.say(f"={step.code}")
    beyond = await talk.say("1a")
    assert "waits for you" in (await talk.say("guide bakers-game")).text
    *_, listed = (await talk.say("games")).rows
    assert (await talk.press(listed[0])).game == beyond.game


async def test_an_ended_one_is_tried_again_beside_others(conversation: Conversation) -> None:
    """Given up, it can be begun by the key under its board though another of the kind runs."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    await talk.say("8a")
    await talk.say("guide bakers-game")
    await talk.say("8a")
    await talk.say("restart")
    again = await talk.say("yes")
    assert "one ace is free" in again.text
    await talk.say("resign")
    await talk.say("yes")
    assert "one ace is free" in (await talk.say("guide bakers-game")).text


@pytest.mark.parametrize("other", ["guide calculation", "play bakers-game 617"])
async def test_words_answer_about_a_game_that_is_not_at_hand(
    conversation: Conversation, other: str
) -> None:
    """Asked beside another board, a yes is said to the question; once a move came, to nothing."""
    ann = Talk(conversation, "ann", "club")
    await ann.say("play calculation 617")
    await ann.say("d")
    beside = (await ann.say(other)).game.deal

    await ann.say("play calculation 618")
    await ann.say("d" if other.startswith("guide") else "1a")
    assert "Nothing was asked." in (await ann.say("yes")).text
    assert ann.reply.game.deal == beside
    await ann.say("play calculation 618")
    assert (await ann.say("go on")).game.deal == "617"
    await ann.say(other)
    await ann.say("play calculation 618")
    assert (await ann.say("yes")).game.deal == "618"
    assert "Calculation #617" not in (await ann.say("games")).text
