"""Buttons in Discord's own rows (LOOKS.md, "Buttons"): three a row are readable on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot import tokens
from bot.i18n import texts_in
from bot.layouts.controls import in_rows
from bot.render.places import BAKERS, CALCULATION, GRIP
from bot.replies import Button, Live, Page, Places, Reply, Rows, Style

ROWS, IN_ROW, LABEL = 5, 5, 80
"""Rows of an ordinary message, buttons of a row, signs on a button."""
OPTIONS = 25
_JOINS = 22
"""So many joins leave room for a select among the 40 components of a message."""

TYPE, SWAP = "type", "swap"
"""Actions that no other platform has: open the field for a move; two piles picked."""


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a select: its value and its label."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Select:
    """A select of which exactly ``count`` options are picked; ``token`` comes back with them."""

    token: str
    prompt: str
    options: tuple[Option, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Laid:
    """Buttons as Discord shows them. ``wide`` boards need a components-V2 message."""

    rows: Rows
    select: Select | None = None
    wide: bool = False


def laid(reply: Reply) -> Laid:
    """The buttons of ``reply`` in rows that Discord accepts."""
    live = reply.live
    if live is not None and live.places is not None:
        match live.game:
            case game if game == BAKERS:
                return Laid(_bakers(live.places))
            case game if game == CALCULATION:
                return Laid(_calculation(live.places, spoken=live.theme == "words"))
            case game if game == GRIP:
                return _grip(live, live.places)
    rows = () if reply.beside else reply.rows
    if live is not None and live.page is Page.MENU:
        rows = (*rows[:-1], (*rows[-1], type_button(live)))
    return Laid(fitted(rows))


def type_button(live: Live) -> Button:
    """The button that opens a field for a move."""
    t = texts_in(live.language)
    return Button(t("Type a move"), _token(live, TYPE))


def fitted(rows: Rows) -> Rows:
    """``rows`` as they are where they fit, else in wider ones; the last 25 at worst.

    The last buttons are kept since a way back stands at the end.
    """
    if len(rows) <= ROWS and all(0 < len(row) <= IN_ROW for row in rows):
        return rows
    buttons = [button for row in rows for button in row][-ROWS * IN_ROW :]
    width = next(w for w in (3, 4, 5) if len(buttons) <= w * ROWS)
    return in_rows(buttons, width)


def _token(live: Live, action: str) -> str:
    return tokens.encode(tokens.OnGame(live.game_id, live.seq, action))


def _bakers(places: Places) -> Rows:
    """Twelve places and three controls; Finish takes the place of a hint nobody needs then."""
    controls = places.controls
    auto = controls["auto"]
    second = auto if auto.token.endswith(":finish") else controls["hint"]
    beside = (controls["undo"], second, controls["menu"])
    return (*in_rows(tuple(places.places.values()), 3), beside)


def _calculation(places: Places, *, spoken: bool) -> Rows:
    """A foundation, a waste and a control a row; spoken labels leave the controls to the last."""
    buttons = tuple(places.places.values())
    pairs = tuple(zip(buttons[:4], buttons[4:], strict=True))
    controls = tuple(places.controls.values())
    if spoken:
        return (*pairs, controls)
    return tuple((*pair, control) for pair, control in zip(pairs, controls, strict=True))


def _grip(live: Live, places: Places) -> Laid:
    """Joins, then controls in fixed rows; two piles picked in a select are swapped."""
    joins, controls = places.joins, dict(places.controls)
    last = tuple(controls.pop(name) for name in ("tidy", "menu") if name in controls)
    crowded = len(joins) > _JOINS
    rows = (*in_rows(joins, IN_ROW if crowded else 3), tuple(controls.values()), last)
    return Laid(rows, None if crowded else _swaps(live, places), wide=True)


def _swaps(live: Live, places: Places) -> Select | None:
    options = tuple(
        Option(name, button.label if ":" in button.label else f"{name} {button.label}")
        for name, button in places.places.items()
        if button.style is not Style.DISABLED
    )
    if len(options) < 2:
        return None
    t = texts_in(live.language)
    return Select(_token(live, SWAP), t("Swap: pick two piles"), options[:OPTIONS], 2)


def swapped(token: str, picked: Sequence[str]) -> str:
    """The token of a swap, from the select's own token and the piles that were picked."""
    decoded = tokens.decode(token)
    assert isinstance(decoded, tokens.OnGame)  # ours: see SWAP
    return tokens.encode(replace(decoded, action="m." + "=".join(sorted(picked))))
