"""What can be said of Calculation by someone who sees the table only."""

import random

import pytest

from games.catalogue.calculation import Calculation
from games.deals import lay_out
from games.game import Outcome
from games.solvers.calculation import SOLVER
from games.solvers.counting.beam import Effort
from games.solvers.counting.digging import dig
from games.solvers.counting.pack import Sight, make_pack
from games.solvers.solver import Limits, Prospect
from tests.games.solvers.calculation_packs import (
    Rules,
    ranks_of,
    small_positions,
    won_positions,
)  # fmt: skip

GAME = Calculation()
LONG = Limits(seconds=600)
FEW = Limits(seconds=600, nodes=4000)


def unseen(rules, stock):
    """Counts by rank."""
    return tuple(stock.count(rank) for rank in range(rules.ranks))


def test_the_best_order_is_the_best_of_all_orders():
    """``dig`` finds a win exactly when some order of the unseen cards has one."""
    count = [0, 0]
    for rules, foundations, position in small_positions(500, seed=3):
        if len(position[3]) > 4:
            continue
        heights, wastes, hand, stock = position
        search = dig(
            make_pack(rules.ranks, foundations),
            Sight(heights, wastes, hand, unseen(rules, stock)),
            Effort(LONG),
        )
        winnable = any(rules.winnable_orders(heights, wastes, hand, stock))
        assert (search.steps is not None) == winnable, position
        assert search.complete != winnable, position
        count[winnable] += 1
    assert min(count) > 50


def late_positions():
    """Won games near the end of the stock, half of them spoilt by random moves."""
    rng = random.Random(9)
    lines = won_positions(6)
    for n in range(80):
        position = rng.choice(lines)
        for _ in range(4 if n % 2 else 0):
            if GAME.outcome(position) is Outcome.PLAYING:
                position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
        if len(position.stock) < 5:
            yield position


def test_prospects_are_what_trying_every_order_finds():
    """All orders won, none, or some; an open one comes with games played out."""
    rules, found = Rules(13, 4), dict.fromkeys(Prospect, 0)
    for position in late_positions():
        orders = rules.winnable_orders(*ranks_of(position))
        expected = Prospect.WINNABLE if all(orders) else Prospect.OPEN
        expected = expected if any(orders) else Prospect.UNWINNABLE
        answer = SOLVER.check(GAME.table(position), LONG)
        assert answer.prospect is expected
        assert (answer.games > 0) == (expected is Prospect.OPEN)
        assert 0 <= answer.wins <= answer.games
        found[expected] += 1
    assert found[Prospect.WINNABLE] > 3
    assert found[Prospect.UNWINNABLE] > 3


def test_a_fresh_deal_is_open():
    """With the player's games beside it, with a card in hand or not."""
    position = GAME.deal(lay_out(GAME, "1"))
    for each in (position, GAME.play(position, GAME.turn)):
        answer = SOLVER.check(GAME.table(each), FEW)
        assert answer.prospect is Prospect.OPEN
        assert 0 < answer.wins < answer.games


@pytest.mark.parametrize(
    "limits", [Limits(0, 0, 0), Limits(seconds=1e-9), Limits(nodes=1)], ids=str
)
def test_limits_leave_it_undecided(limits):
    """Before the first question is answered nothing is claimed."""
    table = GAME.table(GAME.deal(lay_out(GAME, "1")))
    assert SOLVER.check(table, limits).prospect is Prospect.UNDECIDED


def test_few_nodes_give_no_games():
    """Open is known, how open is not."""
    for position in won_positions(6)[:3]:
        answer = SOLVER.check(GAME.table(position), Limits(nodes=7))
        assert answer.prospect in {Prospect.OPEN, Prospect.UNDECIDED}
        assert answer.games == 0
