"""Small games of Devil's Grip: a few families broken up, all the others finished."""

from itertools import pairwise

from games.cards import Card, Suit
from games.catalogue import find
from games.catalogue.devils_grip import ROWS, GripPosition
from games.prepared import Construction, Level

GAME = find("devils-grip")
BUILT = [tuple(Card(rank, suit) for rank in ROWS[row]) for row in ROWS for suit in Suit]


def others(families):
    """The finished piles of all families but these."""
    return tuple(pile for number, pile in enumerate(BUILT) if number not in families) * 2


def small_deal(rng):
    """One to three families dealt out single; the more often the lower cards come first."""
    families = rng.sample(range(12), rng.choice([1, 1, 2, 2, 3]))
    cards = [card for family in families for card in BUILT[family]] * 2
    rng.shuffle(cards)
    bias = rng.random()
    cards.sort(key=lambda card: card.rank > 4 and rng.random() < bias)
    places = 2 * len(families)
    return GripPosition(
        (*others(families), *((card,) for card in cards[:places])), (), tuple(cards[places:])
    )


def small_ending(rng):
    """One to three families broken up into places, waste and stock, runs and bases among them."""
    families = rng.sample(range(12), rng.choice([1, 2, 2, 3]))
    parts = []
    for family in families * 2:
        cuts = sorted(rng.sample(range(1, 4), rng.choice([1, 2, 2, 3])))
        parts += [BUILT[family][low:high] for low, high in pairwise([0, *cuts, 4])]
    rng.shuffle(parts)
    parts.sort(key=lambda part: part[0].rank > 4 and rng.random() < 0.6)
    places = 2 * len(families)
    left = [card for part in parts[places:] for card in part]
    rng.shuffle(left)
    turned = rng.choice([0, 0, 1, 2, 3, rng.randrange(len(left) + 1)])
    return GripPosition(
        (*others(families), *parts[:places]), tuple(left[:turned]), tuple(left[turned:])
    )


def played_on(rng, position, most):
    """The position after up to ``most`` random moves."""
    for _ in range(rng.randrange(most + 1)):
        moves = GAME.legal_moves(position)
        if moves:
            position = GAME.play(position, rng.choice(moves))
    return position


def taken_apart(rng, families, steps):
    """A position that can be won: up to ``steps`` reversed moves from the end of a game."""
    built = Construction()
    built.piles = [list(BUILT[family]) for family in families * 2]
    level = Level(*(rng.choice([1, 2, 5]) for _ in range(4)))
    words = iter(lambda: rng.getrandbits(32), -1)
    for _ in range(steps):
        play, turn, join = built.choices(level)
        if not play + turn + join:
            break
        drawn = rng.randrange(play + turn + join)
        if drawn < play:
            built.undo_play(words)
        elif drawn < play + turn:
            built.undo_turn()
        else:
            built.undo_join(words)
    piles = tuple(map(tuple, built.piles))
    return GripPosition((*others(families), *piles), tuple(built.waste), tuple(built.stock[::-1]))
