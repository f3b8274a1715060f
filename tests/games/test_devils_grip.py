"""Devil's Grip: the worked example, refills, packets, tidying, safe moves."""

import random
from collections import deque
from dataclasses import replace
from functools import reduce

import pytest

from games.cards import Suit, pack, parse_card
from games.catalogue import find
from games.catalogue.devils_grip import PLACES, ROWS, GripPosition, complete, home_row
from games.deals import lay_out
from games.game import Outcome, Score
from games.table import PileKind
from tests.games.support import cards, piles, plays, walked, winnable, won_lines

GAME = find("devils-grip")
BUILT = [
    tuple(parse_card(rank + suit) for rank in row)
    for row in ("258J", "369Q", "47TK")
    for suit in "CDHS"
    for _ in range(2)
]
"""The 24 piles of a won game, row by row."""


def position_of(*pile_texts, waste="", stock=""):
    """A position with these first piles; the other places are empty."""
    grid = piles(*pile_texts)
    return GripPosition(grid + ((),) * (24 - len(grid)), cards(waste), cards(stock))


def play(position, codes):
    """The position after codes."""
    return reduce(GAME.play, map(GAME.parse, codes.split()), position)


def test_the_worked_example():
    """5♠ joins 2♠, Q♦ fills its place and joins no spade; 8♠ and J♠ follow from the waste."""
    position = position_of("2S", "5S", "3D", waste="JS 8S", stock="QD 2C")
    joined = play(position, "a2a1")

    assert joined.piles[:3] == piles("2S 5S", "QD", "3D")
    assert joined.stock == cards("2C")
    assert not [m for m in GAME.legal_moves(joined) if m.source == "a2"]
    assert plays(GAME, replace(joined, piles=piles("9D", "QD", *[""] * 22)), "a2a1")
    assert play(joined, "wa1 wa1").piles[0] == cards("2S 5S 8S JS")


def test_eights_go_on_fives_without_a_two_below():
    """In any row, and whole runs travel."""
    position = position_of("5S", "8S JS")

    assert play(position, "a2a1").piles[:2] == piles("5S 8S JS", "")


def test_an_emptied_place_stays_empty_when_the_stock_is_gone():
    """It takes nothing from the waste."""
    after = play(position_of("2S", "5S", waste="8S"), "a2a1")

    assert after.piles[1] == ()
    assert after.waste == cards("8S")


def test_three_are_turned_in_order_and_a_short_packet_as_it_is():
    """Only the last turned is available; taking it uncovers the one before."""
    position = position_of("2S", waste="4D", stock="8S 5S 3C KD 9H")
    once = play(position, "d")
    twice = play(once, "d")

    assert once.waste == cards("4D 8S 5S 3C")
    assert twice.waste == cards("4D 8S 5S 3C KD 9H")
    assert not plays(GAME, twice, "d")
    assert not plays(GAME, once, "wa1")
    assert play(replace(once, waste=once.waste[:-1]), "wa1 wa1").waste == cards("4D")


def test_the_deal():
    """24 single cards, 72 to come, four packets of joins apart."""
    deck = lay_out(GAME, "617")
    position = GAME.deal(deck)

    assert [pile[0] for pile in position.piles] == list(deck.cards[:24])
    assert position.stock == deck.cards[24:]
    assert GAME.score(position) == Score(0, 0)
    assert len(GAME.swaps(position)) == 276
    assert GAME.describe(position).endswith("| W: | S:72")


def test_swaps_are_read_in_either_order():
    """The canonical code names the earlier place first."""
    assert GAME.parse("c3=a1") is GAME.parse("a1=c3")
    assert GAME.parse("c3=a1").code == "a1=c3"


def test_the_piles_of_the_table():
    """Places, then stock, then waste; the waste shows all its cards."""
    table = GAME.table(position_of("2S", waste="4D 8S", stock="5S"))

    assert [pile.name for pile in table.piles] == [*PLACES, "s", "w"]
    assert table.pile("w").cards == cards("4D 8S")
    assert (table.pile("s").cards, table.pile("s").hidden) == ((), 1)
    assert len(table.of(PileKind.PLACE)) == 24


