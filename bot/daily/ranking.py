"""The order of first tries at a daily: pure figures in, ranks out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """How a first try stands at the moment it is looked at, or stood when the date closed.

    ``open`` tries go on. ``leftover`` is None in games that have none; it counts the waste, and
    the stock of a game that didn't end ``lost``. ``listed`` is False for hidden players,
    ``unfinished`` True where the end came before that of the game.
    """

    player_id: int
    name: str
    named: bool
    listed: bool
    solved: bool
    clean: bool
    lost: bool
    open: bool
    moves: int
    seconds: int
    foundation: int
    leftover: int | None
    game_id: int = 0
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Ranked:
    """A result with its rank; None while the try is open."""

    rank: int | None
    result: Result


def order(result: Result) -> tuple[int, ...]:
    """What ranks: solved, clean, fewer moves, less time; unsolved by score. Equal is shared.

    In games that leave something over those that ended lost come before those given up or left
    unfinished, each by what was left over.
    """
    if result.solved:
        return (0, not result.clean, result.moves, result.seconds)
    if result.leftover is not None:
        return (1, not result.lost, result.leftover)
    return (1, -result.foundation)


def ranked(results: Iterable[Result]) -> tuple[Ranked, ...]:
    """The listed results, best first, open tries last: ranks go 1 2 2 4."""
    listed = sorted((each for each in results if each.listed), key=_shown)
    ranks: list[Ranked] = []
    for place, each in enumerate(listed, 1):
        if each.open:
            ranks.append(Ranked(None, each))
        elif ranks and order(ranks[-1].result) == order(each):
            ranks.append(Ranked(ranks[-1].rank, each))
        else:
            ranks.append(Ranked(place, each))
    return tuple(ranks)


def own(results: Iterable[Result], player_id: int) -> Ranked | None:
    """A player's own standing, also where others don't see it; None without a first try."""
    results = tuple(results)
    mine = next((each for each in results if each.player_id == player_id), None)
    if mine is None or mine.open:
        return None if mine is None else Ranked(None, mine)
    ended = (each for each in results if each.listed and not each.open)
    return Ranked(1 + sum(order(each) < order(mine) for each in ended), mine)


def _shown(result: Result) -> tuple[int, ...]:
    # Players of one rank stand in an order that doesn't change between two looks.
    return (result.open, *order(result), result.player_id)
