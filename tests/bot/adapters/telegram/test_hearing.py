"""Which messages are meant for the bot."""

from datetime import UTC, datetime
from typing import Any

import pytest
from telegram import Chat, ForumTopicCreated, Message, User

from bot.adapters.telegram.hearing import heard
from bot.adapters.telegram.places import Spot, spot_of, where

ME = User(42, "Patience", is_bot=True, username="PatienceBot")
ANN = User(7, "Ann", is_bot=False)
PRIVATE = Chat(7, "private")
GROUP = Chat(-1001, "supergroup")
FORUM = Chat(-1002, "supergroup", is_forum=True)
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def message(text: str | None, chat: Chat = GROUP, **more: Any) -> Message:
    """What Ann says."""
    told = {"from_user": ANN, "text": text} | more
    return Message(9, NOW, chat, **told)


BOARD = Message(5, NOW, GROUP, from_user=ME, text="board")
OTHERS = Message(6, NOW, GROUP, from_user=ANN, text="hello")
TOPIC = Message(
    4, NOW, FORUM, from_user=ME, forum_topic_created=ForumTopicCreated("Cards", icon_color=1)
)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (message("26", PRIVATE), "26"),
        (message("/play calculation", PRIVATE), "play calculation"),
        (message("/nonsense", PRIVATE), "nonsense"),
        (message("/play"), "play"),
        (message("/PLAY@PATIENCEBOT devils-grip"), "PLAY devils-grip"),
        (message("/clasificacion@PatienceBot"), "clasificacion"),
        (message("/nonsense@PatienceBot"), "nonsense"),
        (message("/m\n26"), "m 26"),
        (message("26", reply_to_message=BOARD), "26"),
        (message("/play@OtherBot"), None),
        (message("/weather"), None),
        (message("26"), None),
        (message("26", reply_to_message=OTHERS), None),
        (message("hello", FORUM, reply_to_message=TOPIC), None),
        (message(None, PRIVATE), None),
        (message("/"), None),
        (message("26", PRIVATE, via_bot=ME), None),
        (message("/play", from_user=User(8, "Robot", is_bot=True)), None),
        (message("/play", from_user=None), None),
    ],
)
def test_what_is_heard(said, text):
    """Commands, replies to the bot, and whatever is said in private; nothing else."""
    assert heard(said, ME) == text


@pytest.mark.parametrize(
    ("said", "spot", "place"),
    [
        (message("x", PRIVATE), Spot(7), ""),
        (message("x"), Spot(-1001), ""),
        (message("x", message_thread_id=3), Spot(-1001), ""),
        (message("x", FORUM), Spot(-1002), "1"),
        (message("x", FORUM, message_thread_id=3), Spot(-1002), "1"),
        (message("x", FORUM, message_thread_id=4, is_topic_message=True), Spot(-1002, 4), "4"),
        (message("x", FORUM, message_thread_id=1, is_topic_message=True), Spot(-1002), "1"),
    ],
)
def test_where_it_is_said(said, spot, place):
    """Topics are places; the General one has a name and no number, chains of replies neither."""
    assert (spot_of(said), where(said).place) == (spot, place)
    assert Spot.read(spot.text) == spot
