"""A known order played by habit, over and over: quick wins, and how easy a deal is."""

# ruff: noqa: PLR0913, PLR0917 - kernels take their arrays one by one

from __future__ import annotations

from typing import Any

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.counting.beam import FIRST_WASTE, Effort, Step
from games.solvers.counting.choosing import board_of
from games.solvers.counting.forest import Board
from games.solvers.counting.pack import Pack, State
from games.solvers.counting.playing import (
    Habits,
    foundation_for,
    leanings,
    play_out,
    unload,
    waste_for,
    wins_of,
)

SEED = 2_718_281_828
TRIES = 5
"""Games played out for each choice of a card; 3 and 10 win 500 deals in the same time."""


def share_won(pack: Pack, habits: Habits, state: State, games: int) -> float:
    """How much of so many games is won; 0 … 1."""
    board, order = board_of(state.heights, state.wastes), np.array(state.stock, np.int64)
    return int(wins_of(pack, habits, *board, order, games, new_dice())) / games


def new_dice() -> Any:
    """Dice that always fall the same way."""
    return np.array([SEED], np.uint64)


def win_by_luck(
    pack: Pack, habits: Habits, state: State, games: int, dice: Any, effort: Effort
) -> tuple[Step, ...] | None:
    """The line of the first win among some ``games`` played out; None when none or a limit is met.

    A round walks along the order and takes for each card the choice whose games, ``TRIES`` of
    them, bring most cards up; the walk is seldom won itself, but one of its games soon is.
    """
    board, order = board_of(state.heights, state.wastes), np.array(state.stock, np.int64)
    into, path = np.zeros(len(state.wastes)), np.zeros(len(order), np.int64)
    last, ends = np.zeros(2, np.uint64), effort.nodes + games
    while effort.nodes < ends and not effort.spent:
        most = effort.limits.nodes - effort.nodes
        copy = (board[0].copy(), board[1].copy(), board[2].copy())
        won = int(venture(pack, habits, *copy, order, TRIES, most, path, into, last, dice))
        effort.nodes += int(last[1])
        if won:
            return tuple(_retold(pack, habits, state, path[:won].tolist(), last))
    return None


@compiled
def venture(
    pack: Any, habits: Habits, heights: Any, piles: Any, depths: Any, order: Any, tries: int,
    most: int, path: Any, into: Any, last: Any, dice: Any,
) -> int:  # fmt: skip
    """One round of at most ``most`` games; how many choices of ``path`` lead to a win, 0 if none.

    A choice is a foundation or, behind them, a waste. ``last`` becomes how the dice were before
    the last game, and the number of games.
    """
    unload(pack, habits, heights, piles, depths)
    games = 0
    for i in range(len(order)):
        highest = -1
        for choice in range(len(heights) + len(depths)):
            if not open_to(pack, heights, depths, order[i], choice):
                continue
            total = 0
            for _ in range(tries):
                if games == most:
                    last[1] = games
                    return 0
                h, p, d = heights.copy(), piles.copy(), depths.copy()
                take(pack, habits, h, p, d, order[i], choice)
                games += 1
                last[0], last[1] = dice[0], games
                up = play_out(pack, habits, h, p, d, order, i + 1, into, dice)
                if up == pack.orders.size:
                    path[i] = choice
                    return i + 1
                total += up
            if total > highest:
                highest = total
                path[i] = choice
        take(pack, habits, heights, piles, depths, order[i], path[i])
    last[1] = games
    return 0


@compiled
def open_to(pack: Any, heights: Any, depths: Any, card: int, choice: int) -> bool:
    """Whether a card may go there; of empty wastes, which are all alike, only to the first."""
    if choice < len(heights):
        fits: bool = pack.places[choice, card] == heights[choice]
        return fits
    waste = choice - len(heights)
    if depths[waste] > 0:
        return True
    for other in range(waste):  # noqa: SIM110 - kernels know no generators
        if depths[other] == 0:
            return False
    return True


@compiled
def take(
    pack: Any, habits: Habits, heights: Any, piles: Any, depths: Any, card: int, choice: int
) -> None:
    """Place a card as chosen, and play up what fits after a foundation has grown."""
    if choice < len(heights):
        heights[choice] += 1
        unload(pack, habits, heights, piles, depths)
    else:
        waste = choice - len(heights)
        piles[waste, depths[waste]] = card
        depths[waste] += 1


def _retold(pack: Pack, habits: Habits, state: State, path: list[int], dice: Any) -> list[Step]:
    """The moves of the game that began with the choices of ``path`` and went on by the dice."""
    board = board_of(state.heights, state.wastes)
    heights, piles, depths = board
    steps = _unloaded(pack, habits, board)
    into = np.zeros(len(depths))
    for number, card in enumerate(state.stock):
        if number < len(path):
            choice = path[number]
        else:
            choice = int(foundation_for(pack, habits, heights, card))
            if choice < 0:
                total = leanings(habits, heights, piles, depths, card, into)
                choice = len(heights) + int(waste_for(into, total, dice))
        if choice < len(heights):
            heights[choice] += 1
            steps += [(-1, choice), *_unloaded(pack, habits, board)]
        else:
            w = choice - len(heights)
            piles[w, depths[w]] = card
            depths[w] += 1
            steps.append((-1, FIRST_WASTE + w))
    return steps


def _unloaded(pack: Pack, habits: Habits, board: Board) -> list[Step]:
    """Plays from the wastes in the order of ``playing.unload``."""
    heights, piles, depths = board
    steps: list[Step] = []
    before = -1
    while before < len(steps):
        before = len(steps)
        for w in range(len(depths)):
            while depths[w]:
                f = foundation_for(pack, habits, heights, int(piles[w, depths[w] - 1]))
                if f < 0:
                    break
                heights[f] += 1
                depths[w] -= 1
                steps.append((w, f))
    return steps
