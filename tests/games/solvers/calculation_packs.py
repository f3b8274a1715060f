"""Small packs played in plain Python, to compare with; nothing here knows the solver's tricks."""

from __future__ import annotations

import functools
import itertools
import random

from games.solvers.counting.beam import FIRST_WASTE
from games.solvers.counting.pack import State
from tests.games.support import won_lines


class Rules:
    """Calculation with any number of ranks, foundations and wastes; ranks count from 0."""

    def __init__(self, ranks, foundations):
        self.ranks = ranks
        self.orders = [[(s * n - 1) % ranks for n in range(1, ranks + 1)]
                       for s in range(1, foundations + 1)]  # fmt: skip

    def moves(self, heights, wastes, hand, stock):
        """All (source, target), a turn as None; the source of a card in hand is -1."""
        if hand is None and stock:
            yield None
        cards = [(w, waste[-1]) for w, waste in enumerate(wastes) if waste]
        if hand is not None:
            cards.append((-1, hand))
            yield from ((-1, FIRST_WASTE + w) for w in range(len(wastes)))
        for source, rank in cards:
            for f, height in enumerate(heights):
                if height < self.ranks and self.orders[f][height] == rank:
                    yield source, f

    def play(self, position, move):
        """The position after a move."""
        heights, wastes, hand, stock = position
        if move is None:
            return heights, wastes, stock[0], stock[1:]
        source, target = move
        if source < 0:
            rank, hand = hand, None
        else:
            rank = wastes[source][-1]
            wastes = (*wastes[:source], wastes[source][:-1], *wastes[source + 1 :])
        if target >= FIRST_WASTE:
            w = target - FIRST_WASTE
            wastes = (*wastes[:w], (*wastes[w], rank), *wastes[w + 1 :])
        else:
            heights = (*heights[:target], heights[target] + 1, *heights[target + 1 :])
        return heights, wastes, hand, stock

    def won(self, position):
        """Every foundation complete."""
        return all(height == self.ranks for height in position[0])

    def winnable(self, position):
        """Whether any line wins, all tried."""
        met = set()

        def wins(position):
            if self.won(position):
                return True
            if position in met:
                return False
            met.add(position)
            return any(wins(self.play(position, move)) for move in self.moves(*position))

        return wins(position)

    def winnable_orders(self, heights, wastes, hand, unseen):
        """For each distinct order of the unseen cards, whether it can be won."""
        orders = sorted(set(itertools.permutations(unseen)))
        return [self.winnable((heights, wastes, hand, order)) for order in orders]

    def replays(self, position, steps):
        """Whether steps without turns win."""
        for step in steps:
            if step[0] < 0 and position[2] is None:
                position = self.play(position, None)
            assert step in list(self.moves(*position))
            position = self.play(position, step)
        return self.won(position)

    def random_position(self, rng, piles, moves):
        """A deal after some random moves, few of them up."""
        pack = [r for r in range(self.ranks) for _ in self.orders]
        for order in self.orders:
            pack.remove(order[0])
        rng.shuffle(pack)
        position = ((1,) * len(self.orders), ((),) * piles, None, tuple(pack))
        for _ in range(moves):
            choices = list(self.moves(*position))
            if not choices:
                break
            position = self.play(position, rng.choice(choices))
        return position


def ranks_of(position):
    """A position of the game as ``Rules`` has it."""
    ranks = [tuple(card.rank - 1 for card in pile) for pile in (*position.wastes, position.stock)]
    hand = None if position.hand is None else position.hand.rank - 1
    return position.heights, tuple(ranks[:4]), hand, ranks[4]


def by_ranks(position):
    """The position as the solver takes it."""
    heights, wastes, hand, stock = position
    return State(heights, wastes, stock if hand is None else (hand, *stock))


@functools.cache
def small_positions(count, seed=1):
    """Positions of small packs, half of them played far: (rules, foundations, position)."""
    rng = random.Random(seed)
    kinds = [(5, 2, 2), (5, 3, 2), (7, 2, 2), (7, 3, 3), (5, 3, 1), (11, 2, 2), (5, 4, 2)]
    found = []
    for n in range(count):
        ranks, foundations, piles = kinds[n % len(kinds)]
        rules = Rules(ranks, foundations)
        size = ranks * foundations * 2
        moves = rng.randrange(size // 2, size) if ranks * foundations > 12 else rng.randrange(size)
        found.append((rules, foundations, rules.random_position(rng, piles, moves)))
    return found


def won_positions(most=48):
    """Positions of the game's won games with so many cards in stock at most."""
    lines = won_lines("calculation")
    return [position for line in lines for position, _ in line if len(position.stock) <= most]
