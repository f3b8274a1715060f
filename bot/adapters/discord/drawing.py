"""A reply of the core as what Discord is sent: a text, buttons, a file."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

import discord
from discord.ui import ActionRow, LayoutView, TextDisplay, View

from bot.adapters.discord.ids import Ids
from bot.adapters.discord.keys import button_item, select_item
from bot.adapters.discord.rows import Laid, laid
from bot.adapters.discord.writing import (
    CONTENT,
    LAYOUT_TEXT,
    code_block,
    cut,
    escaped,
    written,
)
from bot.replies import Block, BlockKind, Reply

AnyView = View | LayoutView


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message to send: ``content`` and ``view`` for an ordinary one, else a layout alone."""

    content: str | None
    view: AnyView | None
    document: str = field(default="")
    called: tuple[int, ...] = ()
    """Who is told of it: nobody else is, whatever the text says."""

    @property
    def wide(self) -> bool:
        """Whether it is a components-V2 message; once it is one it always will be."""
        return isinstance(self.view, LayoutView)

    def sending(self) -> dict[str, Any]:
        """The arguments of a call that sends it."""
        found: dict[str, Any] = {} if self.wide else {"content": self.content}
        if self.view is not None:
            found["view"] = self.view
        if self.document:
            found["file"] = discord.File(BytesIO(self.document.encode()), "patience.txt")
        if self.called:
            people = [discord.Object(each) for each in self.called]
            found["allowed_mentions"] = discord.AllowedMentions(
                everyone=False, roles=False, users=people, replied_user=False
            )
        return found

    def without_file(self, sentence: str) -> Drawn:
        """The same with as much of the file as a message holds, and a sentence beneath."""
        before, after = self.content or "", f"\n{escaped(sentence)}"
        room = CONTENT - len(before) - len(after) - len(code_block(""))
        shown = code_block(cut(self.document, room), coloured=False)
        return replace(self, content=f"{before}{shown}{after}", document="")

    def editing(self) -> dict[str, Any]:
        """The arguments of a call that puts it in place of another message."""
        found: dict[str, Any] = {"content": self.content, "view": self.view}
        if self.document:
            file = discord.File(BytesIO(self.document.encode()), "patience.txt")
            found["attachments"] = [file]
        return found


def draw(reply: Reply, *, notice: bool = False, wide: bool = False) -> Drawn:
    """``reply`` as a message; ``notice`` marks its buttons, ``wide`` makes it a V2 message.

    A board that needs V2 gets it in any case, and so does one too long for an ordinary message.
    A document (a record, an export) that is too long for a message goes along as a file.
    """
    buttons = laid(reply)
    spoken = reply.live is not None and reply.live.theme == "words"
    if not (wide or buttons.wide):
        text = written(reply.blocks, limit=CONTENT, spoken=spoken)
        if text is not None:
            called = tuple(int(who) for each in reply.blocks for _, who in each.mentions)
            return Drawn(text, _ordinary(buttons, notice), called=called)
        if reply.live is None and not any(block.lines for block in reply.blocks):
            return _with_document(reply, buttons, notice)
    text = written(reply.blocks, limit=LAYOUT_TEXT, spoken=spoken)
    if text is None:
        text = cut("\n".join(escaped(block.text) for block in reply.blocks), LAYOUT_TEXT)
    return Drawn(None, _layout(text, buttons, notice))


def taken_off(sentence: str, *, wide: bool) -> dict[str, Any]:
    """The arguments of an edit that leaves no button; a layout keeps ``sentence`` alone."""
    if not wide:
        return {"view": None}
    view = LayoutView(timeout=None)
    view.add_item(TextDisplay(f"-# {escaped(sentence)}"))
    view.stop()
    return {"content": None, "view": view}


def _with_document(reply: Reply, buttons: Laid, notice: bool) -> Drawn:
    documents = [block.text for block in reply.blocks if block.kind is BlockKind.BOARD]
    rest = tuple(block for block in reply.blocks if block.kind is not BlockKind.BOARD)
    if not documents:
        rest = (Block(BlockKind.TEXT, reply.text),)
    text = written(rest, limit=CONTENT)
    if text is None:
        text = cut("\n".join(escaped(block.text) for block in rest), CONTENT)
    return replace(Drawn(text, _ordinary(buttons, notice)), document="\n".join(documents))


def _ordinary(buttons: Laid, notice: bool) -> View | None:
    if not buttons.rows:
        return None
    ids, view = Ids(notice=notice), View(timeout=None)
    for number, row in enumerate(buttons.rows):
        for button in row:
            view.add_item(button_item(button, ids, number))
    # discord.py shall keep nothing of it: custom ids say all that a press needs.
    view.stop()
    return view


def _layout(text: str, buttons: Laid, notice: bool) -> LayoutView:
    ids, view = Ids(notice=notice), LayoutView(timeout=None)
    view.add_item(TextDisplay(text))
    for row in buttons.rows:
        view.add_item(ActionRow(*(button_item(button, ids) for button in row)))
    if buttons.select is not None:
        view.add_item(ActionRow(select_item(buttons.select, ids)))
    view.stop()
    return view
