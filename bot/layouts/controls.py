"""The keys beside the cards: undo, menu and what follows a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.layouts.keys import Key, KeyRows
from bot.look import Look
from bot.replies import Style
from games.game import Outcome

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Controls:
    """What a board's keys must know beyond the Table.

    ``auto_on`` is the player's setting. ``outcome`` is the session's, so that a counted-up or
    resigned game shows the keys of a lost one.
    """

    can_undo: bool = False
    can_redo: bool = False
    auto_on: bool = False
    can_finish: bool = False
    can_tidy: bool = False
    may_count_up: bool = False
    outcome: Outcome = Outcome.PLAYING


def in_rows(keys: Sequence[T], count: int) -> tuple[tuple[T, ...], ...]:
    """Keys or buttons in rows of ``count``, the last one shorter."""
    return tuple(tuple(keys[start : start + count]) for start in range(0, len(keys), count))


def available(label: str, action: str, may: bool, style: Style = Style.PLAIN) -> Key:
    """A key that stays in its place, grey, while it can't be used."""
    return Key(label, action, style if may else Style.DISABLED)


def undo_key(look: Look, controls: Controls) -> Key:
    """One action back."""
    return available(look.t("Undo"), "undo", controls.can_undo)


def hint_key(look: Look) -> Key:
    """A fair hint."""
    return Key(look.t("Hint"), "hint")


def auto_key(look: Look, controls: Controls) -> Key:
    """The safe moves once; the whole way home where nothing else is left to do."""
    if controls.can_finish:
        return Key(look.t("Finish"), "finish", Style.SUCCESS)
    return Key(look.t("Auto"), "auto")


def menu_key(look: Look) -> Key:
    """The second page."""
    return Key(look.t("Menu"), "menu")


def back_key(look: Look) -> Key:
    """To the board, nothing done."""
    return Key(look.t("Back"), "board")


def count_key(look: Look) -> Key:
    """End the game with the score it has."""
    return Key(look.t("Count up"), "count")


def ended_keys(look: Look, controls: Controls) -> KeyRows:
    """What can be done with a game that is over."""
    t = look.t
    new, again = Key(t("New game"), "new", Style.SUCCESS), Key(t("Same deal"), "again")
    replay = Key(t("Replay"), "replay")
    if controls.outcome is Outcome.WON:
        return ((new, again), (Key(t("Share"), "share"), replay))
    review = Key(t("Review"), "review")
    return ((undo_key(look, controls), review), (new, again, replay))


def menu_keys(look: Look, controls: Controls) -> KeyRows:
    """The second page of a running game."""
    t = look.t
    auto = t("Auto: on") if controls.auto_on else t("Auto: off")
    ending = [
        Key(t("Check"), "check"),
        Key(t("Restart"), "restart"),
        Key(t("Resign"), "resign"),
    ]
    if controls.may_count_up:
        ending.append(count_key(look))
    return (
        (
            available(t("Redo"), "redo", controls.can_redo),
            Key(auto, "autotoggle"),
            available(t("Finish"), "finish", controls.can_finish, Style.SUCCESS),
        ),
        tuple(ending),
        (Key(t("Theme"), "theme"), Key(t("Rules"), "rules"), Key(t("Share"), "share")),
        (back_key(look),),
    )
