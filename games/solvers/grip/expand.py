"""The steps of the search: joins with their refill and turns, with all waste plays that follow.

A join's only use is its refill: the joined piles show the same open card and one bottom less. So
a step is a join or a turn, and waste plays come between, by themselves or by choice. Once the
stock is gone there are no steps: a join would only leave a hole.
All rules here are guarded by test_the_search_agrees_with_brute_force.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from games.solvers.compiled import compiled
from games.solvers.grip.bounds import survey, too_late
from games.solvers.grip.coding import GRID, KINDS, LINKS, ORDER, STATE, Array
from games.solvers.grip.layers import WORST, Birth, Layer, insert, trim
from games.solvers.grip.state import (
    copy_state,
    flip,
    pack,
    play_waste,
    playable,
    promise,
    promised,
    settle,
    top_place,
    unpack,
)

TURN_STEP, PROMISE_STEP = 48, 0
PLAY = 64
"""A step is the kind that joined, 0 for a promise redeemed, 48 for a turn; + 64 a waste play."""


class Rules(NamedTuple):
    """Whether only wins are sought, how many states a layer keeps, and how they are marked.

    ``weights`` (5,): constant, a waste card that may leave, one that can't, a card drawn until
    the lowest that may leave can, a join that is open.
    """

    winning: bool
    width: int
    weights: Array


class Around(NamedTuple):
    """The layer at work, those that a join and a turn lead to, and the history of all states."""

    here: Layer
    joined: Layer
    turned: Layer
    parents: Array
    steps: Array


class Part(NamedTuple):
    """States ``low`` … ``high - 1`` of a layer; ``first`` of it is the layer's first in history."""

    drawn: int
    low: int
    high: int
    first: int


@compiled
def mark(deal: Array, rules: Rules, state: Array, drawn: int) -> int:
    """How bad a state is; -1 when no win can follow and only wins are sought."""
    held, stuck, last = survey(deal, state, drawn)
    if drawn == (len(deal) - ORDER):
        return held + stuck if held + stuck == 0 or not rules.winning else -1
    if rules.winning and (stuck > 0 or too_late(deal, state, drawn)):
        return -1
    joins = promised(state)
    for kind in range(48):
        if kind % 4 != 0:
            free = state[GRID + kind - 1] - state[LINKS + kind - 1]
            joins += min(free, state[GRID + kind] - state[LINKS + kind - 1])
    weights = rules.weights
    total = weights[0] + weights[1] * held + weights[2] * stuck + weights[3] * (last - drawn)
    return int(max(0, min(WORST, total - weights[4] * min(joins, 12))))


@compiled
def settle_into(deal: Array, rules: Rules, state: Array, layer: Layer, birth: Birth) -> bool:
    """Put a state and what its waste plays lead to into its layer; whether that was trimmed.

    Plays that are not safe are a choice: the state is kept before and after each.
    """
    trimmed = False
    drawn, step = birth.drawn, birth.step
    top = top_place(state, drawn)
    while True:
        top, played = settle(deal, state, top)
        step += PLAY * played
        promise(deal, state, drawn)
        worth = mark(deal, rules, state, drawn)
        if worth >= 0:
            if layer.size[0] == len(layer.words):
                trim(layer, rules.width)
                trimmed = True
            pack(state)
            insert(layer, state, worth, Birth(drawn, birth.parent, step))
        if not playable(deal, state, top):
            return trimmed
        top = play_waste(deal, state, top)
        step += PLAY


@compiled
def packet(deal: Array, rules: Rules, drawn: int) -> int:
    """How many cards a turn brings, 0 when it isn't worth looking at.

    A base that is turned stays in the waste for ever, so in a win each comes as a refill.
    """
    count = min(3, (len(deal) - ORDER) - drawn)
    for place in range(drawn, drawn + count):
        if rules.winning and deal[ORDER + place] % 4 == 0:
            return 0
    return count


@compiled
def worth_joining(state: Array, kind: int, pending: bool) -> bool:
    """Whether to join a pile of this bottom, or to redeem a promise, which kind 0 stands for.

    While a promise is pending no other join is tried. In any line the other join may change
    places with the redeeming that comes later: till then its two piles lie as they are, and who
    would play onto the other predecessor finds it, as there.
    """
    if pending or kind % 4 == 0:
        return pending and kind == PROMISE_STEP
    free = state[GRID + kind - 1] - state[LINKS + kind - 1]
    return bool(free > 0 and state[GRID + kind] > state[LINKS + kind - 1])


@compiled
def expand(deal: Array, rules: Rules, around: Around, part: Part) -> bool:
    """Take every step from a part of a layer; whether a layer was trimmed on the way."""
    trimmed = False
    state, child = np.zeros(STATE, np.int64), np.zeros(STATE, np.int64)
    drawn = part.drawn
    turned = packet(deal, rules, drawn)
    for index in range(part.low, part.high):
        parent = part.first + index
        around.parents[parent] = around.here.parents[index]
        around.steps[parent] = around.here.steps[index]
        unpack(deal, around.here.words[index], drawn, state)
        if turned > 0:
            copy_state(state, child)
            for place in range(drawn, drawn + turned):
                flip(child, place)
            birth = Birth(drawn + turned, parent, TURN_STEP)
            trimmed |= settle_into(deal, rules, child, around.turned, birth)
        pending = promised(state) > 0
        for kind in range(KINDS):
            if not worth_joining(state, kind, pending):
                continue
            copy_state(state, child)
            if kind != PROMISE_STEP:
                child[LINKS + kind - 1] += 1
            child[GRID + deal[ORDER + drawn]] += 1
            birth = Birth(drawn + 1, parent, kind)
            trimmed |= settle_into(deal, rules, child, around.joined, birth)
    return trimmed
