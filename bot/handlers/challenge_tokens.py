"""Tokens of what is pressed about challenges: ``vs.<action>.<number or game>``."""

from __future__ import annotations

from bot import tokens
from bot.replies import Button, Style

PAGE = "vs"
PLAY, NO, LOOK, NEW = "play", "no", "look", "new"
CLOSE, END, AGAIN = "close", "end", "again"
"""Asking whether to end one at once, doing so, and a new deal for the same people."""


def button(label: str, action: str, about: str | int, style: Style = Style.PLAIN) -> Button:
    """A button that does ``action`` about a challenge, by number, or a game."""
    named = tokens.base36(about) if isinstance(about, int) else about
    return Button(label, tokens.encode(tokens.OnPage(PAGE, (action, named))), style)
