"""(d) Rules alone: legal moves and a random one of them played, a second and game."""

from __future__ import annotations

import random
import time
from typing import Any

from games.catalogue import GAMES
from games.deals import lay_out
from games.game import Game, Outcome
from tests.benchmarks.timing import median

ROUNDS = 5
SECONDS = 1.0


def run() -> list[str]:
    """A line a game, the median of five interleaved rounds."""
    rates: dict[str, list[float]] = {game.key: [] for game in GAMES}
    for number in range(ROUNDS):
        for game in GAMES:
            rates[game.key].append(_rate(game, random.Random(number)))
    return [f"rules: {key}: {median(found):,.0f} legal-moves-and-play a second"
            for key, found in rates.items()]  # fmt: skip


def _rate(game: Game[Any], rng: random.Random) -> float:
    played, deal = 0, 0
    position, moves = None, ()
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        if not moves or game.outcome(position) is not Outcome.PLAYING:
            deal += 1
            position = game.deal(lay_out(game, str(deal)))
        moves = game.legal_moves(position)
        if moves:
            position = game.play(position, rng.choice(moves))
            played += 1
    return played / (time.perf_counter() - start)
