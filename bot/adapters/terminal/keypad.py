"""The buttons under a board: clicked, walked over with the arrow keys, or pressed by one sign."""

from __future__ import annotations

from textual.binding import Binding
from textual.content import Content
from textual.events import Click, Key, Leave, MouseMove
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from bot.adapters.terminal import ink
from bot.adapters.terminal.accelerators import accelerators
from bot.adapters.terminal.spots import Spot, lines, spots, walked
from bot.replies import Button, Rows, Style

_INK = {
    Style.PLAIN: "underline",
    Style.PRIMARY: "bold underline ansi_cyan",
    Style.SUCCESS: "bold underline ansi_green",
    Style.DISABLED: "dim",
}
"""How loud a button is; each differs from the others without colours as well."""


class Keypad(Widget, can_focus=True):
    """Rows of buttons as the core sets them, drawn as one: a board has up to fifty."""

    FOCUS_ON_CLICK = False  # what is typed after a click is still meant for the input line
    BINDINGS = [  # noqa: RUF012 - Textual's own way of declaring them
        Binding("up", "walk(-1, 0)", show=False),
        Binding("down", "walk(1, 0)", show=False),
        Binding("left", "walk(0, -1)", show=False),
        Binding("right", "walk(0, 1)", show=False),
        Binding("enter,space", "press", show=False),
    ]

    class Pressed(Message):
        """Somebody presses ``button``."""

        def __init__(self, button: Button) -> None:
            """Keep the button."""
            super().__init__()
            self.button = button

    def __init__(self) -> None:
        """No buttons yet."""
        super().__init__(id="keys")
        self._rows: Rows = ()
        self._signs: dict[int, str] = {}
        self._at = 0
        self._under_mouse: int | None = None

    def show(self, rows: Rows, back: Button | None = None) -> None:
        """Put these buttons there, ``back`` among them; where arrow keys have come to stays."""
        resized = lines(rows, self.size.width) != lines(self._rows, self.size.width)
        self._rows = rows
        self._signs = accelerators(rows, back)
        self._at = max(0, min(self._at, len(self.buttons) - 1))
        self.refresh(layout=resized)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons in reading order."""
        return tuple(button for row in self._rows for button in row)

    def signed(self, sign: str) -> Button | None:
        """The button with this sign before its label."""
        said = sign.casefold()
        found = (number for number, each in self._signs.items() if each == said)
        return next((self.buttons[number] for number in found), None)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where they stand, on the columns there are."""
        return spots(self._rows, self.size.width)

    @property
    def at(self) -> int:
        """The button that Enter presses."""
        return self._at

    # Drawing

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that all rows take on so many columns."""
        return lines(self._rows, width)

    def render(self) -> Content:
        """The rows under each other."""
        drawn: dict[int, Content] = {}
        for spot in self.spots:
            before = drawn.get(spot.y, Content())
            gap = Content(" " * (spot.x - before.cell_length))
            drawn[spot.y] = Content.assemble(before, gap, self._cell(spot))
        return Content("\n").join(drawn.values())

    def _cell(self, spot: Spot) -> Content:
        button = self.buttons[spot.number]
        label = ink.cards(button.label).stylize_before(_INK[button.style])
        sign = self._signs.get(spot.number)
        if sign is not None:
            label = Content.assemble((f"{sign} ", "dim"), label)
        label = label.truncate(spot.width, ellipsis=True)
        here = self.has_focus and spot.number == self._at
        if here or spot.number == self._under_mouse:
            label = label.stylize("reverse")
        return label.pad_right(max(0, spot.width - label.cell_length))

    # Pressing

    def on_key(self, event: Key) -> None:
        """A sign presses its button."""
        button = self.signed(event.character or "")
        if button is not None:
            event.stop()
            self._at = self.buttons.index(button)
            self.action_press()

    def action_press(self) -> None:
        """Press the button where the arrow keys have come to."""
        if self.buttons:
            self.refresh()
            self.post_message(self.Pressed(self.buttons[self._at]))

    def action_walk(self, down: int, right: int) -> None:
        """Go to the next button that way."""
        if self.buttons:
            placed = self.spots
            self._at = walked(placed, self._at, down, right)
            spot = placed[self._at]
            self.scroll_to_region(Region(spot.x, spot.y, spot.width, 1), animate=False)
            self.refresh()

    def on_click(self, event: Click) -> None:
        """Press what is under the mouse."""
        number = self._number_at(event.x, event.y)
        if number is not None:
            event.stop()
            self._at = number
            self.action_press()

    def on_mouse_move(self, event: MouseMove) -> None:
        """Light up what a click would press."""
        self._light(self._number_at(event.x, event.y))

    def on_leave(self, event: Leave) -> None:
        """Nothing is under the mouse."""
        del event
        self._light(None)

    def _light(self, number: int | None) -> None:
        if number != self._under_mouse:
            self._under_mouse = number
            self.refresh()

    def _number_at(self, x: int, y: int) -> int | None:
        return next((spot.number for spot in self.spots if spot.holds(x, y)), None)
