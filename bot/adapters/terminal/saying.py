"""The line that moves and commands are typed in, with what was typed before."""

from __future__ import annotations

from textual.binding import Binding
from textual.widgets import Input


class Saying(Input):
    """An input line; the arrows up and down bring back earlier lines."""

    BINDINGS = [  # noqa: RUF012 - Textual's own way of declaring them
        Binding("up", "earlier(-1)", show=False),
        Binding("down", "earlier(1)", show=False),
    ]

    def __init__(self) -> None:
        """An empty line and no earlier ones."""
        super().__init__(id="saying", compact=True, select_on_focus=False)
        self._earlier: list[str] = []
        self._at = 0

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Leave a question mark that begins a line to the application: it asks for help."""
        asks = character == "?" and not self.value
        return not asks and super().check_consume_key(key, character)

    def take(self) -> str:
        """What stands in the line; it is empty then."""
        said = self.value.strip()
        if said and self._earlier[-1:] != [said]:
            self._earlier.append(said)
        self._at = len(self._earlier)
        self.value = ""
        return said

    def action_earlier(self, step: int) -> None:
        """Go back or on among the lines typed before; beyond the last one the line is empty."""
        self._at = max(0, min(self._at + step, len(self._earlier)))
        lines = [*self._earlier, ""]
        self.value = lines[self._at]
        self.cursor_position = len(self.value)
