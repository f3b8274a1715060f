"""Plain text with colours that only repeat what its signs say."""

from __future__ import annotations

import re

from textual.content import Content

from bot.look import TEXT_STYLE
from bot.replies import Block, BlockKind

_RED = "ansi_red"
_SIGNS = r"[A2-9TJQK]?[♥♦]"
_SUITS = re.compile(_SIGNS)
_CARDS = re.compile(rf"{_SIGNS}|(?<!\w)[A2-9TJQK.][hd](?!\w)")
_RAILS = re.compile(r"[─│┬┴]+|-{3,}[+\w-]*|(?<=\S)\|(?=\S|$)")
_MARKS = {BlockKind.TITLE: "bold", BlockKind.SMALL: "dim"}


def plain(text: str) -> Content:
    """A text without the mark that keeps chats from drawing suits as pictures.

    Terminals draw them flat anyway, and some give the mark a column of its own.
    """
    return Content(text.replace(TEXT_STYLE, ""))


def board(text: str) -> Content:
    """A board: hearts and diamonds red, rails subdued."""
    return cards(text).highlight_regex(_RAILS, style="dim")


def cards(text: str) -> Content:
    """A text of cards, hearts and diamonds among them red."""
    return plain(text).highlight_regex(_CARDS, style=_RED)


def line(block: Block) -> Content:
    """A block of the talk. Letters stay as they are: “4h” may be a move there."""
    said = plain(block.text).highlight_regex(_SUITS, style=_RED)
    return said.stylize(_MARKS.get(block.kind, ""))
