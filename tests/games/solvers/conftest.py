"""Solvers as a warm process has them: no limit is spent on compiling."""

import pytest

from games.catalogue import GAMES
from games.solvers import ready


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Compile every kernel before the first test."""
    for game in GAMES:
        ready(game.key)
