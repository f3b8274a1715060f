"""Baker's Game: the worked example, runs, safe moves."""

import random
from dataclasses import replace
from itertools import product

import pytest

from games.cards import KING, Card, Suit, parse_card
from games.catalogue import find
from games.catalogue.bakers_game import BakersGame, BakersPosition
from games.catalogue.bakers_runs import run_length, run_limit
from games.deals import lay_out
from games.game import Outcome
from games.table import PileKind
from tests.games.support import cards, piles, plays, walked, winnable

GAME = find("bakers-game")
NAMES = "12345678"


def position_of(columns, cells="", homes=(0, 0, 0, 0)):
    """A position of columns and cells given as texts; the rest is empty."""
    lying = cards(cells)
    return BakersPosition(
        homes,
        (*lying, *[None] * (4 - len(lying))),
        (*piles(*columns), *[()] * (8 - len(columns))),
    )


def test_the_worked_example():
    """7♥ goes onto 8♥ and frees 2♦, which follows A♦ home; 8♣ or a cell is another story."""
    position = position_of(["9C 2D 7H", "8H", "8C"], homes=(0, 1, 0, 0))
    freed = GAME.play(position, GAME.parse("12"))

    assert freed.columns[1] == cards("8H 7H")
    assert GAME.play(freed, GAME.parse("1h")).homes == (0, 2, 0, 0)
    assert not plays(GAME, position, "13")
    assert GAME.play(position, GAME.parse("1a")).cells[0] == parse_card("7H")


def test_the_deal_goes_along_the_columns():
    """Four columns of seven, four of six, row after row."""
    deck = lay_out(GAME, "617")
    position = GAME.deal(deck)

    assert [len(column) for column in position.columns] == [7] * 4 + [6] * 4
    assert tuple(column[0] for column in position.columns) == deck.cards[:8]
    assert position.columns[3][6] == deck.cards[51]


def test_the_end():
    """Won with all home; lost when nothing moves; a free place is a move."""
    jammed = position_of(["KC", "KD", "KH", "KS", "JC", "JD", "JH", "JS"], "9C 9D 9H 9S")

    assert GAME.outcome(position_of([], homes=(13,) * 4)) is Outcome.WON
    assert GAME.outcome(jammed) is Outcome.LOST
    assert GAME.outcome(replace(jammed, cells=(None, *jammed.cells[1:]))) is Outcome.PLAYING
    assert GAME.outcome(replace(jammed, homes=(8, 0, 0, 0))) is Outcome.PLAYING
    assert GAME.outcome(position_of(["KC"], homes=(12, 13, 13, 13))) is Outcome.PLAYING


def test_the_piles_of_the_table():
    """Names in their order; foundations list their top card."""
    table = GAME.table(position_of(["7H"], "2C", homes=(1, 0, 4, 0)))

    assert [pile.name for pile in table.piles] == [*NAMES, *"abcd", "hc", "hd", "hh", "hs"]
    assert table.pile("hh").cards == cards("4H")
    assert [pile.covered for pile in table.of(PileKind.FOUNDATION)] == [0, 0, 3, 0]
    assert table.pile("a").top == parse_card("2C")
    assert table.pile("b").top is None


def test_places_do_not_matter():
    """Other cells and other columns are the same position; other cards are not."""
    one = position_of(["7H", "9C 8C"], "2C 2D")
    same = replace(one, cells=one.cells[::-1], columns=one.columns[::-1])

    assert GAME.canonical(one) == GAME.canonical(same)
    assert GAME.canonical(one) != GAME.canonical(position_of(["7H", "8C 9C"], "2C 2D"))
    assert GAME.canonical(one) != GAME.canonical(replace(one, homes=(1, 0, 0, 0)))


# Runs


def reachable(length, cells, spare, *, target_empty):
    """Whether a run of that length can be brought to another column by single moves.

    A complete search that asks nothing of the code under test. The run is ranks 0 … length-1,
    with rank ``length`` waiting on the target unless it is empty. What can be done with a run can
    be done with a shorter one, so the two lengths round a limit settle it.
    """
    # A state: source, target, the spare columns sorted, the cells sorted.
    start = (tuple(range(length))[::-1], (), ((),) * spare, ())
    seen, queue = {start}, [start]
    while queue:
        source, target, columns, held = queue.pop()
        if len(target) == length:
            return True
        stacks = (source, target, *columns)
        for number, stack in enumerate((*stacks, *((card,) for card in held))):
            if not stack:
                continue
            card, left = stack[-1], stack[:-1]
            from_cell = number >= len(stacks)
            without = tuple(c for c in held if not (from_cell and c == card))
            base = list(stacks)
            if not from_cell:
                base[number] = left
                if len(held) < cells:
                    add(base, tuple(sorted((*held, card))), seen, queue)
            for onto in range(len(stacks)):
                if onto != number and takes(base, onto, card, length, target_empty=target_empty):
                    after = list(base)
                    after[onto] = (*after[onto], card)
                    add(after, without, seen, queue)
    return False


