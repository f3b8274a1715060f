"""The field for a move, for boards to which no typed reply comes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord.ui import Label, Modal, TextInput

from bot.adapters.discord.ids import MOVE_FIELD, modal_id
from bot.i18n import texts_in

LONGEST = 400


def move_field(token: str, language: str) -> Modal:
    """A field that sends its text back under a custom id of ours.

    discord.py is told to keep nothing: what is sent is read off the interaction, so that a field
    opened before a restart works after it.
    """
    t = texts_in(language)
    modal = Modal(title=t("Type a move"), custom_id=modal_id(token), timeout=None)
    field: TextInput[Any] = TextInput(
        custom_id=MOVE_FIELD, max_length=LONGEST, placeholder=t("one move or several")
    )
    modal.add_item(Label(text=t("Your move"), component=field))
    modal.stop()
    return modal


def typed_into(interaction: discord.Interaction) -> str:
    """What was typed into the field; empty if it wasn't ours."""
    data: Any = interaction.data or {}
    for component in _all(data.get("components", ())):
        if component.get("custom_id") == MOVE_FIELD:
            return str(component.get("value", ""))
    return ""


def _all(components: Any) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _all(component.get("components", ()))
        if "component" in component:
            yield from _all((component["component"],))
