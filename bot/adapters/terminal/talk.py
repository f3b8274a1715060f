"""The conversation: what was said and answered, the newest at the end."""

from __future__ import annotations

from collections import deque

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

_MOST = 300
"""Sayings kept to scroll back to."""


class Talk(VerticalScroll):
    """A log that stays at its end until somebody scrolls back."""

    def __init__(self) -> None:
        """Nothing was said yet."""
        self._text = Static()
        self._lines = deque[Content](maxlen=_MOST)
        super().__init__(self._text, id="talk")

    def on_mount(self) -> None:
        """Follow the newest line."""
        self.anchor()

    @property
    def lines(self) -> tuple[str, ...]:
        """What was said, the oldest first."""
        return tuple(line.plain for line in self._lines)

    def say(self, line: Content) -> None:
        """Add what the player said or pressed, and go to the end: they wait for the answer."""
        self.add(Content(""), Content.assemble(("> ", "bold"), line).stylize("dim"))
        self.anchor()

    def add(self, *lines: Content) -> None:
        """Add lines of an answer."""
        self._lines.extend(lines)
        self._text.update(Content("\n").join(self._lines))
