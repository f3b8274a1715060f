"""The deals that are pictured, and the lines that win them."""

from __future__ import annotations

from games.catalogue import find
from games.deals import lay_out
from games.solvers import Limits, ready, solve_deal

DEALS = {"bakers-game": "140", "calculation": "77", "devils-grip": "medium1-7"}
FAR = {"bakers-game": 0.55, "calculation": 0.6, "devils-grip": 0.5}
"""How far a won game is played for its picture: where a board has most to show."""


def winning(key: str) -> list[str]:
    """The codes of a line that wins the game's deal."""
    ready(key)  # compiling takes nothing off the limit
    game, deal = find(key), DEALS[key]
    solution = solve_deal(game, deal, game.deal(lay_out(game, deal)), Limits(seconds=60))
    assert solution.moves is not None  # these deals are known to be winnable
    return [move.code for move in solution.moves]


def far(key: str) -> list[str]:
    """The beginning of that line, as far as its picture wants."""
    codes = winning(key)
    return codes[: int(len(codes) * FAR[key])]


def in_turn(codes: list[str]) -> list[str]:
    """Messages that say the codes, a few in each."""
    return [" ".join(codes[start : start + 8]) for start in range(0, len(codes), 8)]
