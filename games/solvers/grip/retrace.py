"""From the steps of a search back to moves of the game."""

from __future__ import annotations

import numpy as np

from games.catalogue.devils_grip import PLACES, TURN, DevilsGrip, GripPosition, below
from games.moves import Move
from games.solvers.compiled import compiled
from games.solvers.grip.coding import CARDS, Coded
from games.solvers.grip.expand import PLAY, PROMISE_STEP, TURN_STEP
from games.solvers.grip.state import Array, Words, flip, play_waste, promise, settle, top_place

DEEDS = 200
"""No game has more: 72 joins and waste plays, 24 turns."""

_GAME = DevilsGrip()


@compiled
def deeds(order: Array, places: Array, grid: Array, links: Array, waste: Words, drawn: int,
          steps: Array) -> Array:  # fmt: skip
    """What was done: a kind that joined, 48 for a turn, 64 + a kind played from the waste.

    Repeats the search, so as to know which promises were open when one was redeemed.
    """
    done, count = np.zeros(DEEDS, np.int64), 0
    pending, first, last = np.zeros(DEEDS, np.int64), 0, 0
    before = np.zeros(48, np.int8)
    for number in range(len(steps)):
        deed, plays = steps[number] % PLAY, steps[number] // PLAY
        if number > 0:
            if deed == TURN_STEP:
                for _ in range(min(3, len(order) - drawn)):
                    flip(waste, drawn)
                    drawn += 1
            else:
                if deed == PROMISE_STEP:
                    deed = pending[first]
                    first += 1
                else:
                    links[deed - 1] += 1
                grid[order[drawn]] += 1
                drawn += 1
            done[count] = deed
            count += 1
        while True:
            top = top_place(waste, drawn)
            lying = waste.copy()
            played = settle(order, top, drawn, places, grid, links, waste)[1]
            for _ in range(played):
                done[count] = PLAY + order[top]
                count += 1
                top = top_place(lying, top)
            before[:] = links
            promise(drawn, places, grid, links, waste)
            for kind in range(1, 48):
                for _ in range(links[kind - 1] - before[kind - 1]):
                    pending[last] = kind
                    last += 1
            plays -= played
            if plays == 0:
                break
            top = top_place(waste, drawn)
            play_waste(order[top], top, grid, links, waste)
            done[count] = PLAY + order[top]
            count += 1
            plays -= 1
    return done[:count]


def moves_of(position: GripPosition, start: Coded, steps: tuple[int, ...]) -> tuple[Move, ...]:
    """The legal moves from ``position`` that the steps of a search stand for."""
    line: list[Move] = []
    found = deeds(
        start.order, start.places, start.grid(), start.links.copy(), start.waste(), start.turned,
        np.array(steps, np.int64),
    )  # fmt: skip
    for deed in found:
        move = _move(position, int(deed))
        position = _GAME.play(position, move)
        line.append(move)
    return (*line, *_GAME.tidy(position)) if _GAME.tidies_itself(position) else tuple(line)


def _move(position: GripPosition, deed: int) -> Move:
    """A deed as a move; of equal piles the first in the order of places is taken."""
    if deed == TURN_STEP:
        return TURN
    card = CARDS[deed % PLAY]
    onto = below(card)
    target = next(
        place
        for place, pile in zip(PLACES, position.piles, strict=True)
        if pile and pile[-1] == onto
    )
    if deed >= PLAY:
        return _GAME.parse("w" + target)
    source = next(
        place
        for place, pile in zip(PLACES, position.piles, strict=True)
        if pile and pile[0] == card
    )
    return _GAME.parse(source + target)
