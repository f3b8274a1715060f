"""Buttons and selects as discord.py knows them: one kind of item answers for all of them.

Nothing is kept in memory between drawing a button and its press: the custom id says it all.
"""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ButtonStyle, SelectOption
from discord.ui import DynamicItem, Item

from bot.adapters.discord.ids import PATTERN, Ids
from bot.adapters.discord.rows import LABEL, Select
from bot.replies import Button, Style

_STYLES = {
    Style.PLAIN: ButtonStyle.secondary,
    Style.PRIMARY: ButtonStyle.primary,
    Style.SUCCESS: ButtonStyle.success,
    Style.DISABLED: ButtonStyle.secondary,
}


class Front(Protocol):
    """Who is told of presses: the client."""

    async def pressed(
        self, interaction: discord.Interaction, token: str, mark: str, picked: tuple[str, ...]
    ) -> None:
        """Answer a press; raises nothing."""


class PressedKey(DynamicItem[Item[Any]], template=PATTERN):
    """A button or select whose custom id carries a token; ``mark`` is what follows ``~``."""

    def __init__(self, item: Item[Any], token: str, mark: str) -> None:
        """Wrap ``item``."""
        super().__init__(item)
        self._token = token
        self._mark = mark

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item that a message from any time carries."""
        del interaction
        return cls(item, match["token"], match["mark"] or "")

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press on."""
        front = cast("Front", interaction.client)
        picked = tuple(getattr(self.item, "values", ()))
        await front.pressed(interaction, self._token, self._mark, picked)


def button_item(button: Button, ids: Ids, row: int | None = None) -> PressedKey:
    """A button of the core; grey ones can't be pressed here."""
    item: discord.ui.Button[Any] = discord.ui.Button(
        style=_STYLES[button.style],
        label=button.label[:LABEL],
        custom_id=ids.give(button.token),
        disabled=button.style is Style.DISABLED,
        row=row,
    )
    return PressedKey(item, button.token, "")


def select_item(select: Select, ids: Ids) -> PressedKey:
    """A select of which exactly ``select.count`` options are picked."""
    options = [SelectOption(value=each.value, label=each.label) for each in select.options]
    item: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=ids.give(select.token),
        placeholder=select.prompt,
        min_values=select.count,
        max_values=select.count,
        options=options,
    )
    return PressedKey(item, select.token, "")
