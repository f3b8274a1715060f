"""What the keys under a board do: the action of a token, and who does it.

To add one, write its handler and add a line to a table here; a layout gives it a key.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from bot.boards import menu_reply, over_reply
from bot.handlers import (
    assists,
    helping,
    hints,
    history,
    keeping,
    reviewing,
    seating,
    settings,
    starting,
    turns,
)
from bot.handlers.missing import unknown_button
from bot.replies import Reply
from bot.scene import Scene
from bot.sessions import AtHand


def asks_first(word: str) -> bool:
    """Whether the action asks before it takes something away."""
    return word in _ASKED_FIRST


async def act(scene: Scene, at_hand: AtHand, action: str, *, yes: bool) -> Reply:
    """What a key under the board does; ``yes`` tells that its question was answered so."""
    word, *arguments = action.split(".")
    if yes and word not in _ASKED_FIRST:
        return unknown_button(scene)
    if word in ("m", "x", "p", "q"):
        if at_hand.open:
            return await turns.pressed(scene, at_hand, action)
        return over_reply(scene, at_hand)
    if word == "replay":
        step = arguments[0] if arguments else ""
        return await keeping.replay(scene, at_hand, int(step) if step.isdigit() else 0)
    if word == "back":
        step = arguments[0] if arguments else ""
        return await reviewing.go_back(scene, at_hand, int(step[:6]) if step.isdigit() else 0)
    if word in _ASKED_FIRST:
        return await _ASKED_FIRST[word](scene, at_hand, yes=yes)
    if word in _AT_ONCE:
        return await _AT_ONCE[word](scene, at_hand)
    return unknown_button(scene)


async def _toggle_auto(scene: Scene, at_hand: AtHand) -> Reply:
    on = scene.player is not None and scene.player.auto
    await settings.change(scene, "auto", "off" if on else "on")
    return menu_reply(scene, at_hand)


async def _new(scene: Scene, at_hand: AtHand) -> Reply:
    return await starting.new_random(scene, at_hand.row.game)


async def _go_on(scene: Scene, at_hand: AtHand) -> Reply:
    return await seating.go_on(scene, at_hand.row)


async def _menu(scene: Scene, at_hand: AtHand) -> Reply:
    return menu_reply(scene, at_hand)


async def _theme(scene: Scene, at_hand: AtHand) -> Reply:
    del at_hand
    return await settings.theme_command(scene, "")


async def _rules(scene: Scene, at_hand: AtHand) -> Reply:
    return helping.rules(scene, at_hand.row.game)


async def _share(scene: Scene, at_hand: AtHand) -> Reply:
    return await keeping.share(scene, at_hand)


class _Asking(Protocol):
    """An action that asks before it takes something away."""

    def __call__(self, scene: Scene, at_hand: AtHand, *, yes: bool) -> Awaitable[Reply]:
        """Act, or ask."""


_ASKED_FIRST: dict[str, _Asking] = {
    "undo": history.undo,
    "hint": hints.hint,
    "check": hints.check,
    "practice": hints.practice,
    "restart": history.restart,
    "again": history.restart,
    "resign": history.resign,
}
_AT_ONCE: dict[str, Callable[[Scene, AtHand], Awaitable[Reply]]] = {
    "board": _go_on,
    "no": history.no,
    "keep": starting.keep_running,
    "start": starting.start_offered,
    "new": _new,
    "menu": _menu,
    "redo": history.redo,
    "review": reviewing.review,
    "count": history.count_up,
    "auto": assists.auto,
    "finish": assists.finish,
    "tidy": assists.tidy,
    "autotoggle": _toggle_auto,
    "theme": _theme,
    "rules": _rules,
    "share": _share,
}
