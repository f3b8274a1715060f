"""Boards of the emoji theme as Discord shows them, or in signs where it can't."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import discord

from bot.adapters.discord.permits import permitted
from bot.adapters.discord.writing import LAYOUT_TEXT, written
from bot.i18n import N_, texts_in
from bot.replies import Block, BlockKind, Face, Line, Reply


class Missing(Enum):
    """Why a board isn't shown in pictures, as the small line under it says."""

    UPLOAD = N_("The card pictures aren't on Discord yet; until then the board is in signs.")
    PERMISSION = N_("I need Use External Emoji to show pictures here; so the board is in signs.")
    ROOM = N_("In pictures this board is too long for Discord; so it is in signs.")


@dataclass(frozen=True, slots=True)
class Shown:
    """What each picture is written as: ``<:7ha:1234>`` by ``7h``."""

    marks: dict[str, str]

    def line(self, line: Line) -> Line:
        """The line with the faces' marks for their names."""
        return tuple(
            replace(part, name=self.marks[part.name]) if isinstance(part, Face) else part
            for part in line
        )


def may_show(source: discord.Interaction | discord.Message) -> bool:
    """Whether the bot may use emojis of its own where somebody acts."""
    if source.guild is None and getattr(source, "guild_id", None) is None:
        return True
    if isinstance(source, discord.Interaction):
        return source.app_permissions.use_external_emojis
    return permitted(source).use_external_emojis


def placed(reply: Reply, pictures: Shown | Missing, language: str) -> Reply:
    """``reply`` with its boards of the emoji theme written out, else in signs with the reason."""
    if not any(block.lines for block in reply.blocks):
        return reply
    why = Missing.ROOM
    if isinstance(pictures, Shown):
        blocks = tuple(
            replace(block, lines=tuple(map(pictures.line, block.lines))) for block in reply.blocks
        )
        if written(blocks, limit=LAYOUT_TEXT) is not None:
            return replace(reply, blocks=blocks)
    else:
        why = pictures
    found: list[Block] = []
    for block in reply.blocks:
        found.append(replace(block, lines=()))
        if block.lines:
            found.append(Block(BlockKind.SMALL, texts_in(language)(why.value)))
    return replace(reply, blocks=tuple(found))
