"""What the core answers: text blocks and rows of buttons, for any platform to deliver."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.look import Look

if TYPE_CHECKING:
    # Drawing a board on the command line needs no database, which is slow to import.
    from storage.records import Board


class BlockKind(StrEnum):
    """How a block of text is to be set."""

    TITLE = "title"  # bold
    SMALL = "small"  # subdued
    BOARD = "board"  # monospace, never wrapped
    TEXT = "text"  # plain sentences


@dataclass(frozen=True, slots=True)
class Face:
    """A picture in a line of a board: its name, and the plain text that can stand for it.

    Names are a card's code (``7h``), ``back``, ``empty``, and in Devil's Grip those of piles.
    """

    name: str
    text: str


Line = tuple[str | Face, ...]
"""A line of a board drawn with pictures: texts and faces side by side.

A first text that ends with a blank names what lies in the line.
"""


@dataclass(frozen=True, slots=True)
class Block:
    """Plain text, never markup: adapters escape it.

    ``lines`` is the same board for readers of the emoji theme; ``text`` is the monospace one that
    is sent where pictures can't be shown or would be too long. ``places`` are those that the text
    calls ``#id``: platforms put in what people call them. ``moments`` are words of the text with
    the moment they stand for: where a platform can, it shows that in each reader's own time.
    ``mentions`` are names in the text with the ids of who bears them, in their order: these
    people are told that they are called, and nobody else ever is. ``called`` finds them.
    """

    kind: BlockKind
    text: str
    lines: tuple[Line, ...] = ()
    places: tuple[str, ...] = ()
    moments: tuple[tuple[str, datetime], ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()


def called(text: str, mentions: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """A text in pieces, each with the id of whom it calls; empty for what calls nobody.

    Each mention stands for the last place of its name before those that follow it: somebody else
    of that name may be spoken of earlier.
    """
    pieces: list[tuple[str, str]] = []
    for name, who in reversed(mentions):
        before, found, after = text.rpartition(name)
        if found:
            pieces += [(after, ""), (name, who)]
            text = before
    return tuple(reversed([*pieces, (text, "")]))


class Style(StrEnum):
    """How loud a button is (LOOKS.md, "Buttons")."""

    PLAIN = "plain"
    PRIMARY = "primary"  # joins and builds
    SUCCESS = "success"  # home and Turn
    DISABLED = "disabled"  # grey; where it can be pressed it answers with the reason


@dataclass(frozen=True, slots=True)
class Button:
    """A label that says the whole move, and the token a press brings back (ASCII, ≤ 64 bytes).

    ``link`` is what a link carries that opens the same in private, for platforms where others
    would look on.
    """

    label: str
    token: str
    style: Style = Style.PLAIN
    link: str = ""


Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """The player's current game, for programs that read the answers."""

    key: str
    deal: str
    seq: int
    position: str
    outcome: str
    hint: str | None = None
    """The code of a hint, right after it was given."""


@dataclass(frozen=True, slots=True)
class Places:
    """The buttons of a running board by place, for platforms that set their own rows.

    ``places`` go by pile name in the game's order, ``controls`` by command word; ``joins`` is a
    list whose length changes with the position.
    """

    places: dict[str, Button]
    controls: dict[str, Button]
    joins: tuple[Button, ...] = ()


class Page(StrEnum):
    """What stands under a board."""

    BOARD = "board"
    ENDED = "ended"
    MENU = "menu"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Live:
    """What a platform needs that keeps one board a game and sets rows of its own.

    ``language`` and ``theme`` are the reader's; ``places`` is None on all pages but a running
    game's board. What the buttons do is the same as in ``Reply.rows``.
    """

    game_id: int
    seq: int
    game: str
    language: str
    theme: str
    page: Page
    places: Places | None = None
    secret: bool = False
    """Nobody else may look at it yet: it shows cards of an open daily or challenge."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer. ``private`` asks the platform to show it to this player alone.

    What is ``secret`` nobody else here may see: where it can't be hidden it goes elsewhere.
    ``hint`` is the code of the move that the answer hints at. ``live`` tells that the answer is
    the live board of a game, ``beside`` that ``rows`` are those of the live board, which is still
    shown where a chat keeps its messages. ``aside`` answers something said where no games are
    played: what can't be shown to one person alone is kept out of that place. ``ended`` are boards
    of other games that went away: nothing on them can be pressed any more. ``look`` is the
    reader's, for what a platform has to add; None where a fault kept it from being found out.
    ``unsaid`` answers somebody who is not listened to: nothing is sent, unless a platform insists.
    """

    blocks: tuple[Block, ...]
    rows: Rows = ()
    private: bool = False
    secret: bool = False
    game: GameView | None = field(default=None)
    hint: str | None = None
    live: Live | None = None
    beside: bool = False
    aside: bool = False
    ended: tuple[Board, ...] = ()
    unsaid: bool = False
    look: Look | None = None

    @property
    def language(self) -> str:
        """The reader's language, English where it isn't known."""
        return self.look.language if self.look is not None else "en"

    @property
    def text(self) -> str:
        """All blocks as plain text, one under the other."""
        return "\n".join(block.text for block in self.blocks)
