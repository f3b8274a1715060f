"""Small games of Baker's kind, and a plain search that shares nothing with the solver."""

import random
from functools import cache
from pathlib import Path

from games.cards import Card, Suit
from games.catalogue.bakers_game import BakersGame, BakersPosition
from games.deals import lay_out

GAME = BakersGame()
DATA = Path(__file__).parents[2] / "data"


@cache
def unwinnable():
    """The Microsoft deals of 1…20000 that can't be won, as two other programs found."""
    return frozenset(map(int, (DATA / "bakers-unwinnable-1-20000.txt").read_text().split()))


def dealt(number):
    """The first position of a deal."""
    return GAME.deal(lay_out(GAME, str(number)))


def small(rng, suits, ranks, columns, cells):
    """A small pack dealt at random."""
    pack = [Card(rank, Suit(suit)) for suit in range(suits) for rank in range(1, ranks + 1)]
    rng.shuffle(pack)
    piles = tuple(tuple(pack[column::columns]) for column in range(columns))
    return BakersPosition((0,) * suits, (None,) * cells, piles)


def small_games(seed, count):
    """Small packs of all kinds."""
    rng = random.Random(seed)
    for _ in range(count):
        suits = rng.choice((1, 2, 2, 3))
        ranks = rng.randint(3, 12 // suits)
        yield small(rng, suits, ranks, rng.randint(2, 4), rng.randint(0, 2))


def followers(position):
    """All positions after one legal move, by rules written down a second time."""
    places = [("cell", at) for at in range(len(position.cells))]
    places += [("column", at) for at in range(len(position.columns))]
    for source, at in places:
        cells, columns = list(position.cells), list(position.columns)
        if source == "cell":
            card, cells[at] = cells[at], None
        else:
            card = columns[at][-1] if columns[at] else None
            columns[at] = columns[at][:-1]
        if card is None:
            continue
        if position.homes[card.suit] + 1 == card.rank:
            homes = list(position.homes)
            homes[card.suit] += 1
            yield BakersPosition(tuple(homes), tuple(cells), tuple(columns))
        for to, onto in enumerate(columns):
            if (source, at) == ("column", to):
                continue
            if not onto or (onto[-1].suit, onto[-1].rank) == (card.suit, card.rank + 1):
                after = [*columns[:to], (*onto, card), *columns[to + 1 :]]
                yield BakersPosition(position.homes, tuple(cells), tuple(after))
        if source == "column" and None in position.cells:
            cells[cells.index(None)] = card
            yield BakersPosition(position.homes, tuple(cells), tuple(columns))


def can_be_won(position):
    """Whether a win exists, by trying everything."""
    seen, left = {GAME.canonical(position)}, [position]
    while left:
        position = left.pop()
        if not any(position.columns) and not any(position.cells):
            return True
        for after in followers(position):
            key = GAME.canonical(after)
            if key not in seen:
                seen.add(key)
                left.append(after)
    return False


def wandered(rng, position, most):
    """The position after up to ``most`` random moves."""
    for _ in range(rng.randint(0, most)):
        choices = list(followers(position))
        if not choices:
            break
        position = rng.choice(choices)
    return position


def wins(position, moves):
    """Whether the rules let the moves bring every card of a small pack home."""
    for move in moves:
        position = GAME.play(position, move)
    return not any(position.columns) and not any(position.cells)
