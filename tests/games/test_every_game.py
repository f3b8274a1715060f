"""What holds for every game: whole packs, honest lists of moves, positions told by others."""

import random
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import GAMES, find
from games.game import Game, Outcome
from games.table import PileKind
from tests.games.support import (
    CODES,
    KEYS,
    WHOLE,
    inventory,
    plays,
    start_of,
    told,
    walk,
    walked,
    won_lines,
)


def test_games_are_found_by_their_keys():
    """And only by those."""
    assert [find(game.key) for game in GAMES] == list(GAMES)
    with pytest.raises(KeyError):
        find("klondike")


@pytest.mark.parametrize("number", range(len(told())))
def test_positions_are_what_another_program_says(number):
    """Position, legal moves, outcome and both figures after a whole line."""
    row = told()[number]
    game, position = start_of(row)
    for code in row["moves"].split():
        position = game.play(position, game.parse(code))

    score = game.score(position)
    assert game.describe(position) == row["position"]
    assert " ".join(move.code for move in game.legal_moves(position)) == row["legal"]
    assert game.outcome(position) == row["outcome"]
    assert (score.foundation, score.leftover) == (row["foundation"], row["leftover"])


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_pack_stays_whole_and_every_listed_move_plays(key, seed):
    """Over random play; positions are values that a move leaves alone."""
    game = find(key)
    for position, move in walk(game, random.Random(seed), 120):
        before = hash(position)
        for choice in game.legal_moves(position):
            assert inventory(game, game.play(position, choice)) == WHOLE[key], choice
        assert move is None or plays(game, position, move.code)
        assert hash(position) == before


@pytest.mark.parametrize("key", KEYS)
def test_a_code_is_accepted_if_and_only_if_it_is_listed(key):
    """Every code there is, at positions of random play."""
    game = find(key)
    for position in walked(key, 400)[::5]:
        listed = [move.code for move in game.legal_moves(position)]
        swaps = [move.code for move in game.swaps(position)]

        assert listed == sorted(set(listed))
        assert swaps == sorted(set(swaps))
        assert {code for code in CODES[key] if plays(game, position, code)} == {*listed, *swaps}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "code", ["", "zz", "D", "1", "0a", "99", "a1", "w5", "f0", "a1=b9", "a1a1"]
)
def test_what_is_no_code_is_refused(key, code):
    """Also codes of other games, and capitals."""
    game = find(key)
    if code not in CODES[key]:
        assert not plays(game, walked(key, 1)[0], code)


@pytest.mark.parametrize("key", KEYS)
def test_codes_lead_to_one_move_each(key):
    """Moves are made once, so that lists of them are cheap."""
    game = find(key)
    for code in CODES[key]:
        assert game.parse(code).code == code
        assert game.parse(code) is game.parse(code)


@pytest.mark.parametrize("key", KEYS)
def test_the_table_shows_what_there_is_and_hides_the_stock(key):
    """All cards are counted, the stock's are not among those that show."""
    game = find(key)
    for position in walked(key, 300, seed=2)[::3]:
        table = game.table(position)
        stock = getattr(position, "stock", ())

        assert sum(pile.size for pile in table.piles) == game.total
        assert sum(pile.hidden for pile in table.piles) == len(stock)
        assert table.moves == game.legal_moves(position)
        assert table.swaps == game.swaps(position)
        for pile in table.of(PileKind.STOCK):
            assert pile.cards == ()


@pytest.mark.parametrize("key", ["calculation", "devils-grip"])
def test_the_table_is_the_same_whatever_the_stock_holds(key):
    """Two positions that differ in the order of the stock alone look alike."""
    game = find(key)
    for position in walked(key, 100, seed=3)[::4]:
        other = type(position)(
            *(
                tuple(reversed(getattr(position, field)))
                if field == "stock"
                else getattr(position, field)
                for field in position.__dataclass_fields__
            )
        )

        assert game.table(other) == game.table(position)
        assert game.describe(other) == game.describe(position)
        assert game.safe_move(other) == game.safe_move(position)


@pytest.mark.parametrize("key", KEYS)
def test_nobody_is_told_of_an_end_while_moves_are_left(key):
    """At 5,000 random positions the game is over only where no move plays."""
    game = find(key)
    for position in walked(key, 5000, seed=4):
        outcome = game.outcome(position)
        left = game.legal_moves(position)
        if key == "devils-grip":  # 24 complete piles that only swaps bring home are not the end
            assert outcome is Outcome.PLAYING or not left
        else:
            assert (outcome is Outcome.PLAYING) == bool(left)


@pytest.mark.parametrize("key", KEYS)
def test_won_games_are_won_by_their_last_move_alone(key):
    """The score reaches the total there and nowhere before."""
    game = find(key)
    for line in won_lines(key):
        for position, _ in line:
            assert game.outcome(position) is Outcome.PLAYING
            assert game.score(position).foundation < game.total
        position, move = line[-1]
        after = game.play(position, move)

        assert game.outcome(after) is Outcome.WON
        assert game.score(after).foundation == game.total
        assert game.legal_moves(after) == ()
        assert game.finish(after) == ()
        assert game.tidy(after) == ()


@pytest.mark.parametrize("key", KEYS)
def test_safe_moves_and_finishes_are_legal(key):
    """What plays itself plays by the rules; a finish ends in a win."""
    game, finished = find(key), 0
    for line in won_lines(key):
        for position, _ in line:
            safe = game.safe_move(position)
            assert safe is None or safe in game.legal_moves(position)
            if finish := game.finish(position):
                end = reduce(game.play, finish, position)
                assert game.outcome(end) is Outcome.WON
                finished += 1

    if type(game).safe_move is not Game.safe_move:
        assert finished > 3


@pytest.mark.parametrize("key", KEYS)
def test_what_reveals_is_what_takes_from_the_stock(key):
    """A card that nobody saw shows exactly when the stock has shrunk."""
    game = find(key)
    for position in walked(key, 200, seed=5)[::2]:
        for move in (*game.legal_moves(position), *game.swaps(position)[:3]):
            before = getattr(position, "stock", ())
            after = getattr(game.play(position, move), "stock", ())

            assert game.reveals(position, move) == (after != before)


class Bare(Game):
    """A game with nothing but what is asked of each."""

    key = "bare"
    hides = False

    def ordered_pack(self, starters=()):
        """No cards."""
        return ()

    def deal(self, deck):
        """Nothing lies."""
        return deck.cards

    def parse(self, code):
        """No codes."""
        raise NotImplementedError

    def legal_moves(self, position):
        """None."""
        return ()

    def play(self, position, move):
        """None."""
        raise NotImplementedError

    def outcome(self, position):
        """For ever."""
        return Outcome.PLAYING

    def score(self, position):
        """None."""
        raise NotImplementedError

    def table(self, position):
        """None."""
        raise NotImplementedError

    def describe(self, position):
        """Nothing."""
        return ""


def test_a_new_game_needs_the_abstract_methods_only():
    """The conveniences say that it has none."""
    game = Bare()
    position = game.deal(type("Deck", (), {"cards": ()}))

    assert game.swaps(position) == game.tidy(position) == game.finish(position) == ()
    assert game.safe_move(position) is game.next_card(position) is None
    assert not game.may_count_up(position)
    assert not game.tidies_itself(position)
    assert game.canonical(position) == position
