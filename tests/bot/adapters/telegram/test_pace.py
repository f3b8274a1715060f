"""Turns to write: never more than Telegram stands, whatever is asked for and when."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.telegram.pace import Pace

ASKED = st.lists(st.floats(0, 20), min_size=1, max_size=80)
"""Pauses before each wish to write."""


def turns(pace: Pace, chat: int, pauses: list[float]) -> list[float]:
    """When each wish is granted, of somebody who waits for each turn before the next wish."""
    now, granted = 1000.0, []
    for pause in pauses:
        now = pace.turn(chat, now + pause)
        granted.append(now)
    return granted


def most_within(times: list[float], seconds: float) -> int:
    """The largest number of times in any stretch of so many seconds."""
    return max(sum(begin <= each < begin + seconds for each in times) for begin in times)


@given(ASKED)
def test_a_chat_gets_one_message_a_second(pauses):
    """In private chats and groups alike no two turns are closer than a second."""
    for chat in (7, -7):
        granted = turns(Pace(), chat, pauses)

        assert all(later - before >= 1 for before, later in pairwise(granted))


@given(ASKED)
def test_a_group_gets_fewer_than_twenty_a_minute(pauses):
    """In any minute, edits being messages too."""
    assert most_within(turns(Pace(), -7, pauses), 60) < 20


@given(st.lists(st.floats(0, 0.2), min_size=1, max_size=120))
def test_all_chats_together_get_thirty_a_second(pauses):
    """In any second, however many chats there are."""
    pace, now, granted = Pace(), 0.0, []
    for pause in pauses:
        now = pace.shared_turn(now + pause)
        granted.append(now)

    assert most_within(granted, 1) <= 30


def test_a_crowd_at_one_moment_is_spread_out():
    """Two hundred chats that would all be written to now are, thirty a second at most."""
    pace = Pace()
    granted = [pace.shared_turn(1000.0) for _ in range(200)]

    assert most_within(granted, 1) <= 30
    assert max(granted) < 1010


def test_nobody_waits_without_need():
    """The first few in a group go a second apart, and a pause brings that back."""
    pace = Pace()
    first = turns(pace, -7, [0] * 5)
    later = turns(pace, -7, [600, 0, 0, 0, 0])

    assert first[-1] - first[0] < 5
    assert later[-1] - later[0] < 5


def test_a_chat_that_is_held_delays_no_other():
    """What Telegram told one chat to wait concerns that chat."""
    pace = Pace()
    pace.hold(-7, 100.0, 30.0)

    assert pace.turn(-7, 100.0) == 130.0
    assert pace.turn(-8, 100.0) == 100.0
    assert pace.turn(-7, 140.0) == 140.0


@pytest.mark.parametrize("chat", [7, -7])
def test_a_clock_that_is_set_back_holds_nobody_up(chat):
    """An hour back is not an hour of silence."""
    pace = Pace()
    turns(pace, chat, [0] * 10)
    pace.hold(chat, 1100.0, 30.0)
    pace.shared_turn(1100.0)

    assert pace.turn(chat, -2600.0) < -2590.0
    assert pace.shared_turn(-2600.0) < -2599.0
