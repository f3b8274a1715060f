"""The games there are. To add one, write its file here and name it in ``GAMES``."""

from __future__ import annotations

from typing import Any

from games.catalogue.bakers_game import BakersGame
from games.catalogue.calculation import Calculation
from games.catalogue.devils_grip import DevilsGrip
from games.game import Game

GAMES: tuple[Game[Any], ...] = (BakersGame(), Calculation(), DevilsGrip())

_BY_KEY = {game.key: game for game in GAMES}


def find(key: str) -> Game[Any]:
    """The game of that key; raises KeyError when there is none."""
    return _BY_KEY[key]