def test_places_do_not_matter():
    """But which pile is on which, the waste's order and the stock's do."""
    one = position_of("2S", "5S 8S", waste="4D 8S", stock="5S KD")

    assert GAME.canonical(one) == GAME.canonical(replace(one, piles=one.piles[::-1]))
    assert GAME.canonical(one) != GAME.canonical(replace(one, waste=one.waste[::-1]))
    assert GAME.canonical(one) != GAME.canonical(replace(one, stock=one.stock[::-1]))


# The end


def test_won_with_every_pile_in_its_row():
    """Complete piles in wrong rows are not the end, and don't count."""
    won = GripPosition(tuple(BUILT), (), ())
    mixed = replace(won, piles=tuple(BUILT[8:] + BUILT[:8]))

    assert GAME.outcome(won) is Outcome.WON
    assert GAME.score(won) == Score(96, 0)
    assert GAME.outcome(mixed) is Outcome.PLAYING
    assert GAME.score(mixed) == Score(0, 0)
    assert GAME.legal_moves(mixed) == ()
    assert GAME.tidies_itself(mixed)
    assert GAME.outcome(reduce(GAME.play, GAME.tidy(mixed), mixed)) is Outcome.WON
    assert GAME.finish(mixed) == GAME.tidy(mixed)


def test_lost_when_nothing_joins_and_the_stock_is_gone():
    """Idle joins keep it open; count up may end it then."""
    stuck = position_of("2S", "3S", waste="KD")
    idle = position_of("2S", "5S", waste="KD")
    fits = position_of("2S", "5S", waste="8S")

    assert GAME.outcome(stuck) is Outcome.LOST
    assert not GAME.may_count_up(stuck)
    assert GAME.outcome(idle) is Outcome.PLAYING
    assert GAME.may_count_up(idle)
    assert not GAME.may_count_up(fits)
    assert not GAME.may_count_up(replace(idle, stock=cards("4D")))
    assert GAME.outcome(replace(stuck, stock=cards("4D"))) is Outcome.PLAYING


@pytest.mark.parametrize("left", ["J", "Q", "K"])
def test_high_cards_join_too(left):
    """Games in which only jacks, queens or kings join are not over."""
    onto = {"J": "8", "Q": "9", "K": "T"}[left]
    position = position_of(onto + "S", left + "S", left + "D", waste="2C")

    assert GAME.outcome(position) is Outcome.PLAYING
    assert [m.code for m in GAME.legal_moves(position)] == ["a2a1"]


def test_with_stock_and_waste_gone_every_pile_is_complete():
    """So that only swaps are left, 96 cards lying in 24 places of at most four."""
    for line in won_lines("devils-grip"):
        for position, _ in line:
            if GAME.tidies_itself(position):
                assert all(map(complete, position.piles))


# Tidying


def fewest_swaps(kinds):
    """The fewest swaps that bring every complete pile home, found by trying them all.

    ``kinds`` names for each place the row its pile belongs to, or ``x`` for an unfinished pile.
    """
    start = tuple(tuple(sorted(kinds[n : n + 8])) for n in (0, 8, 16))
    seen, queue = {start}, deque([(start, 0)])
    while queue:
        rows, swaps = queue.popleft()
        if all(set(row) <= {name, "x"} for row, name in zip(rows, "abc", strict=True)):
            return swaps
        for i, j in ((0, 1), (0, 2), (1, 2)):
            for one in set(rows[i]):
                for other in set(rows[j]):
                    after = list(rows)
                    after[i] = exchanged(rows[i], one, other)
                    after[j] = exchanged(rows[j], other, one)
                    if (state := tuple(after)) not in seen:
                        seen.add(state)
                        queue.append((state, swaps + 1))
    raise AssertionError(kinds)


def exchanged(row, out, into):
    """A row with one kind for another."""
    kinds = list(row)
    kinds[kinds.index(out)] = into
    return tuple(sorted(kinds))


