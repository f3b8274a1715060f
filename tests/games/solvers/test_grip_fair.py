"""Hints and checks of Devil's Grip: fair, finite, and never wrong about a loss."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from games.catalogue.devils_grip import TURN, GripPosition
from games.deals import lay_out
from games.game import Outcome
from games.prepared import prepared_line
from games.solvers.devils_grip import SOLVER
from games.solvers.grip.fair import suffices, view
from games.solvers.grip.judge import arrangements, hopeless, orders
from games.solvers.solver import Limits, Prospect, Why
from tests.games.solvers.grip_packs import GAME, others, played_on, small_deal, small_ending
from tests.games.support import cards, walked, winnable

ENOUGH = Limits(seconds=60)


@pytest.fixture(scope="module", autouse=True)
def _warm():
    SOLVER.warm()


def hinted(position):
    """The hint at a position's table."""
    return SOLVER.hint(GAME.table(position), ENOUGH)


def checked(position, limits=ENOUGH):
    """What is said of a position's table."""
    return SOLVER.check(GAME.table(position), limits).prospect


def hint_line(deal):
    """Every position of a game played by hints alone, with its hint."""
    position = GAME.deal(lay_out(GAME, deal))
    while True:
        hint = hinted(position)
        yield position, hint
        if hint.move is None:
            return
        position = GAME.play(position, hint.move)


def finished(*changed):
    """A position of finished piles, some of another family replaced."""
    return GripPosition((*others([0]), *map(cards, changed)), (), ())


@pytest.mark.parametrize("deal", ["1", "2", "3", "easy1-b", "easy1-c", "easy1-d", "easy1-e"])
def test_playing_hints_ends_and_never_repeats(deal):
    """No position twice, moves legal, no join without stock, swaps for tidying alone."""
    seen, hint = set(), None
    for position, hint in hint_line(deal):
        assert position not in seen
        seen.add(position)
        if hint.move is not None and hint.move.swap:
            assert hint.why is Why.TIDY
        elif hint.move is not None and hint.move.source in "sw":
            assert hint.move in GAME.legal_moves(position)
        elif hint.move is not None:
            assert position.stock
    assert hint.why in (Why.COUNT, Why.OVER)
    assert not position.stock


def test_hints_win_some_prepared_deals():
    """To the last swap."""
    ends = [list(hint_line(f"easy1-{word}"))[-1][0] for word in range(20)]

    assert sum(GAME.outcome(position) is Outcome.WON for position in ends) >= 2


def test_unseen_cards_change_no_hint():
    """Nor a check that looks at nothing but the table."""
    rng = random.Random("unseen")
    for position in walked("devils-grip", 300)[::3]:
        stock = list(position.stock)
        rng.shuffle(stock)
        other = replace(position, stock=tuple(stock))
        assert hinted(position) == hinted(other)


def test_hints_say_why():
    """Each reason with its card, where the rules would have it."""
    met = Counter()
    for deal in range(1, 15):
        for position, hint in hint_line(str(deal)):
            met[hint.why] += 1
            if hint.why is Why.SAFE:
                assert hint.move == GAME.safe_move(position)
                assert hint.card == position.waste[-1]
            if hint.why is Why.SUFFICES:
                assert suffices(view(GAME.table(position)), hint.card)
            assert (hint.why is Why.TURN) <= (hint.move == TURN)
            assert (hint.why is Why.COUNT) <= GAME.may_count_up(position)
    assert {Why.SAFE, Why.SUFFICES, Why.CONTESTED, Why.TURN} <= set(met)


def test_tidying_is_hinted_swap_by_swap():
    """Until the game is won; then it is over."""
    position = finished("2C 5C 8C JC", "2C 5C 8C JC")
    while GAME.outcome(position) is Outcome.PLAYING:
        hint = hinted(position)
        assert (hint.move, hint.why) == (GAME.tidy(position)[0], Why.TIDY)
        position = GAME.play(position, hint.move)

    assert hinted(position).why is Why.OVER
    assert checked(position) is Prospect.WINNABLE


def test_idle_joins_are_never_hinted():
    """With the stock gone and nothing fitting there is only counting up."""
    piles = (*others([0]), cards("5C"), cards("8C"))
    position = GripPosition(piles, cards("5C 8C JC JC 2C 2C"), ())

    assert any(move.source != "w" for move in GAME.legal_moves(position))
    assert (hinted(position).move, hinted(position).why) == (None, Why.COUNT)
    assert checked(position) is Prospect.UNWINNABLE


def test_no_order_wins_what_is_called_unwinnable():
    """And every order wins what is called winnable: brute force over all orders of the unseen."""
    rng, met = random.Random("orders"), Counter()
    for _ in range(400):
        position = played_on(rng, rng.choice([small_deal, small_ending])(rng), 3)
        stock = tuple(sorted(position.stock))
        if orders(stock) > 30:
            continue
        found = {winnable(GAME, replace(position, stock=each), 400) for each in arrangements(stock)}
        if None in found:
            continue
        table = GAME.table(position)
        told = SOLVER.check(table, ENOUGH).prospect
        met[told, hopeless(view(table), table)] += 1
        if hopeless(view(table), table):
            assert told is Prospect.UNWINNABLE
        expected = Prospect.OPEN
        if len(found) == 1:
            expected = Prospect.WINNABLE if True in found else Prospect.UNWINNABLE
        assert told is expected, position

    assert {told for told, _ in met} == {Prospect.WINNABLE, Prospect.UNWINNABLE, Prospect.OPEN}
    assert met[Prospect.UNWINNABLE, True] > 50


def test_winning_lines_are_never_hopeless():
    """Whole prepared games, at every step of their lines."""
    for level in ("easy", "medium", "hard"):
        for word in range(15):
            text = f"{level}1-{word}"
            position = GAME.deal(lay_out(GAME, text))
            for move in prepared_line(text):
                table = GAME.table(position)
                assert not hopeless(view(table), table)
                position = GAME.play(position, move)


def test_checks_keep_their_limits():
    """Without time only what lies open is said."""
    text = "easy1-a"
    position = GAME.deal(lay_out(GAME, text))
    assert checked(position, Limits(0)) is checked(position) is Prospect.OPEN
    for move in prepared_line(text):
        position = GAME.play(position, move)
        if not position.stock and position.waste:
            assert checked(position, Limits(0)) is Prospect.UNDECIDED
            assert checked(position) is Prospect.WINNABLE


def test_arrangements_are_all_and_different():
    """As many as they are counted to be, twins alike."""
    for text in ("", "2C", "2C 2C", "2C 2C 3D", "2C 3D 4H 4H"):
        found = list(arrangements(cards(text)))
        assert len(found) == len(set(found)) == orders(cards(text))
