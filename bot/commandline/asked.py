"""What the arguments of a command ask for."""

from __future__ import annotations

from typing import Any

from bot.titles import find_game
from games.catalogue import GAMES, find
from games.game import Game


class Misused(Exception):
    """Wrong usage of a command; ``str`` is the line that says so."""


def game_named(name: str) -> Game[Any]:
    """The game as people call it; raises Misused."""
    key, rest = find_game(name.split())
    if key is None or rest:
        known = ", ".join(game.key for game in GAMES)
        raise Misused(f"no such game: {name[:40]}; there are {known}")
    return find(key)
