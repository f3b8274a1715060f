"""The line that moves and commands are typed in, with what was typed before."""

from __future__ import annotations

from textual.binding import Binding
from textual.events import Key
from textual.message import Message
from textual.widgets import Input


class Saying(Input):
    """An input line; the arrows up and down bring back earlier lines."""

    BINDINGS = [  # noqa: RUF012 - Textual's own way of declaring them
        Binding("up", "earlier(-1)", show=False),
        Binding("down", "earlier(1)", show=False),
    ]

    class Said(Message):
        """Somebody sends ``line``."""

        def __init__(self, line: str) -> None:
            """Keep the line."""
            super().__init__()
            self.line = line

    def __init__(self) -> None:
        """An empty line and no earlier ones."""
        super().__init__(id="saying", compact=True, select_on_focus=False)
        self._earlier: list[str] = []
        self._at = 0

    async def on_key(self, event: Key) -> None:
        """Do what a key means at once; a question mark that begins a line asks for help."""
        # Textual would look up bindings only after the event has gone up to the application, when
        # keys that came behind it may be in the line already.
        if event.character == "?" and not self.value:
            self.post_message(self.Said("?"))
        elif not event.is_printable and (found := self._bindings.key_to_bindings.get(event.key)):
            await self.app.run_action(found[0].action, self)
        else:
            return
        event.stop()
        event.prevent_default()

    async def action_submit(self) -> None:
        """Send the line as it stands at Enter, and empty it for the keys that follow."""
        said = self.value.strip()
        if said and self._earlier[-1:] != [said]:
            self._earlier.append(said)
        self._at = len(self._earlier)
        self.value = ""
        self.post_message(self.Said(said))

    def action_earlier(self, step: int) -> None:
        """Go back or on among the lines typed before; beyond the last one the line is empty."""
        self._at = max(0, min(self._at + step, len(self._earlier)))
        lines = [*self._earlier, ""]
        self.value = lines[self._at]
        self.cursor_position = len(self.value)
