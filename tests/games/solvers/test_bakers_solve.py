"""Baker's Game: verdicts and lines."""

import random

import pytest

from games.cards import parse_card
from games.catalogue.bakers_game import BakersPosition
from games.solvers import Limits, Verdict, proved
from games.solvers.bakers.find import find
from games.solvers.bakers_game import SOLVER
from tests.games.solvers.bakers_packs import (
    GAME,
    can_be_won,
    dealt,
    followers,
    small_games,
    unwinnable,
    wandered,
    wins,
)

MISSED = {
    "3D 3C 7D 4D 7C 2D AD | AC 6D 2C 5C 6C 4C 5D": 3,
    "2D AC 5D 3D | AD 4C 4D | 5C 2C 3C": 1,
    "5C AC | 3C 4C | 2C 6C": 0,
    "6C 5D 3D 2C 2D AD | AC 6D 4C 5C 3C 4D": 2,
    "7C 6D JC 9C 3D TC | 2D 3C 5C 2C JD TD | 4C 5D 6C 4D AD | 9D 7D 8D 8C AC": 2,
    "9C AD 8D 4C TD 8C | 6C JD 3C 2D 5C 9D | 5D JC AC 2C 3D | TC 4D 7C 7D 6D": 3,
    "JD 4D 9C AC 6D AD | 4C 2D 8C 5C 7D 2C | TC 3D 6C QD 7C 9D | QC 8D 3C JC TD 5D": 3,
}
"""Small packs and their cells that can be won only by setting runs apart in time."""
FEW = Limits(nodes=20_000)


def verdict(won):
    """The word for it."""
    return Verdict.WINNABLE if won else Verdict.UNWINNABLE


@pytest.mark.parametrize("number", [3293, 6219, 860, 4857, 8200, 10616, 223, *range(1, 150)])
def test_deals_others_have_solved(number):
    """Verdicts agree with other programs' and lines replay, in deals that misled solvers too."""
    position = dealt(number)

    solution = proved(GAME, position, SOLVER.solve(position, FEW))

    assert solution.verdict is verdict(number not in unwinnable())
    assert solution.nodes <= 20_000


@pytest.mark.slow
def test_twenty_thousand_deals():
    """No wrong verdict, none undecided and no more than 20,000 nodes in 20,000 deals."""
    for number in range(1, 20_001):
        found = find(dealt(number), FEW)
        assert found.verdict is verdict(number not in unwinnable()), number
        assert found.nodes <= 20_000


def test_small_packs_by_brute_force():
    """A search that tries everything agrees, in deals and after random moves; lines win."""
    rng, counts = random.Random(7), {True: 0, False: 0}
    for deal in small_games(1, 800):
        for position in (deal, wandered(rng, deal, 12)):
            won = can_be_won(position)
            solution = SOLVER.solve(position, Limits())
            assert solution.verdict is verdict(won), position
            assert not won or wins(position, solution.moves), position
            counts[won] += 1
    assert min(counts.values()) > 200


@pytest.mark.slow
def test_many_more_small_packs():
    """The same with twenty thousand packs."""
    for position in small_games(2, 20_000):
        won = can_be_won(position)
        solution = SOLVER.solve(position, Limits())
        assert solution.verdict is verdict(won), position
        assert not won or wins(position, solution.moves), position


@pytest.mark.parametrize("text", MISSED)
def test_runs_set_apart_in_time(text):
    """Wins are found that need a run to stand apart before there is no room for it any more."""
    columns = tuple(tuple(map(parse_card, pile.split())) for pile in text.split(" | "))
    suits = 1 + max(card.suit for pile in columns for card in pile)
    position = BakersPosition((0,) * suits, (None,) * MISSED[text], columns)

    solution = SOLVER.solve(position, Limits())

    assert solution.verdict is Verdict.WINNABLE
    assert wins(position, solution.moves)


def test_a_position_is_as_winnable_as_the_best_after_it():
    """In mid-game too: winnable exactly if some move leads to a winnable position."""
    rng, counts = random.Random(3), {True: 0, False: 0}
    for number in range(1, 70):
        position = wandered(rng, dealt(number), 40)
        won = find(position, FEW).verdict is Verdict.WINNABLE
        best = any(find(each, FEW).verdict is Verdict.WINNABLE for each in followers(position))
        assert won is best, GAME.describe(position)
        counts[won] += 1
    assert min(counts.values()) > 5


def test_no_card_that_goes_home_loses_a_win():
    """The verdict is the same before and after a safe move."""
    rng, seen = random.Random(4), 0
    while seen < 100:
        position = wandered(rng, dealt(rng.randrange(1, 10**6)), 60)
        move = GAME.safe_move(position)
        if move is not None:
            after = GAME.play(position, move)
            assert find(position, FEW).verdict is find(after, FEW).verdict
            seen += 1


def test_along_a_line_every_position_is_winnable():
    """Mid-game positions of won games are won again, whatever lies in cells."""
    for number in (1, 2, 860):
        position = dealt(number)
        for move in SOLVER.solve(position, FEW).moves:
            solution = find(position, FEW)
            assert solution.verdict is Verdict.WINNABLE
            position = GAME.play(position, move)
        assert SOLVER.solve(position, Limits()).moves == ()


def test_the_same_answer_again():
    """Two searches give the same line and count of nodes."""
    assert SOLVER.solve(dealt(19), Limits()) == SOLVER.solve(dealt(19), Limits())


def test_lines_are_short():
    """The middle line of many deals has no more than a hundred single moves."""
    lengths = sorted(
        len(SOLVER.solve(dealt(number), FEW).moves)
        for number in range(1, 100)
        if number not in unwinnable()
    )
    assert lengths[len(lengths) // 2] <= 100


@pytest.mark.parametrize(
    "limits", [Limits(seconds=0), Limits(nodes=0), Limits(megabytes=0), Limits(nodes=10)]
)
def test_no_room_to_search(limits):
    """A limit ends in undecided, never in unwinnable; a won position needs no search."""
    won = BakersPosition((13,) * 4, (None,) * 4, ((),) * 8)

    assert SOLVER.solve(dealt(1), limits).verdict is Verdict.UNDECIDED
    assert SOLVER.solve(dealt(223), limits).verdict is Verdict.UNDECIDED
    assert SOLVER.solve(won, limits).moves == ()


def test_little_time_and_memory():
    """The clock and the size of the tables end a search as well."""
    assert find(dealt(223), Limits(seconds=1e-9)).verdict is Verdict.UNDECIDED
    assert find(dealt(223), Limits(megabytes=1)).verdict is Verdict.UNDECIDED


def test_positions_too_large_for_the_masks():
    """More columns than there are bits for are refused, not misread."""
    with pytest.raises(ValueError, match="columns"):
        find(BakersPosition((13,) * 4, (), ((),) * 9), Limits())
    suit = [parse_card(rank + "C") for rank in "A23456789TJQK"]
    other = [parse_card(rank + "D") for rank in "A23456789TJQK"]
    with pytest.raises(ValueError, match="groups"):
        find(BakersPosition((0, 0), (), ((*suit, *other),)), Limits())
