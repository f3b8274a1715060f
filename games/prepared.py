"""Prepared deals of Devil's Grip: built backwards from the finished grid (docs/PREPARED.md).

The construction takes a won game apart, one reversed move after another, until 24 single cards
lie in the grid and 72 in the stock: the deal. Read forwards, the same moves win it. Whatever is
drawn comes from the deal text's random words by integer arithmetic, so that a text gives the same
deal for ever; the method and its weights must never change under version 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.cards import Card, Suit
from games.catalogue.devils_grip import PACKET, PLACES, ROWS, TURN, DevilsGrip
from games.game import Deck
from games.moves import Move
from games.random_words import below, random_words, shuffle


class Level(NamedTuple):
    """Weights of the reversed moves: undoing a waste play, a turn, a join.

    ``deep`` is added to the weight of a turn for each card of the waste beyond three: a small
    number makes long wastes.
    """

    play: int
    turn: int
    join: int
    deep: int


LEVELS = {
    "easy": Level(play=4, turn=6, join=6, deep=6),
    "medium": Level(play=3, turn=1, join=6, deep=1),
    "hard": Level(play=9, turn=4, join=160, deep=4),
}
"""Calibrated by docs/PREPARED.md."""

_GAME = DevilsGrip()


class Construction:
    """A won game on its way back to its deal.

    ``piles``: by place, before the last shuffle of places. ``stock`` and ``waste``: the top card
    last. ``done``: the moves in reverse, as places (source, target), ``None`` for the waste;
    ``(None, None)`` is a turn.
    """

    def __init__(self) -> None:
        self.piles = [
            [Card(rank, suit) for rank in ranks]
            for ranks in ROWS.values()
            for suit in Suit
            for _ in range(2)
        ]
        self.stock: list[Card] = []
        self.waste: list[Card] = []
        self.done: list[tuple[int | None, int | None]] = []

    def choices(self, level: Level) -> tuple[int, int, int]:
        """The weights of the reversed moves that can be made here; all 0 at the end."""
        tall = any(len(pile) > 1 for pile in self.piles)
        single = any(len(pile) == 1 for pile in self.piles)
        least = PACKET if self.stock else 1  # the stock's last packet may be a short one
        lying = len(self.waste)
        turn = level.turn + level.deep * max(0, lying - PACKET) if lying >= least else 0
        return level.play if tall else 0, turn, level.join if tall and single else 0

    def undo_play(self, words: Iterator[int]) -> None:
        """The top of a pile of two cards or more goes back to the waste."""
        target = _pick(words, [at for at, pile in enumerate(self.piles) if len(pile) > 1])
        self.waste.append(self.piles[target].pop())
        self.done.append((None, target))

    def undo_turn(self) -> None:
        """A packet goes back to the stock: three cards, or fewer if they are its last."""
        for _ in range(min(PACKET, len(self.waste))):
            self.stock.append(self.waste.pop())
        self.done.append((None, None))

    def undo_join(self, words: Iterator[int]) -> None:
        """A single card goes back to the stock; the upper part of a pile takes its place."""
        source = _pick(words, [at for at, pile in enumerate(self.piles) if len(pile) == 1])
        target = _pick(words, [at for at, pile in enumerate(self.piles) if len(pile) > 1])
        pile = self.piles[target]
        cut = 1 + below(len(pile) - 1, words)
        self.stock += self.piles[source]
        self.piles[source], self.piles[target] = pile[cut:], pile[:cut]
        self.done.append((source, target))


def _pick(words: Iterator[int], places: list[int]) -> int:
    return places[below(len(places), words)]


def _attempt(level: Level, words: Iterator[int]) -> Construction:
    """Take a won game apart until no reversed move is left."""
    built = Construction()
    while total := sum(weights := built.choices(level)):
        drawn = below(total, words)
        if drawn < weights[0]:
            built.undo_play(words)
        elif drawn < weights[0] + weights[1]:
            built.undo_turn()
        else:
            built.undo_join(words)
    return built


@lru_cache(maxsize=64)
def _construct(text: str) -> tuple[tuple[Card, ...], tuple[Move, ...]]:
    """The dealing order and the winning line of a prepared deal, the tidy-up included."""
    words = random_words(f"patience-deal-v1\0{_GAME.key}\0{text}\0".encode())
    level = LEVELS[text.partition("1-")[0]]
    built = _attempt(level, words)
    while built.waste:  # one or two cards that make no packet: again, with the words that follow
        built = _attempt(level, words)
    place_of = list(range(len(PLACES)))
    shuffle(place_of, words)
    grid = sorted(range(len(PLACES)), key=place_of.__getitem__)
    cards = tuple(built.piles[at][0] for at in grid) + tuple(reversed(built.stock))
    line = tuple(_move(step, place_of) for step in reversed(built.done))
    end = _GAME.along(_GAME.deal(Deck(cards)), line)[-1]
    return cards, (*line, *_GAME.tidy(end))


def _move(step: tuple[int | None, int | None], place_of: list[int]) -> Move:
    source, target = step
    if target is None:
        return TURN
    onto = PLACES[place_of[target]]
    return _GAME.parse(("w" if source is None else PLACES[place_of[source]]) + onto)


def prepared_cards(text: str) -> tuple[Card, ...]:
    """The dealing order of a prepared deal: its text as ``read_deal`` gives it."""
    return _construct(text)[0]


def prepared_line(text: str) -> tuple[Move, ...]:
    """Moves that win a prepared deal, the tidy-up at the end included."""
    return _construct(text)[1]
