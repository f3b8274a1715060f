"""What Discord refuses and simcord doesn't: files, answers to messages, closed threads."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError, missing_permissions
from simcord.http import _helpers
from simcord.http.routes import interactions, messages

ARCHIVED, LOCKED, NO_HISTORY = 50083, 160005, 160002


def make_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse what Discord would of the messages that follow."""
    prepared, changed = _helpers.prepare_bot_message, _helpers.message_edit_changes

    def prepare(ctx: Any, channel_id: int, **more: Any) -> Any:
        body = ctx.body() if more.get("body") is None else more["body"]
        may = _permissions(ctx, channel_id)
        if ctx.files and not may.attach_files:
            raise missing_permissions()
        if body.get("message_reference") and not may.read_message_history:
            raise BackendError(400, NO_HISTORY, "Cannot reply without message history")
        if more.get("interaction") is None:
            _open(ctx, channel_id)
        return prepared(ctx, channel_id, **more)

    def change(ctx: Any, message: Any, **more: Any) -> Any:
        if not message.is_ephemeral:
            _open(ctx, message.channel_id)
        return changed(ctx, message, **more)

    monkeypatch.setattr(_helpers, "prepare_bot_message", prepare)
    for module in (interactions, messages):
        monkeypatch.setattr(module, "message_edit_changes", change)


def _permissions(ctx: Any, channel_id: int) -> discord.Permissions:
    backend = ctx.backend
    guild = backend.get_channel(channel_id).guild_id
    if guild is None:
        return discord.Permissions.all()
    return discord.Permissions(backend.compute_permissions(guild, backend.bot_user.id, channel_id))


def _open(ctx: Any, channel_id: int) -> None:
    state = ctx.backend.get_channel(channel_id).thread_metadata
    if state is not None and state.locked:
        raise BackendError(403, LOCKED, "Thread is locked")
    if state is not None and state.archived:
        raise BackendError(400, ARCHIVED, "Thread is archived")
