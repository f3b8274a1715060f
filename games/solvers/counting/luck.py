"""A known order played by habit, over and over: quick wins, and how easy a deal is."""

from __future__ import annotations

from typing import Any

import numpy as np

from games.solvers.counting.beam import FIRST_WASTE, Effort, Step
from games.solvers.counting.choosing import board_of
from games.solvers.counting.forest import Board
from games.solvers.counting.pack import Pack, State
from games.solvers.counting.playing import Habits, foundation_for, leanings, waste_for, wins_of

SEED = 2_718_281_828
SLICE = 2000
"""Games before the clock is read: some 10 ms."""


def share_won(pack: Pack, habits: Habits, state: State, games: int) -> float:
    """How much of so many games is won; 0 … 1."""
    dice, last = np.array([SEED], np.uint64), np.zeros(2, np.uint64)
    board, order = board_of(state.heights, state.wastes), np.array(state.stock, np.int64)
    return int(wins_of(pack, habits, *board, order, games, games, last, dice)) / games


def win_by_luck(
    pack: Pack, habits: Habits, state: State, games: int, effort: Effort
) -> tuple[Step, ...] | None:
    """The line of the first game won out of so many; None when there is none or a limit is met."""
    dice, last = np.array([SEED], np.uint64), np.zeros(2, np.uint64)
    board, order = board_of(state.heights, state.wastes), np.array(state.stock, np.int64)
    for _ in range(0, games, SLICE):
        if effort.spent:
            return None
        most = min(SLICE, effort.limits.nodes - effort.nodes)
        won = wins_of(pack, habits, *board, order, most, 1, last, dice)
        effort.nodes += int(last[1])
        if won:
            return tuple(_retold(pack, habits, state, last))
    return None


def _retold(pack: Pack, habits: Habits, state: State, dice: Any) -> list[Step]:
    """The moves of the game that the dice decided; as ``playing.play_out``, move by move."""
    board = board_of(state.heights, state.wastes)
    heights, piles, depths = board
    steps = _unloaded(pack, habits, board)
    into = np.zeros(len(depths))
    for card in state.stock:
        f = foundation_for(pack, habits, heights, card)
        if f >= 0:
            heights[f] += 1
            steps += [(-1, f), *_unloaded(pack, habits, board)]
        else:
            w = waste_for(into, leanings(habits, heights, piles, depths, card, into), dice)
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
