"""``patience play`` in a real terminal: board, buttons, conversation and an input line."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import structlog
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bot.adapters.asking import PATIENCE, Asking
from bot.adapters.console import QUIT, Seat, meant
from bot.adapters.terminal import ink
from bot.adapters.terminal.keypad import Keypad
from bot.adapters.terminal.saying import Saying
from bot.adapters.terminal.showing import Showing, after, is_local, told
from bot.adapters.terminal.talk import Talk
from bot.i18n import Texts, nearest, texts_in
from bot.replies import Button, Reply
from bot.requests import Request

log = structlog.get_logger(__name__)

Handle = Callable[[Request], Coroutine[Any, Any, Reply]]
"""The conversation's door."""


class TerminalApp(App[None]):
    """One player at one terminal.

    Requests are made in the order in which they were said, each once the one before is answered.
    Only one that waits for a solver lets the next ones pass: its answer comes later, and its
    buttons are left out if others were shown meanwhile.
    """

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "small"), (64, "wide")]  # noqa: RUF012 - as Textual declares it
    BINDINGS = [  # noqa: RUF012 - as above
        Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True),
        Binding("escape", "leave", show=False, priority=True),
        Binding("question_mark,f1", "help", show=False, priority=True),
        Binding("tab", "pane(1)", show=False, priority=True),
        Binding("shift+tab", "pane(-1)", show=False, priority=True),
        Binding("pageup", "scroll_talk(-1)", show=False),
        Binding("pagedown", "scroll_talk(1)", show=False),
    ]

    def __init__(
        self, handle: Handle, seat: Seat, first: Reply, patience: float = PATIENCE
    ) -> None:
        """Show ``first``; after ``patience`` seconds without an answer one is said to come."""
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self._handle = handle
        self._seat = seat
        self._first = first
        self._patience = patience
        self._t = texts_in(nearest(seat.actor.language))
        self._turn = asyncio.Lock()
        self._asked = 0
        self.showing = Showing()

    def compose(self) -> ComposeResult:
        """Board on the left, buttons and talk beside it, the input line beneath."""
        self._keypad, self._talk, self._saying = Keypad(), Talk(), Saying()
        self._head, self._board = Static(id="head"), Static(id="board")
        self._foot = Static(id="foot")
        self._pane = VerticalScroll(self._board, id="pane")
        yield self._head
        keys = VerticalScroll(self._keypad, id="pad", can_focus=False)
        yield Horizontal(self._pane, Vertical(keys, self._talk, id="side"), id="table")
        yield Horizontal(Static("> ", id="prompt"), self._saying, id="bottom")
        yield self._foot

    def on_mount(self) -> None:
        """Show where the player is."""
        self._saying.focus()
        self._show(self._first)

    @property
    def t(self) -> Texts:
        """Sentences in the player's language."""
        return self._t

    # What comes in

    @on(Saying.Said)
    def _said(self, said: Saying.Said) -> None:
        line = said.line
        if line.casefold() in QUIT:
            self.exit()
        elif (button := meant(line, self.showing.buttons)) is not None:
            self._press(button)
        elif not self.showing.takes_moves and (signed := self._keypad.signed(line)) is not None:
            self._press(signed)
        elif line:
            self._ask(self._seat.request(line), line)

    @on(Keypad.Pressed)
    def _pressed(self, pressed: Keypad.Pressed) -> None:
        self._press(pressed.button)

    def _press(self, button: Button) -> None:
        if is_local(button):
            self._put(self.showing.back())
            self.run_worker(self._left(button))
        else:
            self._ask(self._seat.press(button), button.label)

    def action_help(self) -> None:
        """The commands."""
        self._ask(self._seat.request("help"), "?")

    def action_leave(self) -> None:
        """Empty the line, else leave a page or a question, else go to the input line."""
        if self._saying.value:
            self._saying.value = ""
        elif (button := self.showing.way_back) is not None:
            self._press(button)
        elif self.showing.strayed:
            self._put(self.showing.back())
        else:
            self._saying.focus()

    def action_pane(self, step: int) -> None:
        """Go on to the buttons, the talk, the board, and round to the input line."""
        panes: list[Widget] = [self._saying, self._keypad, self._talk, self._pane]
        at = next((n for n, pane in enumerate(panes) if pane.has_focus), 0)
        for _ in panes:
            at = (at + step) % len(panes)
            if self._can_be_used(panes[at]):
                panes[at].focus()
                return

    def _can_be_used(self, pane: Widget) -> bool:
        if pane is self._keypad:
            return bool(self._keypad.buttons)
        return pane is self._saying or (pane.display and pane.allow_vertical_scroll)

    def action_scroll_talk(self, step: int) -> None:
        """Scroll the talk by a page."""
        if step < 0:
            self._talk.scroll_page_up(animate=False)
        else:
            self._talk.scroll_page_down(animate=False)

    # What comes of it

    def _ask(self, request: Request, said: str) -> None:
        self.run_worker(self._answer(request, said))

    async def _answer(self, request: Request, said: str) -> None:
        async with self._turn:
            self._asked += 1
            number = self._asked
            self._talk.say(ink.plain(said))
            asking = Asking(self._handle(request))
            loop = asyncio.get_running_loop()
            late = loop.call_later(self._patience, self._say_late, asking)
            asking.reply.add_done_callback(lambda _: late.cancel())
            try:
                await asking.may_be_passed()
            except asyncio.CancelledError:
                asking.reply.cancel()
                raise
            if asking.reply.done():
                self._show(asking.reply.result())
                return
        reply = await asking.reply
        overtaken = number != self._asked and reply.live is None
        self._show(replace(reply, rows=()) if overtaken else reply)

    async def _left(self, button: Button) -> None:
        # Any press ends a question that was asked there; what is answered to this one is no news.
        async with self._turn:
            await self._handle(self._seat.press(button))

    def _say_late(self, asking: Asking) -> None:
        self._talk.add(Content.styled(asking.moment(self.t), "dim"))

    def _show(self, reply: Reply) -> None:
        if reply.look is not None:
            self._t = reply.look.t
            self.screen.set_class(reply.look.spoken, "spoken")
        self._talk.add(*map(ink.line, told(reply)))
        self._put(after(self.showing, reply, self.t("Back")))

    def _put(self, showing: Showing) -> None:
        t, picture = self.t, showing.picture
        self.showing = showing
        self.screen.set_class(picture is None, "empty")
        title = picture.title if picture else t("Patience in chat")
        small = f"  {picture.small}" if picture and picture.small else ""
        _put(
            self._head,
            Content.assemble(ink.plain(title).stylize("bold"), ink.plain(small).stylize("dim")),
        )
        _put(self._board, ink.board(picture.board if picture else ""))
        self._saying.placeholder = t("a move, a command, or .1 for the first button")
        _put(self._foot, _keys_told(t))
        self._keypad.show(showing.rows, showing.way_back)

    def _handle_exception(self, error: Exception) -> None:
        # Textual's one hook for what nobody caught. It would print the whole traceback over the
        # terminal; the log has it, and a player needs the number that finds it there.
        number = secrets.token_hex(4)
        log.error("unexpected_error", error_id=number, exc_info=error)
        super()._handle_exception(error)
        sentence = self.t(
            "Something went wrong here; your game is as it was. Error {id}.", id=number
        )
        self._exit_renderables[:] = [sentence]


def _put(place: Static, content: Content) -> None:
    """Set a text; one that stands there already costs no new layout."""
    if not isinstance(place.content, Content) or not content.is_same(place.content):
        place.update(content)


def _keys_told(t: Texts) -> Content:
    """The line of keys at the foot; those that do something at once can be clicked."""
    clicked = "[@click=app.help]$help[/]   [@click=app.leave]$back[/]   [@click=app.quit]$quit[/]"
    return Content.from_markup(
        clicked + "   $told",
        help=t("?: help"),
        back=t("Esc: back"),
        quit=t("Ctrl+Q: quit"),
        told=t("Tab, arrows, Enter: buttons"),
    )
