"""Vessels that requests fill and time empties."""

from datetime import timedelta

import pytest

from bot.admission.floods import Floods, Flow, Limit
from tests.bot.conftest import NOON

ANSWERED, BRIMMED, HELD = Flow.ANSWERED, Flow.BRIMMED, Flow.HELD


def flows(floods: Floods, count: int, every: float, who: str = "ann", start: float = 0) -> list:
    """What becomes of requests that come ``every`` so many seconds, from ``start`` on."""
    moments = [NOON + timedelta(seconds=start + every * number) for number in range(count)]
    return [floods.take(who, moment) for moment in moments]


@pytest.mark.parametrize(("count", "every"), [(60, 1.0), (60, 0.17), (1000, 1 / 3), (30, 0.0)])
def test_no_tap_of_a_quick_hand_is_lost(count: int, every: float) -> None:
    """Sixty a minute, sixty in ten seconds or so, three a second for ever, thirty at once."""
    assert set(flows(Floods(Limit()), count, every)) == {ANSWERED}


def test_a_flood_is_told_once_and_then_held() -> None:
    """While it goes on nothing more is said, however long."""
    found = flows(Floods(Limit()), 2000, 0.02)

    assert found.count(BRIMMED) == 1
    assert set(found[: found.index(BRIMMED)]) == {ANSWERED}
    assert set(found[found.index(BRIMMED) + 1 :]) == {HELD}


def test_it_is_over_when_it_has_ebbed() -> None:
    """Half of what fits has to run out, five seconds of quiet; knocking makes it longer."""
    floods = Floods(Limit())
    flows(floods, 100, 0.0)

    assert flows(floods, 1, 1, start=4.5) == [HELD]
    assert flows(floods, 2, 0.2, start=5.1) == [HELD] * 2
    assert flows(floods, 3, 1, start=6.3) == [ANSWERED] * 3
    assert flows(floods, 100, 0.0, start=20).count(BRIMMED) == 1


def test_looking_counts_nothing() -> None:
    """Whether somebody would be held can be asked as often as one likes."""
    floods = Floods(Limit())
    assert not any(floods.holds("ann", NOON) for _ in range(100))
    flows(floods, 100, 0.0)

    assert floods.holds("ann", NOON)
    assert not floods.holds("bob", NOON)
    assert not floods.holds("ann", NOON + timedelta(seconds=6))


def test_everybody_has_a_vessel_of_their_own() -> None:
    """A flood is nobody else's affair."""
    floods = Floods(Limit())
    flows(floods, 500, 0.0, "ann")

    assert flows(floods, 30, 0.0, "bob") == [ANSWERED] * 30


def test_memory_is_bounded() -> None:
    """Of many only the latest are remembered."""
    floods = Floods(Limit(), most=10)
    for number in range(1000):
        flows(floods, 40, 0.0, f"crowd {number}")

    assert len(floods._vessels._kept) == 10


def test_a_clock_put_back_empties_nothing_and_shuts_nobody_out() -> None:
    """Time that ran backwards counts as none."""
    floods = Floods(Limit())
    flows(floods, 20, 0.0, start=3600)

    assert flows(floods, 12, 0.0) == [ANSWERED] * 10 + [BRIMMED, HELD]
    assert flows(floods, 1, 0.0, start=6) == [ANSWERED]


def test_without_a_limit_nobody_is_held() -> None:
    """As in the terminal, where there is nobody else."""
    assert set(flows(Floods(), 5000, 0.0)) == {ANSWERED}
