"""Fair hints in Calculation."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import Card, Suit
from games.catalogue.calculation import Calculation
from games.deals import lay_out
from games.game import Outcome
from games.solvers.calculation import SOLVER
from games.solvers.solver import Limits, Why
from tests.games.solvers.calculation_packs import won_positions

GAME = Calculation()
FEW = Limits(seconds=600, nodes=800)
"""A hundred shuffles a hint."""
LONG = Limits(seconds=600)


def hint(position, limits=FEW):
    """The hint for a position's table."""
    return SOLVER.hint(GAME.table(position), limits)


def positions():
    """Positions of won games."""
    return st.sampled_from(won_positions())


@settings(max_examples=40, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_unseen_cards_never_change_a_hint(position, rng):
    """Any other order of the stock gets the same one."""
    stock = list(position.stock)
    rng.shuffle(stock)
    assert hint(replace(position, stock=tuple(stock))) == hint(position)


@settings(max_examples=25, deadline=None)
@given(positions())
def test_suits_never_change_a_hint(position):
    """Every suit becomes the next one."""

    def other(card):
        return None if card is None else Card(card.rank, Suit((card.suit + 1) % 4))

    changed = replace(
        position,
        tops=tuple(map(other, position.tops)),
        hand=other(position.hand),
        wastes=tuple(tuple(map(other, waste)) for waste in position.wastes),
        stock=tuple(map(other, position.stock)),
    )
    given_hint = hint(position)
    assert hint(changed) == replace(given_hint, card=other(given_hint.card))


@settings(max_examples=25, deadline=None)
@given(positions(), st.permutations(range(4)))
def test_the_order_of_the_wastes_never_changes_a_choice(position, order):
    """The same games are played, whichever waste is the first."""
    turned = replace(position, wastes=tuple(position.wastes[w] for w in order))
    first, second = hint(position), hint(turned)
    assert first.why is second.why
    if first.why is Why.PLAYED_OUT:
        assert (first.games, first.wins, first.second_wins) == (
            second.games, second.wins, second.second_wins,
        )  # fmt: skip
        assert GAME.canonical(GAME.play(position, first.move)) == GAME.canonical(
            GAME.play(turned, second.move)
        )


@settings(max_examples=40, deadline=None)
@given(positions())
def test_hints_are_legal_and_say_what_moves(position):
    """And their figures are figures."""
    answer = hint(position)
    if GAME.outcome(position) is not Outcome.PLAYING:
        assert answer.why is Why.OVER
        assert answer.move is None
        return
    legal = GAME.legal_moves(position)
    assert answer.move in legal
    if answer.move == GAME.turn:
        assert answer.card is None
    elif answer.move.source == "t":
        assert answer.card == position.hand
    else:
        assert answer.card == position.wastes[int(answer.move.source[1]) - 1][-1]
    if answer.why is Why.PLAYED_OUT:
        assert answer.second in legal
        assert answer.second != answer.move
        assert 0 <= answer.second_wins <= answer.wins <= answer.games
        assert answer.games > 0


@pytest.mark.parametrize("deal", ["1", "2"])
def test_playing_only_hints_ends(deal):
    """Within the moves that a game can have, whatever the end."""
    position, reasons = GAME.deal(lay_out(GAME, deal)), set()
    for _ in range(48 * 3):
        answer = hint(position, Limits(seconds=600, nodes=4000))
        reasons.add(answer.why)
        if answer.move is None:
            break
        position = GAME.play(position, answer.move)
    assert answer.why in {Why.OVER, Why.NO_WIN}
    assert reasons >= {Why.ONLY, Why.SAFE, Why.PLAYED_OUT}


def test_safe_moves_are_hinted_as_such():
    """The same ones that the game knows."""
    seen = 0
    for position in won_positions()[::3]:
        safe = GAME.safe_move(position)
        if safe is not None:
            assert (hint(position).move, hint(position).why) == (safe, Why.SAFE)
            seen += 1
    assert seen > 10


def test_with_everything_seen_hints_are_proofs():
    """They count the moves to go, or say that no win is left; a followed one goes on to the end."""
    reasons = {Why.WINS: 0, Why.NO_WIN: 0}
    for seed in range(120):
        rng = random.Random(seed)
        position = rng.choice(won_positions(5))
        while GAME.outcome(position) is Outcome.PLAYING:
            answer = hint(position) if len(position.stock) <= 1 else None
            if answer is not None and answer.why in reasons:
                reasons[answer.why] += 1
                assert (answer.move is None) == (answer.why is Why.NO_WIN)
                assert (ended_by_hints(position) is Outcome.WON) == (answer.why is Why.WINS)
            position = GAME.play(position, rng.choice(GAME.legal_moves(position)))
    assert min(reasons.values()) > 5


def ended_by_hints(position):
    """How the game goes on when only hints are played."""
    while (move := hint(position).move) is not None:
        position = GAME.play(position, move)
    return GAME.outcome(position)


def test_no_room_no_hint():
    """Undecided, and no move."""
    position = GAME.play(GAME.deal(lay_out(GAME, "1")), GAME.turn)
    for limits in (Limits(0, 0, 0), Limits(nodes=7)):
        answer = hint(position, limits)
        assert (answer.move, answer.why) == (None, Why.UNDECIDED)
