"""From the steps of a search back to moves of the game."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from games.catalogue.devils_grip import PLACES, TURN, DevilsGrip, GripPosition, below
from games.moves import Move
from games.solvers.compiled import compiled
from games.solvers.grip.coding import CARDS, GRID, KINDS, LINKS, ORDER, Array, coded, state_of
from games.solvers.grip.expand import PLAY, PROMISE_STEP, TURN_STEP
from games.solvers.grip.state import flip, play_waste, playable, promise, safe, top_place

DEEDS = 200
"""No game has more: 72 joins and waste plays, 24 turns."""

_GAME = DevilsGrip()


class Trace(NamedTuple):
    """What was done, and the kinds whose promises were made: both (DEEDS,), counted by ``ends``.

    A deed is the kind that joined, 48 for a turn, 64 + a kind played from the waste. ``ends``
    (3,): deeds done, promises redeemed, promises made.
    """

    done: Array
    promises: Array
    ends: Array


@compiled
def note(trace: Trace, deed: int) -> None:
    """One deed more."""
    trace.done[trace.ends[0]] = deed
    trace.ends[0] += 1


@compiled
def draw(deal: Array, state: Array, drawn: int, step: int, trace: Trace) -> int:
    """Repeat a join or a turn; returns how many cards are drawn then."""
    if step == TURN_STEP:
        note(trace, TURN_STEP)
        after = min(drawn + 3, (len(deal) - ORDER))
        for place in range(drawn, after):
            flip(state, place)
        return after
    if step == PROMISE_STEP:
        note(trace, trace.promises[trace.ends[1]])
        trace.ends[1] += 1
    else:
        note(trace, step)
        state[LINKS + step - 1] += 1
    state[GRID + deal[ORDER + drawn]] += 1
    return drawn + 1


@compiled
def play(deal: Array, state: Array, drawn: int, plays: int, trace: Trace) -> None:
    """Repeat so many plays from the waste, and see which promises come with them."""
    before = np.zeros(KINDS, np.int64)
    top = top_place(state, drawn)
    while True:
        while plays > 0 and playable(deal, state, top) and safe(deal, state, top):
            note(trace, PLAY + deal[ORDER + top])
            top = play_waste(deal, state, top)
            plays -= 1
        for kind in range(KINDS):
            before[kind] = state[LINKS + kind]
        promise(deal, state, drawn)
        for kind in range(1, KINDS):
            for _ in range(state[LINKS + kind - 1] - before[kind - 1]):
                trace.promises[trace.ends[2]] = kind
                trace.ends[2] += 1
        if plays == 0:
            return
        note(trace, PLAY + deal[ORDER + top])
        top = play_waste(deal, state, top)
        plays -= 1


@compiled
def retrace(deal: Array, state: Array, drawn: int, steps: Array, trace: Trace) -> None:
    """Repeat the search's steps; the first of them stands for the plays at the start alone."""
    for number in range(len(steps)):
        if number > 0:
            drawn = draw(deal, state, drawn, steps[number] % PLAY, trace)
        play(deal, state, drawn, steps[number] // PLAY, trace)


def moves_of(position: GripPosition, steps: tuple[int, ...]) -> tuple[Move, ...]:
    """The legal moves from ``position`` that the steps of a search stand for, and the tidy-up."""
    trace = Trace(np.zeros(DEEDS, np.int64), np.zeros(DEEDS, np.int64), np.zeros(3, np.int64))
    deal, state, drawn = coded(position), state_of(position), len(position.waste)
    retrace(deal, state, drawn, np.array(steps, np.int64), trace)
    line: list[Move] = []
    for deed in trace.done[: trace.ends[0]]:
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
