"""A first game of each kind, told move by move.

A guided game is an ordinary one of a fixed deal, as practice, that runs beside the others. What is
told next follows from its position alone: undo, another platform or a restart of the program lose
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from bot.i18n import N_, Texts
from bot.layouts import KeyRows, Play, is_on_table, press
from bot.look import Look
from bot.render.places import BAKERS, CALCULATION, GRIP
from bot.sessions import AtHand
from games.catalogue import find
from games.deals import lay_out
from games.table import Table
from storage.records import GameRow, NewGame


@dataclass(frozen=True, slots=True)
class Step:
    """A move's code, and why it is a good one."""

    code: str
    why: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """A deal, and moves from its start that show what can be done; it can be won after them."""

    deal: str
    steps: tuple[Step, ...]


_TURN = N_("Turn the next card.")

LESSONS = {
    BAKERS: Lesson(
        "guide-7",
        (
            Step(
                "4h",
                N_(
                    "All cards lie open. Each suit goes home from its ace up to its king, and one "
                    "ace is free: the last card of column 4."
                ),
            ),
            Step(
                "3a",
                N_(
                    "In column 3 the 2 of hearts lies on its ace. Any card may wait in one of the "
                    "four cells; put the 2 there."
                ),
            ),
            Step("3h", N_("Now the ace is free.")),
            Step("ah", N_("And the 2 follows it out of its cell.")),
            Step(
                "73",
                N_(
                    "In the columns a card goes onto the next higher one of its own suit: the 4 of "
                    "hearts onto the 5. That frees what lies under it."
                ),
            ),
            Step("7h", N_("The ace of diamonds, for one.")),
            Step("7h", N_("Then the 3 of hearts: home wants it next.")),
            Step("3h", N_("The 4 follows from the 5 that it waited on.")),
            Step("3h", N_("And the 5 itself.")),
        ),
    ),
    CALCULATION: Lesson(
        "guide-4",
        (
            Step(
                "d",
                N_(
                    "Four foundations start with an ace, a 2, a 3 and a 4, and go up in steps of "
                    "one, two, three and four; suits don't matter. Turn the first card."
                ),
            ),
            Step("f1", N_("F1 goes up one by one: after its ace it wants this 2.")),
            Step("d", _TURN),
            Step(
                "w1",
                N_(
                    "No foundation wants a 9 now. It waits on a waste pile: only the top card of "
                    "each comes free, so mind what you cover."
                ),
            ),
            Step("d", _TURN),
            Step("w4", N_("Kings are wanted last of all. Give them a pile of their own.")),
            Step("d", _TURN),
            Step("f4", N_("F4 goes up by four: after its 4 comes this 8.")),
            Step("d", _TURN),
            Step("f3", N_("F3 goes up by three: 3, and now 6.")),
            Step("d", _TURN),
            Step(
                "w1f3",
                N_(
                    "Now F3 wants a 9, and one waits on W1. The top of a waste pile may go up at "
                    "any moment, whatever you have in hand."
                ),
            ),
        ),
    ),
    GRIP: Lesson(
        "easy1-guide",
        (
            Step(
                "d",
                N_(
                    "Build 24 piles of four in one suit, by steps of three: 2-5-8-J, 3-6-9-Q, "
                    "4-7-10-K. Three cards at a time come from the stock; turn them."
                ),
            ),
            Step(
                "c4a4",
                N_(
                    "A pile joins one whose top is three lower in its suit: the queen of hearts "
                    "onto the 9. The stock fills the place that it leaves."
                ),
            ),
            Step(
                "wc4",
                N_(
                    "It brought a 3 of hearts, and the top of the waste is the 6. Waste cards join "
                    "in the same way."
                ),
            ),
            Step("a1c1", N_("The 5 of hearts goes onto the 2.")),
            Step(
                "a1=c1",
                N_(
                    "That pile belongs into the top row, where 2-5-8-J are collected. Any two "
                    "piles may change places, at any time."
                ),
            ),
        ),
    ),
}


def guided(at_hand: AtHand) -> Lesson | None:
    """The lesson that a game follows, if it is a guided one."""
    return LESSONS[at_hand.row.game] if is_guided(at_hand.row) else None


def is_guided(row: GameRow | NewGame) -> bool:
    """Whether a game follows the lesson of its kind."""
    lesson = LESSONS.get(row.game)
    return lesson is not None and row.practice and row.deal == lesson.deal


def went_beyond(row: GameRow) -> bool:
    """Whether a guided game was played on after its lesson."""
    return row.moves > len(LESSONS[row.game].steps)


def coach(at_hand: AtHand, look: Look, keys: KeyRows) -> tuple[str, ...]:
    """What a guided game says under its board: the next move, why, and the key that plays it.

    Nothing in other games, and nothing once the player goes their own way.
    """
    lesson = guided(at_hand)
    if lesson is None or not at_hand.open:
        return ()
    t, path = look.t, _path(at_hand.row.game)
    at = path.get(at_hand.session.position)
    if at is None:
        last = at_hand.session.actions[-1:]  # with the card that came up by itself
        before = (step.before for action in last for step in action)
        left = any(path.get(position, len(lesson.steps)) < len(lesson.steps) for position in before)
        return (t("You left the guided moves. Play on, or “undo” to go back to them."),) * left
    if at == len(lesson.steps):
        return (
            t(
                "That is all there is to it. Play on: this is practice, and “hint” tells what it "
                "would do. “play” starts a game that counts."
            ),
        )
    step = lesson.steps[at]
    return t(step.why), _how(t, at_hand.table, step.code, keys, look)


def _how(t: Texts, table: Table, code: str, keys: KeyRows, look: Look) -> str:
    label = _label(table, code, keys, look)
    # In Baker's Game “4h” may be the 4 of hearts as well.
    typed = f"={code}" if table.game == BAKERS and code.endswith("h") else code
    if label is None:
        return t("Type “{code}”.", code=typed)
    return t("Press “{label}” or type “{code}”.", label=label, code=typed)


def _label(table: Table, code: str, keys: KeyRows, look: Look) -> str | None:
    """The label of the key that plays the move at once."""
    for row in keys:
        for key in row:
            if is_on_table(key.action):
                match press(table, key.action, look):
                    case Play((move,)) if move.code == code:
                        return key.label
    return None


@cache
def _path(key: str) -> dict[Any, int]:
    """The positions of a lesson, and how many of its steps lead to each."""
    game, lesson = find(key), LESSONS[key]
    moves = [game.parse(step.code) for step in lesson.steps]
    positions = game.along(game.deal(lay_out(game, lesson.deal)), moves)
    return {position: count for count, position in enumerate(positions)}
