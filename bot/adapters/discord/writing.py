"""Blocks of plain text as Discord's markdown, within its limits."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.look import TEXT_STYLE
from bot.replies import Block, BlockKind, Face, Line, called

CONTENT = 2000
"""Signs in an ordinary message, code points as Discord counts them."""
LAYOUT_TEXT = 4000
"""Signs in all texts of a components-V2 message."""

_MARKUP = re.compile(r"[\\`*_~|<>\[\]@]|://|(?<=\w)\.(?=\w)")
_AT_LINE_START = re.compile(r"^(\s*)(#|-|\+|\d+(?=\.))", re.MULTILINE)
_RED = re.compile(rf"\S?[♥♦]{TEXT_STYLE}")
_RAILS = re.compile(r"[─│┬┴]+")
_FENCE = "ˋ"
"""Stands for the sign that would end a code block."""


def escaped(text: str) -> str:
    """``text`` so that Discord shows it as it is: no markup, no mention, no link.

    A dot between letters is escaped as well: ``discord.gg/…`` becomes an invitation by itself.
    """
    marked = _MARKUP.sub(lambda found: "\\" + found[0], text)
    return _AT_LINE_START.sub(_plain_start, marked)


def _plain_start(found: re.Match[str]) -> str:
    blank, sign = found[1], found[2]
    # A digit has no escape: an invisible sign before the dot keeps a list from beginning.
    return f"{blank}{sign}\u2060" if sign.isdigit() else f"{blank}\\{sign}"


def code_block(text: str, *, coloured: bool = True) -> str:
    """``text`` in a monospace block; colour only repeats what signs say already."""
    text = text.replace("`", _FENCE)
    if coloured:
        text = _RED.sub("\x1b[31m\\g<0>\x1b[0m", text)
        text = _RAILS.sub("\x1b[30m\\g<0>\x1b[0m", text)
    return f"```ansi\n{text}\n```"


def written(blocks: Iterable[Block], *, limit: int, spoken: bool = False) -> str | None:
    """The blocks as one text; None when it can't be had within ``limit``.

    Colours are left out first. ``spoken`` boards are sentences, set as such.
    """
    blocks = tuple(blocks)
    for coloured in (True, False):
        text = "\n".join(_block(block, spoken, coloured) for block in blocks)
        if len(text) <= limit:
            return text
    return None


def _block(block: Block, spoken: bool, coloured: bool) -> str:
    match block.kind:
        case BlockKind.TITLE:
            return f"**{escaped(block.text)}**"
        case BlockKind.SMALL:
            return f"-# {escaped(block.text)}"
        case BlockKind.BOARD if block.lines:
            return "\n".join(map(_pictured, block.lines))
        case BlockKind.BOARD if not spoken:
            return code_block(block.text, coloured=coloured)
    return _with_links(block)


def _with_links(block: Block) -> str:
    """A plain text in which places and people are linked, and moments in the reader's time."""
    links = {f"#{place}": f"<#{place}>" for place in block.places}
    links |= {words: f"<t:{int(at.timestamp())}:f>" for words, at in block.moments}
    if not links:
        pieces = called(block.text, block.mentions)
        return "".join(f"<@{who}>" if who else escaped(piece) for piece, who in pieces)
    named = "|".join(map(re.escape, links))
    parts = re.split(rf"({named})(?![0-9])", block.text)
    return "".join(
        links[part] if number % 2 else escaped(part) for number, part in enumerate(parts)
    )


def _pictured(line: Line) -> str:
    """A line whose faces are named as Discord writes them; its own name is set apart."""
    return "".join(
        part.name
        if isinstance(part, Face)
        else f"`{part.strip()}` "
        if number == 0 and part.endswith(" ")
        else escaped(part)
        for number, part in enumerate(line)
    )


def cut(text: str, limit: int) -> str:
    """The beginning of a text that is too long, with a sign that more followed."""
    return text if len(text) <= limit else text[: limit - 1].rstrip("\\ ") + "…"
