"""Baker's Game: hints, checks and grades."""

import random

import pytest

from games.cards import parse_card
from games.catalogue.bakers_game import BakersPosition
from games.game import Outcome
from games.solvers import Limits
from games.solvers.bakers_game import SOLVER
from games.solvers.solver import Difficulty, Prospect, Why
from tests.games.solvers.bakers_packs import GAME, dealt, unwinnable, wandered

FEW = Limits(nodes=20_000)
WINNABLE = [number for number in range(1, 60) if number not in unwinnable()]


class Play:
    """A game with the tables since a card last went up."""

    def __init__(self, position):
        self.position, self.before = position, []

    def hint(self):
        """The hint here."""
        return SOLVER.hint(GAME.table(self.position), FEW, self.before)

    def move(self, move):
        """Play a move."""
        after = GAME.play(self.position, move)
        up = sum(after.homes) > sum(self.position.homes)
        self.before = [] if up else [*self.before, GAME.table(self.position)]
        self.position = after


def follow(play):
    """Play nothing but hints to the end; how many there were."""
    seen = {GAME.canonical(play.position)}
    count = 0
    while (hint := play.hint()).move is not None:
        play.move(hint.move)
        count += 1
        key = GAME.canonical(play.position)
        assert key not in seen
        seen.add(key)
    assert hint.why is Why.OVER
    assert GAME.outcome(play.position) is Outcome.WON
    return count


@pytest.mark.parametrize("number", WINNABLE[:22])
def test_nothing_but_hints(number):
    """Hints alone win every winnable deal and never come to a position twice."""
    assert follow(Play(dealt(number))) < 200


@pytest.mark.parametrize("number", WINNABLE[:6])
def test_hints_after_detours(number):
    """Hints win also when the player leaves their line now and then, for moves that lose no win."""
    rng, play = random.Random(number), Play(dealt(number))
    for _ in range(30):
        hint = play.hint()
        choices = [hint.move]
        if rng.random() < 0.4:
            choices = [
                move
                for move in GAME.legal_moves(play.position)
                if SOLVER.check(GAME.table(GAME.play(play.position, move)), FEW).prospect
                is Prospect.WINNABLE
            ]
        play.move(rng.choice(choices))
    follow(play)


def test_a_line_counts_down():
    """Following a hint leaves one move less to go, until a card can go up."""
    play = Play(dealt(1))
    left = play.hint().left
    while True:
        play.move(play.hint().move)
        hint = play.hint()
        if hint.why is Why.SAFE:
            break
        left -= 1
        assert (hint.why, hint.left) == (Why.WINS, left)
    assert GAME.play(play.position, hint.move).homes[hint.card.suit] == hint.card.rank


def test_no_hint_where_nothing_wins():
    """A lost cause, a search cut short and a finished game are three different answers."""
    lost = GAME.table(dealt(10))
    won = GAME.table(BakersPosition((13,) * 4, (None,) * 4, ((),) * 8))

    assert SOLVER.hint(lost, FEW) == SOLVER.hint(lost, FEW, (lost,))
    assert (SOLVER.hint(lost, FEW).move, SOLVER.hint(lost, FEW).why) == (None, Why.NO_WIN)
    assert SOLVER.hint(GAME.table(dealt(1)), Limits(nodes=1)).why is Why.UNDECIDED
    assert SOLVER.hint(GAME.table(dealt(1)), Limits(seconds=0)).why is Why.UNDECIDED
    assert SOLVER.hint(won, FEW).why is Why.OVER


def test_an_undecided_answer_is_not_remembered():
    """What a busy machine left open is found out another time."""
    table = GAME.table(dealt(21))

    assert SOLVER.hint(table, Limits(seconds=1e-9)).why is Why.UNDECIDED
    assert SOLVER.hint(table, FEW).why is Why.WINS


def test_a_card_that_can_go_up_goes_first():
    """In a winnable position a safe move is the hint, with the card it is about."""
    columns = tuple(tuple(map(parse_card, pile.split())) for pile in ("KC QC", "JC", "KS", "", ""))
    position = BakersPosition((10, 13, 13, 12), (None,) * 4, (*columns, (), (), ()))
    hint = SOLVER.hint(GAME.table(position), FEW)

    assert (hint.why, hint.card) == (Why.SAFE, parse_card("JC"))


def test_checks_tell_the_verdict():
    """Everything lies open, so a check is the verdict and no game is played out."""
    rng = random.Random(5)
    for number in range(1, 25):
        start = GAME.table(dealt(number))
        expected = Prospect.UNWINNABLE if number in unwinnable() else Prospect.WINNABLE
        assert SOLVER.check(start, FEW).prospect is expected
        table = GAME.table(wandered(rng, dealt(number), 30))
        assert SOLVER.check(table, FEW).prospect is not Prospect.OPEN
    assert SOLVER.check(GAME.table(dealt(1)), Limits(nodes=1)).prospect is Prospect.UNDECIDED


def test_grades():
    """Deals that take the search longer are harder; unwinnable ones have no grade."""
    assert SOLVER.grade(dealt(3), FEW).difficulty is Difficulty.EASY
    assert SOLVER.grade(dealt(4), FEW).difficulty is Difficulty.MEDIUM
    assert SOLVER.grade(dealt(1), FEW).difficulty is Difficulty.HARD
    assert SOLVER.grade(dealt(10), FEW).difficulty is None
