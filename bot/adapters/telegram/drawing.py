"""A reply of the core as what Telegram is sent: texts, a keyboard, a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Message

from bot.adapters.telegram.places import Spot
from bot.adapters.telegram.writing import CAPTION, NOTICE, Piece, written
from bot.replies import BlockKind, Button, Page, Reply, Rows, Style

IN_ROW, IN_ALL = 8, 100
"""Buttons of a row and of a message."""
LONG = 10
"""Signs of a label from which on a phone cuts it off in a row of four."""
Row = tuple[Button, ...]
_STYLES = {Style.PRIMARY: "primary", Style.SUCCESS: "success"}


@dataclass(frozen=True, slots=True)
class Drawn:
    """Messages in HTML, the keyboard under the last of them, and a file that goes along."""

    texts: tuple[str, ...]
    keyboard: InlineKeyboardMarkup | None = None
    document: str = ""


def draw(
    reply: Reply, spot: Spot, *, aside: InlineKeyboardButton | None = None, link: str = ""
) -> Drawn:
    """``reply`` as messages at ``spot``; ``aside`` is a button under all others of a board.

    With ``link``, which deep links to the bot begin with, what a group shouldn't look on at is
    opened in private.

    Records and exports, which are private and monospace, become a file.
    """
    rows = () if reply.beside else reply.rows
    link = link if spot.group else ""
    if is_document(reply):
        document = "\n".join(b.text for b in reply.blocks if b.kind is BlockKind.BOARD)
        rest = [block for block in reply.blocks if block.kind is not BlockKind.BOARD]
        return Drawn(written(rest, limit=CAPTION)[:1] or ("",), keyboard(rows, link=link), document)
    spoken = reply.live is not None and reply.live.theme == "words"
    beside = (
        aside if reply.live is not None and reply.live.page in (Page.BOARD, Page.MENU) else None
    )
    texts = written(reply.blocks, spoken=spoken, topics=spot.topics)
    return Drawn(texts, keyboard(rows, beside, link))


def is_document(reply: Reply) -> bool:
    """Whether the reply is something to keep rather than to read."""
    return (
        reply.private
        and reply.live is None
        and any(block.kind is BlockKind.BOARD for block in reply.blocks)
    )


def keyboard(
    rows: Rows, aside: InlineKeyboardButton | None = None, link: str = ""
) -> InlineKeyboardMarkup | None:
    """Rows as the core has them; the last buttons of too many, since a way back stands there."""
    keys = [[_key(button, link) for button in row] for row in _fitting(rows)]
    while sum(map(len, keys)) > IN_ALL - 1:
        del keys[0]
    if aside is not None:
        keys.append([aside])
    return InlineKeyboardMarkup(keys) if keys else None


def _fitting(rows: Rows) -> Iterator[Row]:
    """The rows, two in each where a phone would cut more of them off; like ones flow together."""
    for crowd, alike in groupby(rows, _crowd):
        flowing = tuple(alike)
        if crowd:
            flowing = (tuple(chain.from_iterable(flowing)),)
        for row in flowing:
            step = 2 if crowd else IN_ROW
            yield from (row[start : start + step] for start in range(0, len(row), step))


def _crowd(row: Row) -> int:
    """How many stand in a row whose labels are too long for that; 0 where they aren't."""
    return len(row) if len(row) > 3 and max(len(each.label) for each in row) > LONG else 0


def _key(button: Button, link: str) -> InlineKeyboardButton:
    if link and button.link:
        return InlineKeyboardButton(button.label, url=link + button.link)
    return InlineKeyboardButton(
        button.label, callback_data=button.token, style=_STYLES.get(button.style)
    )


def under(board: str, reply: Reply) -> str:
    """A board, in HTML, with the reply's sentences under it."""
    return f"{board}\n{Piece(reply.text, NOTICE).html}"


def board_of(message: Message) -> str:
    """What of a message with a board is the board, in HTML: all that stands before a notice.

    Telegram tells a code block in a block as one thing; it is sent as two again.
    """
    html = message.text_html.partition(NOTICE[0])[0].rstrip("\n")
    return html.replace("<pre>", "<pre><code>").replace("</pre>", "</code></pre>")
