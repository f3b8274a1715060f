"""Streaks and freezes, by tables made by hand."""

from datetime import date, timedelta

import pytest

from bot.daily.streaks import Streak, streak

FIRST = date(2026, 12, 1)


def played(signs):
    """Solved dates (``x``) from 1 December on, and the last closed date (before ``|``)."""
    past, _, to_come = signs.partition("|")
    solved = {FIRST + timedelta(days=n) for n, sign in enumerate(past + to_come) if sign == "x"}
    return solved, FIRST + timedelta(days=len(past) - 1)


TEN = "x" * 10


@pytest.mark.parametrize(
    ("signs", "current", "best", "freezes"),
    [
        ("|", 0, 0, 0),
        ("xxx|", 3, 3, 0),
        ("xx.|", 0, 2, 0),  # missed and closed
        ("xx|.", 2, 2, 0),  # missed so far, still open
        ("xx|.x", 3, 3, 0),  # tomorrow's solved before today's
        ("xx.|x", 1, 2, 0),
        ("|x", 1, 1, 0),
        ("x.xx.xxx|", 3, 3, 0),
        (f"{TEN}|", 10, 10, 1),
        (f"{TEN}.|", 10, 10, 0),  # the freeze is spent
        (f"{TEN}..|", 0, 10, 0),
        (f"{TEN}.x|", 11, 11, 0),  # and the streak goes on
        (f"{TEN}|.", 10, 10, 1),  # not before the date closes
        (f"{TEN}{TEN}|", 20, 20, 2),
        (f"{TEN}{TEN}{TEN}{TEN}{TEN}|", 50, 50, 3),  # three at most
        (f"{TEN}{TEN}{TEN}{TEN}....|", 0, 40, 0),
        (f"{TEN}{TEN}{TEN}{TEN}...x|", 41, 41, 0),
        (f"{TEN}.xxxxxxxxxx|", 20, 20, 1),  # the twentieth earns again
        (f"{TEN}..xx|", 2, 10, 0),
        ("xxxxxxxxx.x|", 1, 9, 0),  # nine days earn nothing
    ],
)
def test_streaks(signs, current, best, freezes):
    """What a calendar of solved and missed dates comes to."""
    assert streak(*played(signs)) == Streak(current, best, freezes)


def test_the_order_of_solving_changes_nothing():
    """A streak is a matter of dates: those open at once may be solved in any order."""
    solved, closed = played(f"{TEN}.xx.xxxx|")

    assert streak(sorted(solved, reverse=True), closed) == streak(solved, closed)
