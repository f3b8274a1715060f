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


async def test_own_ways_are_told_once(conversation: Conversation) -> None:
    """Another move is fine; undo comes back to the lesson."""
    talk = Talk(conversation, "ann")
    first = _said(await talk.say("guide bakers-game"))
    left = _said(await talk.say("8a"))
    assert ["You left the guided moves" in line for line in left] == [True]
    assert _said(await talk.say("1b")) == []
    await talk.say("undo")
    assert _said(await talk.say("undo")) == first


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
