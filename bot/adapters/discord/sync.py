"""Telling Discord the commands, by itself and only when they have changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import discord
import structlog
from discord.app_commands import CommandTree, Translator

from storage import Storage

log = structlog.get_logger(__name__)

FACT = "discord.commands"


async def sync(
    tree: CommandTree[Any], translator: Translator, storage: Storage, application: int, guild: int
) -> bool:
    """Make Discord know the commands of ``tree``; whether that took any request.

    With a test ``guild`` (else 0) they stand there and nowhere else, so that no command is shown
    twice; leaving the guild again takes them off it. Raises HTTPException.
    """
    told = await storage.read(lambda reading: reading.facts.get(FACT))
    before = json.loads(told) if told else {}
    now = {"application": application, "guild": guild, "hash": await _hash(tree, translator)}
    here = discord.Object(guild) if guild else None
    if here is not None:
        tree.copy_global_to(guild=here)
        tree.clear_commands(guild=None)
    if before == now:
        return False
    left = before.get("guild", 0) if before.get("application") == application else 0
    if left and left != guild:
        await _forget(tree, left)
    if here is not None:
        await tree.sync()
    known = await tree.sync(guild=here)
    await storage.write(lambda uow: uow.facts.put(FACT, json.dumps(now)))
    log.info("commands_synced", count=len(known), guild=guild)
    return True


async def _forget(tree: CommandTree[Any], guild: int) -> None:
    tree.clear_commands(guild=discord.Object(guild))
    try:
        await tree.sync(guild=discord.Object(guild))
    except discord.Forbidden:
        log.info("test_guild_left", guild=guild)


async def _hash(tree: CommandTree[Any], translator: Translator) -> str:
    payload = [
        await command.get_translated_payload(tree, translator) for command in tree.get_commands()
    ]
    text = json.dumps(payload, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()
