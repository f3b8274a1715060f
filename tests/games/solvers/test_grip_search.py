"""The search of Devil's Grip: right where everything can be tried, and against known verdicts."""

import json
import random
from collections import Counter

import pytest

from games.cards import texts
from games.deals import lay_out
from games.game import Deck, Outcome
from games.solvers import proved
from games.solvers.devils_grip import LADDER, SOLVER, least
from games.solvers.grip.retrace import moves_of
from games.solvers.grip.search import memory
from games.solvers.solver import Difficulty, Limits, Solution, Verdict
from tests.games.solvers.grip_packs import (
    GAME,
    played_on,
    small_deal,
    small_ending,
    taken_apart,
)
from tests.games.support import DATA, cards, walked, winnable, won_lines

ENOUGH = Limits(seconds=60)


@pytest.fixture(scope="module", autouse=True)
def _warm():
    SOLVER.warm()


def known():
    """Deals whose verdict two other programs agree on."""
    lines = (DATA / "grip-verdicts.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def dealt(text):
    """The first position of a dealing order."""
    return GAME.deal(Deck(cards(text)))


def solved(position, limits=ENOUGH):
    """The solver's answer, its line replayed."""
    return proved(GAME, position, SOLVER.solve(position, limits))


def agrees(seed, count, make, moves, most):
    """Compare with brute force where that ends; how often either verdict was met."""
    rng, met = random.Random(seed), Counter()
    for _ in range(count):
        position = played_on(rng, make(rng), moves)
        answer = solved(position).verdict
        truth = True if answer is Verdict.WINNABLE else winnable(GAME, position, most)
        if truth is not None:
            met[answer] += 1
            assert (answer is Verdict.WINNABLE) is truth, position
    return met


@pytest.mark.parametrize(("make", "moves"), [(small_deal, 4), (small_ending, 2)])
def test_the_search_agrees_with_brute_force(make, moves):
    """Every pruning rule together, on small deals and on endings with runs and a waste."""
    met = agrees("brute force", 220, make, moves, most=600)

    assert met[Verdict.WINNABLE] > 5
    assert met[Verdict.UNWINNABLE] > 100
    assert met[Verdict.UNDECIDED] == 0


def test_what_was_taken_apart_is_won():
    """Thousands of small games that are winnable by construction, cut off anywhere."""
    rng = random.Random("apart")
    for _ in range(900):
        families = rng.sample(range(12), rng.choice([1, 2, 2, 3, 4]))
        position = taken_apart(rng, families, rng.choice([15, 60, 200]))
        assert solved(position).verdict is Verdict.WINNABLE, position


def test_whole_games_taken_apart_are_never_called_lost():
    """The search may give up on a winnable position, but it proves nothing against it."""
    rng, limits, met = random.Random("whole"), Limits(seconds=60, nodes=3000), Counter()
    for _ in range(100):
        position = taken_apart(rng, list(range(12)), rng.choice([60, 120, 200]))
        met[solved(position, limits).verdict] += 1

    assert met[Verdict.UNWINNABLE] == 0
    assert met[Verdict.WINNABLE] > 50


@pytest.mark.slow
@pytest.mark.parametrize(("make", "moves"), [(small_deal, 8), (small_ending, 3)])
def test_the_search_agrees_with_brute_force_at_length(make, moves):
    """The same over thousands of games."""
    met = agrees("at length", 3000, make, moves, most=5000)

    assert met[Verdict.WINNABLE] > 50
    assert met[Verdict.UNDECIDED] == 0


@pytest.mark.parametrize("make", [small_deal, small_ending])
def test_the_least_leftover_agrees_with_brute_force(make):
    """A beam wide enough for all states finds the least waste that any line leaves."""
    rng = random.Random("least")
    for _ in range(50):
        position = make(rng)
        truth = fewest_left(position)
        if truth is not None:
            found = least(position, ENOUGH, width=5000)
            assert found.left == truth, position


def fewest_left(position, most=800):
    """The least waste at the end of the stock over all lines; None when there are too many."""
    fewest, seen, left = 96, {GAME.canonical(position)}, [position]
    while left:
        position = left.pop()
        if not position.stock:
            fewest = min(fewest, len(position.waste))
        for move in GAME.legal_moves(position):
            after = GAME.play(position, move)
            if (key := GAME.canonical(after)) not in seen:
                seen.add(key)
                left.append(after)
        if len(seen) > most:
            return None
    return fewest


def test_no_known_verdict_is_contradicted():
    """Natural winners, prepared deals and proved losses, within a few thousand states each."""
    limits, met = Limits(seconds=60, nodes=7_500), Counter()
    for row in known():
        answer = solved(dealt(row["cards"]), limits).verdict
        assert answer in (Verdict(row["verdict"]), Verdict.UNDECIDED), row
        met[answer] += 1

    assert met[Verdict.WINNABLE] >= 14
    assert met[Verdict.UNWINNABLE] >= 15


@pytest.mark.slow
def test_known_verdicts_are_found():
    """At most one in ten stays open at ten seconds."""
    answers = [solved(dealt(row["cards"]), Limits(seconds=10)).verdict for row in known()]

    assert all(
        answer in (Verdict(row["verdict"]), Verdict.UNDECIDED)
        for answer, row in zip(answers, known(), strict=True)
    )
    assert answers.count(Verdict.UNDECIDED) <= len(answers) // 10


def test_won_games_are_winnable_from_everywhere():
    """Every tenth position of other people's wins, and nothing is left to do at the end."""
    for line in won_lines("devils-grip")[:2]:
        for position, _ in line[::10]:
            assert solved(position, Limits(seconds=60, nodes=60_000)).verdict in (
                Verdict.WINNABLE,
                Verdict.UNDECIDED,
            )
        last = GAME.play(*line[-1])
        assert SOLVER.solve(last, Limits(0)) == Solution(Verdict.WINNABLE, ())
        assert solved(line[-5][0]).verdict is Verdict.WINNABLE


def test_lost_games_are_unwinnable():
    """A lost game is, and so is one with a hole in the grid, which needs no search."""
    holes = 0
    for position in walked("devils-grip", 300):
        if GAME.outcome(position) is Outcome.LOST or not all(position.piles):
            solution = SOLVER.solve(position, ENOUGH)
            assert solution.verdict is Verdict.UNWINNABLE
            if not all(position.piles):
                assert solution.nodes == 0
                holes += 1
    assert holes > 0


@pytest.mark.parametrize(
    "limits",
    [
        Limits(seconds=0),
        Limits(nodes=0),
        Limits(megabytes=0),
        Limits(nodes=1),
        Limits(nodes=50),
        Limits(megabytes=1, nodes=200),
        Limits(seconds=1e-9),
    ],
)
def test_limits_leave_deals_undecided(limits):
    """Tiny limits prove no deal lost that can be won, and nothing at all in no time."""
    for row in known()[:30]:
        answer = SOLVER.solve(dealt(row["cards"]), limits).verdict
        assert answer in (Verdict(row["verdict"]), Verdict.UNDECIDED)
        assert answer is Verdict.UNDECIDED or not limits.nothing
    if limits.nothing:
        assert SOLVER.par(dealt(known()[0]["cards"]), limits) is None


def test_the_same_question_gets_the_same_answer():
    """To the last move."""
    position = dealt(known()[0]["cards"])

    assert SOLVER.solve(position, ENOUGH) == SOLVER.solve(position, ENOUGH)


def test_par_is_reached():
    """The least leftover found comes with moves that leave so many."""
    for deal in ("1", "2", "patience"):
        position = GAME.deal(lay_out(GAME, deal))
        found = least(position, ENOUGH)
        for move in moves_of(position, found.steps):
            position = GAME.play(position, move)
        assert not position.stock
        assert len(position.waste) == found.left
        assert found.left == SOLVER.par(GAME.deal(lay_out(GAME, deal)), ENOUGH)


def test_natural_winners_are_sought_by_a_narrow_beam():
    """Quick looks find wins, and never call a deal lost that has one."""
    found = [SOLVER.seek(dealt(row["cards"]), ENOUGH) for row in known()[:13]]

    assert sum(answer.verdict is Verdict.WINNABLE for answer in found) >= 6
    assert all(answer.verdict is not Verdict.UNWINNABLE for answer in found)


def test_winnable_deals_have_a_grade():
    """The others have none."""
    winner, loser = dealt(known()[0]["cards"]), dealt(known()[13]["cards"])

    grade = SOLVER.grade(winner, ENOUGH)
    assert grade.verdict is Verdict.WINNABLE
    assert grade.difficulty in Difficulty
    assert SOLVER.grade(loser, Limits(seconds=60, nodes=20_000)).difficulty is None


def test_wide_searches_fit_their_memory():
    """The tables of every rung of the ladder fit the default limit."""
    assert all(memory(width) < Limits().megabytes * 1_000_000 for width in LADDER)


def test_the_data_is_whole():
    """Each row is a full pack."""
    for row in known():
        assert texts(cards(row["cards"])) == row["cards"]
        dealt(row["cards"])
