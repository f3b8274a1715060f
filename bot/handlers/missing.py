"""What to say when there is nothing to act on."""

from __future__ import annotations

from bot import tokens
from bot.boards import say
from bot.replies import Button, Reply, Rows
from bot.scene import Scene
from bot.titles import TITLES


def game_buttons() -> Rows:
    """A button for each game: it starts one, or goes on with the one that runs."""
    return tuple(
        (Button(title, tokens.encode(tokens.OnPage("play", (key,)))),)
        for key, title in TITLES.items()
    )


def no_game(scene: Scene) -> Reply:
    """No game runs here: offer the three."""
    return say(scene.t("No game is running here. Which one shall it be?"), rows=game_buttons())


def unknown_button(scene: Scene) -> Reply:
    """A token that no button of this version carries."""
    return say(scene.t("I don't know that button any more."), rows=game_buttons(), private=True)
