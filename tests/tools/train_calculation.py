"""Teach the player its habits: ``python -m tests.tools.train_calculation FILE [ROUNDS]``.

Policy gradient over whole games: each deal is played several times, and what was chosen in games
that ended better than that deal's mean becomes likelier. The first habit is a rule: don't cover
what is wanted sooner. The numbers in the file are logarithms of the factors of ``playing``.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from games.solvers.counting.pack import CALCULATION, Pack
from games.solvers.counting.playing import Habits
from tests.tools.calculation_lessons import Diary, lesson

PILES = 4
DEALS, TRIES = 128, 16
"""Deals a round and games a deal."""
PER_CARD = 0.2
"""What all cards up but no win would be worth."""
PACE = 0.02
"""Of the first round; it falls to 0 at the last one."""
STEADY, SMOOTH = 0.9, 0.998
"""How slowly the means of gradients and of their squares change (Adam)."""
LIMIT = 8.0
"""Of a logarithm, either way."""
REPORT = 500


class Learned:
    """Numbers that follow their gradient (Adam)."""

    def __init__(self, logs: Any) -> None:
        self.logs = logs
        self.push = np.zeros_like(logs)
        self._mean = np.zeros_like(logs)
        self._square = np.zeros_like(logs)

    def follow(self, pace: float, games: int, rounds: int) -> None:
        """One step along the gradient that ``games`` games added up in ``push``."""
        push = self.push / games
        self._mean += (1 - STEADY) * (push - self._mean)
        self._square += (1 - SMOOTH) * (push * push - self._square)
        spread = np.sqrt(self._square / (1 - SMOOTH**rounds)) + 1e-7
        self.logs = np.clip(self.logs + pace * self._mean / spread, -LIMIT, LIMIT)
        self.push.fill(0)


def first_habits(pack: Pack) -> tuple[Any, Any]:
    """Logarithms of the rule: the sooner a covered card is wanted, the worse."""
    foundations, ranks = pack.orders.shape
    lay = np.zeros((2, foundations, ranks + 1, ranks, ranks + 1))
    for f, height, card, top in np.ndindex(foundations, ranks + 1, ranks, ranks):
        wanted, later = pack.places[f, top], pack.places[f, card]
        if height <= wanted < later or later < height <= wanted:
            lay[0, f, height, card, top] = -2 / (1 + 0.3 * (wanted - height))
    return lay, np.zeros((foundations, ranks + 1))


def empty_diary(pack: Pack, cards: int) -> Diary:
    """Room for the games of one deal."""
    foundations, ranks = pack.orders.shape
    return Diary(
        np.zeros(TRIES, np.int64),
        np.zeros((TRIES, cards, foundations), np.int64),
        np.zeros((TRIES, cards, PILES, 2), np.int64),
        np.zeros((TRIES, cards), np.int64),
        np.zeros((TRIES, cards), np.int64),
        np.zeros((TRIES, cards, PILES)),
        np.zeros((TRIES, foundations, ranks + 1, 2)),
    )


def train(pack: Pack, file: str, rounds: int) -> None:
    """Learn for so many rounds; write the file and print a line now and then."""
    lay, build = (Learned(logs) for logs in first_habits(pack))
    stock = np.repeat(np.arange(pack.orders.shape[1]), len(pack.orders))
    stock = np.delete(stock, [int(np.flatnonzero(stock == order[0])[0]) for order in pack.orders])
    diary, dice = empty_diary(pack, len(stock)), np.array([88_172_645_463_325_252], np.uint64)
    won = 0
    for n in range(1, rounds + 1):
        habits = Habits(np.exp(lay.logs), np.exp(build.logs))
        won += lesson(pack, habits, diary, stock, DEALS, PER_CARD, lay.push, build.push, dice)
        for table in (lay, build):
            table.follow(PACE * (1 - n / (rounds + 1)), DEALS * TRIES, n)
        if n % REPORT == 0 or n == rounds:
            logs = {"lay": lay.logs, "build": build.logs}
            np.savez_compressed(
                file, **{name: log.astype(np.float16) for name, log in logs.items()}
            )
            share = won / ((n % REPORT or REPORT) * DEALS * TRIES)
            print(f"{n} rounds: {share:.1%} won lately", flush=True)  # noqa: T201 - a report
            won = 0


if __name__ == "__main__":
    train(CALCULATION, sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20_000)
