"""Cards and positions for the tests of the rules, and what an outside checker says of them."""

import json
import random
from collections import Counter
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from games.cards import KING, Card, parse_card
from games.catalogue import GAMES, find
from games.catalogue.calculation import ORDERS
from games.deals import lay_out
from games.errors import IllegalMove
from games.game import Deck, Outcome
from games.record import check, read_records

DATA = Path(__file__).parents[1] / "data"
KEYS = [game.key for game in GAMES]

BAKERS_CODES = [
    source + target
    for source in "12345678abcd"
    for target in ("12345678abcdh" if source.isdigit() else "12345678h")
]
CALCULATION_CODES = [
    "d",
    *(f"{pile}{n}" for pile in "fw" for n in range(1, 5)),
    *(f"w{w}f{f}" for w in range(1, 5) for f in range(1, 5)),
]
PLACES = [row + column for row in "abc" for column in "12345678"]
GRIP_CODES = [
    "d",
    *("w" + place for place in PLACES),
    *(x + y for x in PLACES for y in PLACES if x != y),
]
GRIP_SWAPS = [f"{x}={y}" for i, x in enumerate(PLACES) for y in PLACES[i + 1 :]]
CODES = {
    "bakers-game": BAKERS_CODES,
    "calculation": CALCULATION_CODES,
    "devils-grip": [*GRIP_CODES, *GRIP_SWAPS],
}
"""Every code of FORMATS.md, written down a second time."""


def cards(text):
    """Cards of a text in their usual spelling."""
    return tuple(parse_card(word) for word in text.split())


def piles(*columns):
    """Piles of cards, each given as a text."""
    return tuple(cards(column) for column in columns)


@cache
def vectors():
    """Deals that another program laid out."""
    return json.loads((DATA / "deal-vectors.json").read_text())


@cache
def told():
    """Lines of play and what another program says of them."""
    return [json.loads(line) for line in (DATA / "positions.jsonl").read_text().splitlines()]


def start_of(row):
    """Game and first position of such a line."""
    game = find(row["game"])
    if "deal" in row:
        return game, game.deal(lay_out(game, row["deal"]))
    return game, game.deal(Deck(cards(row["cards"]), cards(row.get("starters", ""))))


@cache
def won_lines(key):
    """Every position of the won games of a kind, with the move that was played there."""
    text = (DATA / "records" / f"{key}.txt").read_text()
    game, lines = find(key), []
    for record in read_records(text):
        deck = check(record).deck
        position, line = game.deal(deck), []
        for code in record.codes:
            move = game.parse(code)
            line.append((position, move))
            position = game.play(position, move)
        lines.append(line)
    return lines


def walk(game, rng, longest=200):
    """Random play from a random deal: every position with the move chosen there, if any.

    Swaps come now and then; in Calculation foundations are liked, or games end soon.
    """
    position = game.deal(lay_out(game, str(rng.randrange(1, 10**9))))
    for _ in range(longest):
        choices = game.legal_moves(position)
        upward = [move for move in choices if move.target[0] == "f"]
        swaps = game.swaps(position) if rng.random() < 0.1 else ()
        move = rng.choice(upward or swaps or choices) if choices else None
        yield position, move
        if move is None:
            return
        position = game.play(position, move)


def walked(key, count, seed=1):
    """``count`` positions of random play."""
    game, rng, found = find(key), random.Random(seed), []
    while len(found) < count:
        found += [position for position, _ in walk(game, rng)]
    return found[:count]


def plays(game, position, code):
    """Whether the rules accept a code here."""
    try:
        game.play(position, game.parse(code))
    except IllegalMove:
        return False
    return True


def refused(game, position, code):
    """The refusal of a code."""
    try:
        game.play(position, game.parse(code))
    except IllegalMove as error:
        return error.refusal
    raise AssertionError(f"{code} was played")


def inventory(game, position):
    """Everything that lies on the table and in the stock, foundations told by what they took.

    Baker's Game and Calculation keep the tops of foundations only, and in Calculation, where any
    suit will do, ranks are counted. A game that keeps every card needs nothing here.
    """
    if game.key == "bakers-game":
        home = Counter(
            (rank, suit) for suit, top in enumerate(position.homes) for rank in range(1, top + 1)
        )
        lying = [card for column in position.columns for card in column]
        lying += [card for card in position.cells if card is not None]
        return home + Counter((card.rank, int(card.suit)) for card in lying)
    if game.key != "calculation":
        return Counter(_cards_in(position))
    up = [rank for f in range(4) for rank in ORDERS[f][: position.heights[f]]]
    lying = [card for waste in position.wastes for card in waste]
    lying += [*position.stock, *([position.hand] if position.hand else [])]
    assert len(set(lying)) == len(lying)
    return Counter((*up, *(card.rank for card in lying)))


def _cards_in(value):
    """Every card of a value, whatever holds it."""
    if isinstance(value, Card):
        return [value]
    if is_dataclass(value):
        value = tuple(getattr(value, each.name) for each in fields(value))
    held = value if isinstance(value, tuple) else ()
    return [card for each in held for card in _cards_in(each)]


WHOLE = {game.key: Counter(game.ordered_pack()) for game in GAMES} | {
    "bakers-game": Counter((rank, suit) for rank in range(1, KING + 1) for suit in range(4)),
    "calculation": Counter(rank for rank in range(1, KING + 1) for _ in range(4)),
    "devils-grip": Counter(
        card for rank in "23456789TJQK" for suit in "CDHS" for card in [parse_card(rank + suit)] * 2
    ),
}
"""The packs as ``inventory`` counts them."""


def winnable(game, position, most=20_000):
    """Whether a win exists, every card known; None when that takes too many positions.

    Swaps are left out: they change nothing but places, which the tidy-up sets right.
    """
    seen, left = {game.canonical(position)}, [position]
    while left:
        position = left.pop()
        if game.outcome(position) is Outcome.WON or game.tidies_itself(position):
            return True
        for move in game.legal_moves(position):
            after = game.play(position, move)
            key = game.canonical(after)
            if key not in seen:
                seen.add(key)
                left.append(after)
        if len(seen) > most:
            return None
    return False
