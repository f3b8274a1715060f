"""Moves to choose from while a message is still being typed."""

from __future__ import annotations

from dataclasses import dataclass

from bot.reading.words import fold
from bot.render import named_move
from bot.scene import Scene


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move as ``typed`` and in ``words``."""

    typed: str
    words: str


def suggestions(scene: Scene, begun: str, most: int) -> tuple[Suggestion, ...]:
    """At most ``most`` legal moves of the current game that what was ``begun`` may lead to.

    Swaps, of which there are hundreds, are named only once a pile of theirs is.
    """
    at_hand = scene.current
    if at_hand is None or not at_hand.open:
        return ()
    table, wanted = at_hand.table, fold(begun).split()
    found: list[Suggestion] = []
    for move in (*table.moves, *(table.swaps if wanted else ())):
        words = named_move(move, table, scene.look)
        said = f"{move.code} {fold(words)}"
        if all(word in said for word in wanted):
            found.append(Suggestion(move.code, words))
            if len(found) == most:
                break
    return tuple(found)
