"""Blocks of plain text as Telegram's HTML, within the length of its messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape

from bot.look import TEXT_STYLE
from bot.replies import Block, BlockKind, called

TEXT = 4096
"""Longest message, in UTF-16 units and without its markup, as Telegram counts."""
CAPTION = 1024
ANSWER = 200
"""Longest answer to a press."""

_WHITE = str.maketrans({"♣": "♧", "♦": "♢", "♥": "♡", "♠": "♤", TEXT_STYLE: None})
"""Black suits become pictures even in code blocks, and columns then stand no more."""
_FRAMES = {
    BlockKind.TITLE: ("<b>", "</b>"),
    BlockKind.SMALL: ("<i>", "</i>"),
    BlockKind.BOARD: ("<pre><code>", "</code></pre>"),
    BlockKind.TEXT: ("", ""),
}
NOTICE = ("<blockquote>", "</blockquote>")
"""Frames what stands under a board and is no part of it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of plain text, the tags around it, what in it are links to where, and people."""

    text: str
    frame: tuple[str, str] = ("", "")
    links: tuple[tuple[str, str], ...] = ()
    people: tuple[tuple[str, str], ...] = ()

    @property
    def html(self) -> str:
        """The text with its tags; whatever is in it is shown as it is."""
        html = "".join(
            f'<a href="tg://user?id={who}">{escape(piece, quote=False)}</a>'
            if who
            else escape(piece, quote=False)
            for piece, who in called(self.text, self.people)
        )
        for words, address in self.links:
            link = f'<a href="{escape(address)}">{escape(words)}</a>'
            html = re.sub(rf"{re.escape(words)}(?![0-9])", link, html)
        return self.frame[0] + html + self.frame[1]


def units(text: str) -> int:
    """The length of a text as Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


def written(
    blocks: Iterable[Block], *, spoken: bool = False, limit: int = TEXT, topics: str = ""
) -> tuple[str, ...]:
    """The blocks as messages in HTML, in order; all in one where that is short enough.

    Long ones part between blocks, else at paragraphs, lines or words, in that order. ``spoken``
    boards are sentences, set as such. Topics that blocks name become links that begin with
    ``topics``, people links to them.
    """
    return packed((_piece(block, topics, spoken=spoken) for block in blocks), limit=limit)


def packed(pieces: Iterable[Piece], *, limit: int = TEXT) -> tuple[str, ...]:
    """Pieces under each other in as few messages as hold them."""
    messages: list[list[str]] = []
    room = 0
    for piece in pieces:
        for text in parted(piece.text, limit):
            length = units(text) + 1
            if not messages or length > room:
                messages.append([])
                room = limit + 1
            messages[-1].append(replace(piece, text=text).html)
            room -= length
    return tuple("\n".join(lines) for lines in messages)


def parted(text: str, limit: int) -> Iterator[str]:
    """``text`` in stretches of at most ``limit`` units, parted where it hurts least."""
    while units(text) > limit:
        head = text.encode("utf-16-le")[: limit * 2].decode("utf-16-le", "ignore")
        cut = next((at for mark in ("\n\n", "\n", " ") if (at := head.rfind(mark)) > 0), len(head))
        yield text[:cut]
        text = text[cut:].lstrip("\n")
    yield text


def _piece(block: Block, topics: str, *, spoken: bool) -> Piece:
    if block.kind is not BlockKind.BOARD:
        links = tuple((f"#{place}", topics + place) for place in block.places)
        return Piece(block.text, _FRAMES[block.kind], links, block.mentions)
    if block.lines:
        return Piece("\n".join("".join(map(_sign, line)) for line in block.lines))
    if spoken:
        return Piece(block.text)
    return Piece(block.text.translate(_WHITE), _FRAMES[BlockKind.BOARD])


def _sign(part: object) -> str:
    return part if isinstance(part, str) else str(getattr(part, "text", ""))


def answer(text: str) -> str:
    """``text`` as the answer to a press: short, and cut with a sign that more followed."""
    plain = " ".join(text.split())
    if units(plain) <= ANSWER:
        return plain
    return next(parted(plain, ANSWER - 1)).rstrip() + "…"