@pytest.mark.parametrize("unfinished", [0, 3, 12, 20])
@pytest.mark.parametrize("seed", range(5))
def test_tidying_takes_the_fewest_swaps(seed, unfinished):
    """Also while piles are unfinished, and it brings every complete one home."""
    rng = random.Random(seed)
    grid = list(BUILT)
    for index in rng.sample(range(24), unfinished):
        grid[index] = grid[index][:2]
    rng.shuffle(grid)
    position = GripPosition(tuple(grid), (), cards("2C"))
    swaps = GAME.tidy(position)
    tidied = reduce(GAME.play, swaps, position)
    kinds = [home_row(pile) if complete(pile) else "x" for pile in grid]

    assert len(swaps) == fewest_swaps(kinds)
    assert GAME.score(tidied).foundation == 4 * (24 - unfinished)
    assert GAME.tidy(tidied) == ()


def test_a_ring_of_three_takes_two_swaps():
    """Even where an unfinished pile would make room."""
    grid = list(BUILT)
    grid[1], grid[8], grid[16] = BUILT[16], BUILT[0], BUILT[8]
    grid[0] = grid[9] = grid[17] = cards("2C")
    position = GripPosition(tuple(grid), (), ())

    assert len(GAME.tidy(position)) == 2


def test_empty_places_take_no_part_in_tidying():
    """A stray with nothing to change places with stays."""
    position = position_of("3S 6S 9S QS", "2C")

    assert GAME.tidy(position) == ()


def test_rows_and_homes():
    """Any card tells the row of its pile."""
    for row, ranks in ROWS.items():
        assert all(home_row((card,)) == row for card in pack() if card.rank in ranks)


# Safe moves


@pytest.mark.parametrize(
    ("pile_texts", "waste", "safe"),
    [
        (["5S"], "8S", None),  # the twin may need it
        (["5S", "2S 5S"], "8S", "wa1"),  # both predecessors lie open
        (["5S", "5S 8S"], "8S", "wa1"),  # the twin is joined
        (["2S", "5S 8S"], "8S", None),  # nothing to go on
        (["5S", "8S"], "8S", None),  # the twin lies open, it may need the five
        (["2S"], "2S", None),  # base cards stay
        (["2S"], "", None),
    ],
)
def test_what_the_waste_plays_by_itself(pile_texts, waste, safe):
    """The twin joined already, or both predecessors open."""
    assert GAME.safe_move(position_of(*pile_texts, waste=waste)) == (safe and GAME.parse(safe))


def ending(rng):
    """A small hard ending: two suits, most piles built already, the rest in places and stock."""
    left = [c for c in pack(lowest=2, copies=2) if c.suit is Suit.SPADES and c.rank % 3 != 1]
    rng.shuffle(left)
    done = [pile for pile in BUILT if pile[0].suit is not Suit.SPADES or pile[0].rank % 3 == 1]
    grid = [*done, *((card,) for card in left[:4])]
    return GripPosition(tuple(grid), (), tuple(left[4:]))


def test_safe_moves_never_lose_a_win():
    """Against complete search, in small endings that can be won and wherever they lead."""
    rng, met = random.Random(9), 0
    while met < 60:
        start = ending(rng)
        if winnable(GAME, start):
            met += sum(safe_moves_met(start, rng) for _ in range(4))


def safe_moves_met(position, rng):
    """How many safe moves there are on a random way that can be won; each leaves a win."""
    met = 0
    while choices := GAME.legal_moves(position):
        safe = GAME.safe_move(position)
        if safe is not None:
            assert winnable(GAME, GAME.play(position, safe))
            met += 1
        ahead = [GAME.play(position, move) for move in choices]
        position = rng.choice([after for after in ahead if winnable(GAME, after)])
    return met


def test_equal_cards_under_a_safe_move_are_as_good_as_each_other():
    """Which of two predecessors takes the card changes nothing."""
    met = 0
    for position in walked("devils-grip", 6000, seed=10):
        safe = GAME.safe_move(position)
        if safe is not None:
            moves = [m for m in GAME.legal_moves(position) if m.source == "w"]
            ends = [GAME.play(position, move) for move in moves]
            assert len({(bottoms(end), tops(end)) for end in ends}) == 1
            met += len(moves) > 1

    assert met > 5


def bottoms(position):
    """What may travel."""
    return tuple(sorted(pile[0] for pile in position.piles if pile))


def tops(position):
    """What may be joined."""
    return tuple(sorted(pile[-1] for pile in position.piles if pile))
