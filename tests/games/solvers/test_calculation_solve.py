"""Calculation with the stock known."""

import random

import pytest

from games.catalogue.calculation import Calculation
from games.deals import lay_out
from games.game import Outcome
from games.solvers import proved
from games.solvers.calculation import SOLVER
from games.solvers.counting.beam import Effort, climb
from games.solvers.counting.choosing import HABITS
from games.solvers.counting.digging import dig
from games.solvers.counting.luck import new_dice, win_by_luck
from games.solvers.counting.pack import CALCULATION, Sight, make_pack
from games.solvers.solver import Difficulty, Limits, Verdict
from tests.games.solvers.calculation_packs import (
    Rules,
    by_ranks,
    ranks_of,
    small_positions,
    won_positions,
)  # fmt: skip

GAME = Calculation()
LONG = Limits(seconds=600)


def fresh(deal):
    """A deal laid out."""
    return GAME.deal(lay_out(GAME, str(deal)))


def agrees_with_brute_force(positions):
    """Compare verdicts and replay lines; how many were (not winnable, winnable, without stock)."""
    count = [0, 0, 0]
    for rules, foundations, position in positions:
        pack = make_pack(rules.ranks, foundations)
        winnable = rules.winnable(position)
        searches = [climb(pack, by_ranks(position), Effort(LONG))]
        if not position[3]:
            sight = Sight(*position[:3], (0,) * rules.ranks)
            searches.append(dig(pack, sight, Effort(LONG)))
            count[2] += 1
        for search in searches:
            assert (search.steps is not None) == winnable, position
            assert search.complete != winnable, position
            assert search.steps is None or rules.replays(position, search.steps)
        count[winnable] += 1
    return count


def test_small_packs_agree_with_trying_every_line():
    """Complete either way: no win missed, no false proof, lines replay."""
    lost, won, late = agrees_with_brute_force(small_positions(240))
    assert lost > 60
    assert won > 60
    assert late > 15


@pytest.mark.slow
def test_thousands_of_small_packs_agree_with_trying_every_line():
    """The same on many more."""
    lost, won, late = agrees_with_brute_force(small_positions(6000, seed=2))
    assert min(lost, won, late) > 500


def test_a_pack_needs_steps_that_reach_every_rank():
    """Six ranks in steps of two never reach the odd ones."""
    with pytest.raises(ValueError, match="2 foundations of 6 ranks"):
        make_pack(6, 2)
    assert CALCULATION.orders.shape == (4, 13)


@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_deals_are_won_by_lines_that_replay(deal):
    """From the start, and after random moves of the line with a card in hand or not."""
    position = fresh(deal)
    solution = proved(GAME, position, SOLVER.solve(position, LONG))
    assert solution.verdict is Verdict.WINNABLE
    assert solution.nodes > 0
    assert SOLVER.solve(position, LONG) == solution
    for n in sorted(random.Random(deal).sample(range(len(solution.moves)), 4)):
        later = position
        for move in solution.moves[:n]:
            later = GAME.play(later, move)
        assert proved(GAME, later, SOLVER.solve(later, LONG)).verdict is Verdict.WINNABLE


def test_won_games_are_winnable_all_along():
    """Late positions of other people's won games, some with a full hand."""
    positions = won_positions(11)
    for position in positions[::5]:
        assert proved(GAME, position, SOLVER.solve(position, LONG)).verdict is Verdict.WINNABLE


def test_a_safe_move_never_loses_a_win():
    """Verdicts before and after it are the same, in positions played at random too."""
    rng, seen = random.Random(5), {Verdict.WINNABLE: 0, Verdict.UNWINNABLE: 0}
    lines = won_positions(7)
    for start in rng.sample(lines, 40):
        position = start
        for _ in range(3):
            if GAME.outcome(position) is not Outcome.PLAYING:
                break
            safe = GAME.safe_move(position)
            if safe is not None:
                verdict = SOLVER.solve(position, LONG).verdict
                after = GAME.play(position, safe)
                assert SOLVER.solve(after, LONG).verdict is verdict
                seen[verdict] += 1
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
    assert seen[Verdict.WINNABLE] > 5


def test_ends_need_no_search():
    """A won position has an empty line, a lost one none."""
    position = fresh(1)
    for move in SOLVER.solve(position, LONG).moves:
        position = GAME.play(position, move)
    assert SOLVER.solve(position, Limits(0, 0, 0)).moves == ()
    lost = fresh(1)
    while GAME.outcome(lost) is Outcome.PLAYING:
        code = "d" if lost.hand is None else "w1"
        moves = GAME.legal_moves(lost)
        lost = GAME.play(lost, next((move for move in moves if move.code == code), moves[0]))
    assert GAME.outcome(lost) is Outcome.LOST
    assert SOLVER.solve(lost, LONG).verdict is Verdict.UNWINNABLE


@pytest.mark.parametrize(
    "limits",
    [Limits(0, 0, 0), Limits(seconds=1e-9), Limits(megabytes=0)],
    ids=str,
)
def test_limits_leave_it_undecided(limits):
    """Never reported as lost."""
    assert SOLVER.solve(fresh(1), limits).verdict is Verdict.UNDECIDED
    assert SOLVER.grade(fresh(1), limits).difficulty is None


def test_late_limits_leave_it_undecided():
    """A few nodes are not a proof, and the search without a stock keeps to limits as well."""
    assert SOLVER.solve(fresh(1), Limits(nodes=1)).verdict is not Verdict.UNWINNABLE
    late = won_positions(0)
    assert SOLVER.solve(late[0], Limits(nodes=1)).verdict is not Verdict.UNWINNABLE
    assert SOLVER.solve(late[0], Limits(seconds=1e-9)).verdict is not Verdict.UNWINNABLE


def test_grades_say_how_hard_a_deal_is():
    """Among a few deals there is more than one grade, and a grade is the same each time."""
    grades = [SOLVER.grade(fresh(deal), LONG) for deal in range(1, 9)]
    assert all(grade.verdict is Verdict.WINNABLE for grade in grades)
    found = [grade.difficulty for grade in grades]
    assert None not in found
    assert len(set(found)) > 1
    assert found[0] in Difficulty
    assert SOLVER.grade(fresh(1), LONG).difficulty is found[0]


def test_luck_and_the_ladder_find_lines_of_their_own():
    """Each wins without the other, from the start and in mid-game, and keeps to its limits."""
    rules, lucky = Rules(13, 4), 0
    for position in [fresh(1), fresh(2), *won_positions()[10:80:9]]:
        state = ranks_of(position)
        lines = [
            win_by_luck(CALCULATION, HABITS, by_ranks(state), 50_000, new_dice(), Effort(LONG)),
            climb(CALCULATION, by_ranks(state), Effort(LONG)).steps,
        ]
        assert all(rules.replays(state, line) for line in lines if line is not None)
        assert lines[1] is not None
        lucky += lines[0] is not None
    assert lucky > 5
    lost = rules.random_position(random.Random(1), 4, 90)
    short = Effort(Limits(nodes=3))
    assert win_by_luck(CALCULATION, HABITS, by_ranks(lost), 5000, new_dice(), short) is None
    assert short.nodes == 3
