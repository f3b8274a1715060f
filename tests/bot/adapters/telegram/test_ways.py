"""Which way an answer to a press takes."""

import pytest

from bot import tokens
from bot.adapters.telegram.ways import Way, way_of_press
from bot.boards import say
from bot.replies import Block, BlockKind, Button, Live, Page, Reply

BOARD = tokens.OnGame(1, 3, "m.26")
PAGE = tokens.OnPage("top", ("any",))
QUESTION = ((Button("Yes", tokens.encode(tokens.OnGame(1, 3, "hint!"))),),)
START = ((Button("Calculation", tokens.encode(tokens.OnPage("play", ("calculation",)))),),)
LIVE = Reply((), live=Live(1, 3, "calculation", "en", "letters", Page.BOARD))
RECORD = Reply((Block(BlockKind.BOARD, "[Game]"),), private=True)


@pytest.mark.parametrize(
    ("token", "reply", "way"),
    [
        (BOARD, LIVE, Way.EDIT),
        (PAGE, LIVE, Way.EDIT),
        (BOARD, say("No.", private=True), Way.TOLD),
        (BOARD, say("This is Ann's game.", rows=START, private=True), Way.TOLD),
        (BOARD, say("Sure?", rows=QUESTION, private=True), Way.UNDER),
        (BOARD, say("Given up.", rows=START), Way.UNDER),
        (tokens.OnGame(1, 3, "share"), say("Solved."), Way.ANEW),
        (tokens.OnGame(1, 3, "rules"), say("So it goes."), Way.ANEW),
        (tokens.OnGame(1, 3, "share"), say("Not yet.", private=True), Way.TOLD),
        (tokens.OnGame(1, 3, "replay.4.0"), say("Replay"), Way.EDIT),
        (PAGE, say("A page."), Way.EDIT),
        (PAGE, say("Sure?", rows=START, private=True), Way.EDIT),
        (PAGE, say("Done.", private=True), Way.EDIT),
        (PAGE, RECORD, Way.ANEW),
        (None, say("I don't know that button.", rows=START, private=True), Way.EDIT),
    ],
)
def test_in_a_private_chat(token, reply, way):
    """A board is pushed aside by nothing but its successor."""
    assert way_of_press(token, reply, answered=False, group=False) is way


def test_before_others_sentences_for_one_person_are_told_to_them():
    """The board takes the keys of a question and shows no hint to everybody."""
    question = say("Sure?", rows=QUESTION, private=True)

    assert way_of_press(BOARD, question, answered=False, group=True) is Way.KEYS
    done = say("Done.", private=True)
    assert way_of_press(PAGE, done, answered=False, group=True) is Way.TOLD


@pytest.mark.parametrize("group", [False, True])
def test_what_comes_late_is_said_in_a_message(group):
    """A press that was answered in time can't be answered again."""
    hint = say("6s to F4.", rows=QUESTION, private=True)
    ways = [
        way_of_press(token, reply, answered=True, group=group)
        for token, reply in ((BOARD, hint), (BOARD, say("No.", private=True)), (PAGE, say("Done.")))
    ]

    assert ways == [Way.UNDER, Way.ANEW, Way.EDIT]
