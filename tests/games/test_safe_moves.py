"""Safe moves cost nothing at all: neither a win nor a point, by complete search of small endings.

The best that can still be reached is compared before and after each safe move. Other moves that
look as good do cost something in these same endings, so the endings are hard enough to tell.
"""

import random
from itertools import pairwise

import pytest

from games.cards import Card, Suit
from games.catalogue import find
from games.catalogue.calculation import ORDERS, CalculationPosition
from games.catalogue.devils_grip import ROWS, GripPosition, complete

MOST = 4000


class TooLarge(Exception):
    """An ending with more positions than a test looks at."""


def best(game, position):
    """The best result in reach: won or not, then the score; the player may stop anywhere."""
    found, seen, left = result(game, position), {game.canonical(position)}, [position]
    while left and not found[0]:
        position = left.pop()
        for move in game.legal_moves(position):
            after = game.play(position, move)
            if (key := game.canonical(after)) not in seen:
                seen.add(key)
                left.append(after)
                found = max(found, result(game, after))
        if len(seen) > MOST:
            raise TooLarge
    return found


def result(game, position):
    """What stopping here is worth; in Devil's Grip only with the stock gone."""
    if game.key == "devils-grip":
        won = not position.stock and all(map(complete, position.piles))
        return won, -100 if position.stock else -len(position.waste)
    won = game.score(position).foundation == game.total
    return won, game.score(position).foundation


def calculation_ending(rng):
    """A dozen cards left, most in the wastes, the last few to come."""
    heights = tuple(rng.randint(9, 11) for _ in range(4))
    ranks = [rank for order, height in zip(ORDERS, heights, strict=True) for rank in order[height:]]
    suits = {rank: list(Suit) for rank in ranks}
    left = [Card(rank, suits[rank].pop()) for rank in ranks]
    rng.shuffle(left)
    tops = tuple(Card(ORDERS[f][height - 1], Suit.CLUBS) for f, height in enumerate(heights))
    to_come, lying = left[:4], left[4:]
    piles = rng.choice([2, 3, 4])
    wastes = tuple(tuple(lying[n::piles]) if n < piles else () for n in range(4))
    return CalculationPosition(tops, heights, None, wastes, tuple(to_come))


def grip_ending(rng):
    """One to six finished piles, twins among them, broken up into places, waste and stock."""
    built = [tuple(Card(rank, suit) for rank in ROWS[row]) for row in ROWS for suit in Suit]
    kinds = rng.sample(range(12), rng.choice([1, 2, 2, 3]))
    broken = [(kind, twin) for kind in kinds for twin in range(rng.choice([1, 2, 2]))]
    parts = []
    for kind, _ in broken:
        cuts = sorted(rng.sample(range(1, 4), rng.choice([1, 2, 2, 3])))
        parts += [built[kind][low:high] for low, high in pairwise([0, *cuts, 4])]
    rng.shuffle(parts)
    whole = [built[k] for k in range(12) for twin in range(2) if (k, twin) not in broken]
    places, left = parts[: len(broken)], [card for part in parts[len(broken) :] for card in part]
    rng.shuffle(left)
    turned = rng.randrange(len(left) + 1)
    return GripPosition((*whole, *places), tuple(left[:turned]), tuple(left[turned:]))


ENDINGS = {
    "calculation": calculation_ending,
    "devils-grip": grip_ending,
}


def looks_safe(game, position):
    """A move that brings a card nearer to its end but is not called safe."""
    safe = game.safe_move(position)
    if safe is not None:
        return None
    goal = "w" if game.key == "devils-grip" else "f"
    for move in game.legal_moves(position):
        if goal == (move.source if goal == "w" else move.target[0]):
            return move
    return None


def met(key, choose, count):
    """The best in reach before and after a chosen move, in ``count`` endings that have one."""
    game, rng, found = find(key), random.Random(f"safe {key}"), 0
    while found < count:
        position = ENDINGS[key](rng)
        for _ in range(rng.randrange(4)):
            moves = game.legal_moves(position)
            position = game.play(position, rng.choice(moves)) if moves else position
        move = choose(game, position)
        if move is None:
            continue
        try:
            pair = best(game, position), best(game, game.play(position, move))
        except TooLarge:
            continue
        found += 1
        yield position, pair


@pytest.mark.parametrize(("key", "count"), [("calculation", 30), ("devils-grip", 200)])
def test_a_safe_move_costs_nothing(key, count):
    """Neither the win nor a card of the best score, also where no win is left."""
    game, wins = find(key), set()
    for position, (before, after) in met(key, lambda game, at: game.safe_move(at), count):
        assert after == before, game.describe(position)
        wins.add(before[0])

    assert wins == {True, False}


@pytest.mark.parametrize("key", ["calculation", "devils-grip"])
def test_what_only_looks_safe_costs_something(key):
    """The same endings show that other moves of the kind are not safe."""
    assert any(after < before for _, (before, after) in met(key, looks_safe, 100))