def takes(stacks, onto, card, length, *, target_empty):
    """Whether a card may be laid there; beneath the source lies something that takes nothing."""
    if stacks[onto]:
        return stacks[onto][-1] == card + 1
    if onto == 0:
        return False
    return target_empty or card == length - 1 if onto == 1 else True


def add(stacks, held, seen, queue):
    """Note a state that wasn't seen before."""
    state = (stacks[0], stacks[1], tuple(sorted(stacks[2:])), held)
    if state not in seen:
        seen.add(state)
        queue.append(state)


@pytest.mark.parametrize("target_empty", [False, True])
@pytest.mark.parametrize(("cells", "spare"), list(product(range(5), range(4))))
def test_runs_are_as_long_as_single_moves_allow(cells, spare, target_empty):
    """The longest run offered equals a complete search's; each one's moves are legal."""
    longest = KING if target_empty else KING - 1
    run = " ".join(Card(rank, Suit.HEARTS).text for rank in range(longest, 0, -1))
    kings = ["KC", "KD", "KS"][: 6 - spare]
    columns = ["KC " + run, "" if target_empty else "KH", *[""] * spare, *kings]
    columns += ["QC"] * (8 - len(columns))
    position = position_of(columns, "9C 9D 9S 8C"[: 3 * (4 - cells)])
    table = GAME.table(position)
    offered = [run for run in table.runs if (run.source, run.target) == ("1", "2")]
    most = min(longest, run_limit(position.columns, position.cells, "2"))

    assert reachable(most, cells, spare, target_empty=target_empty)
    assert most == longest or not reachable(most + 1, cells, spare, target_empty=target_empty)
    if target_empty:
        assert [run.count for run in offered] == list(range(2, most + 1))
    else:
        assert [run.count for run in offered] == ([longest] if most == longest else [])
    for run in table.runs:
        require_travel(position, run)


def require_travel(position, run):
    """Play a run's single moves: its cards have travelled and nothing else has changed."""
    source, target = NAMES.index(run.source), NAMES.index(run.target)
    moving = position.columns[source][-run.count :]
    expected = list(position.columns)
    expected[source] = expected[source][: -run.count]
    expected[target] += moving
    after = position
    for step in run.steps:
        assert step in GAME.legal_moves(after)
        after = GAME.play(after, step)
    assert after == replace(position, columns=tuple(expected))


def test_runs_onto_a_card_are_of_the_one_length_that_fits():
    """A shorter run of the same cards would not fit there."""
    table = GAME.table(position_of(["9C 6H 5H 4H 3H", "6H", "5C"]))

    assert [(r.target, r.count) for r in table.runs if r.target == "2"] == [("2", 3)]
    assert not [r for r in table.runs if r.target == "3"]


def test_every_run_met_in_random_play_travels():
    """Also with cards in cells and empty columns, onto cards and onto empty columns."""
    met = 0
    for position in walked("bakers-game", 4000, seed=6):
        for run in GAME.table(position).runs:
            require_travel(position, run)
            assert run.count <= run_limit(position.columns, position.cells, run.target)
            met += 1

    assert met > 100


def test_a_run_is_of_one_suit_without_gaps():
    """Told from the open end."""
    assert run_length(()) == 0
    assert run_length(cards("2C")) == 1
    assert run_length(cards("9H 7H 6H 5H")) == 3
    assert run_length(cards("8C 7H 6H")) == 2


# Safe moves


def small(rng):
    """A hard ending: five ranks of three suits in three columns, one cell, the rest jammed.

    Clubs stand for what jams columns and cells; they never move nor go home here.
    """
    left = [Card(rank, suit) for rank in range(9, 14) for suit in list(Suit)[1:]]
    rng.shuffle(left)
    return replace(
        position_of([""] * 3 + ["KC"] * 5, "2C 2C 2C", (0, 8, 8, 8)),
        columns=(*(tuple(left[n::3]) for n in range(3)), *piles(*["KC"] * 5)),
    )


class ThreeSuits(BakersGame):
    """The game with clubs that stay where they are, won when the other suits are home."""

    def legal_moves(self, position):
        """The moves of the other suits."""
        jam = {"4", "5", "6", "7", "8", "a", "b", "c"}
        return [move for move in super().legal_moves(position) if move.source not in jam]

    def outcome(self, position):
        """Won with three suits home."""
        return Outcome.WON if position.homes[1:] == (KING,) * 3 else Outcome.PLAYING


def test_going_home_never_loses_a_win():
    """Against complete search, on small hard endings and positions met in them."""
    game, rng, verdicts = ThreeSuits(), random.Random(7), []
    for _ in range(40):
        position = small(rng)
        for _ in range(6):
            safe = game.safe_move(position)
            if safe is not None:
                before = winnable(game, position)
                assert before == winnable(game, game.play(position, safe))
                verdicts.append(before)
            choices = game.legal_moves(position)
            if not choices:
                break
            position = game.play(position, rng.choice(choices))

    assert verdicts.count(True) > 5
    assert verdicts.count(False) > 5
