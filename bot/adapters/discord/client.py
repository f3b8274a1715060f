"""The bot on Discord: what reaches it goes to the core, and the answer back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import structlog
import yarl
from discord.app_commands import Choice, CommandTree

from bot import tokens
from bot.adapters.discord import hearing, permits
from bot.adapters.discord.boards import Boards
from bot.adapters.discord.connection import (
    FAILURES,
    LONGEST_WAIT,
    connected,
    faithful,
    reason,
)
from bot.adapters.discord.delivery import Delivery
from bot.adapters.discord.emojis import Emojis, may_show
from bot.adapters.discord.failing import Flights, apologise, cannot_write
from bot.adapters.discord.ids import NOTICE, game_of
from bot.adapters.discord.keys import PressedKey
from bot.adapters.discord.modal import move_field, typed_into
from bot.adapters.discord.options import ALONE, BOARDS, PERSONAL
from bot.adapters.discord.places import (
    PLATFORM,
    Tongues,
    manages,
    manages_said,
    where,
    where_said,
    who,
)
from bot.adapters.discord.posting import Posting
from bot.adapters.discord.rows import OPTIONS, SWAP, TYPE, swapped
from bot.adapters.discord.slash import LONGEST, Translations, tree_of
from bot.adapters.discord.sync import sync
from bot.adapters.live import LiveBoards
from bot.commands import COMMANDS, Command, split_command
from bot.conversation import Conversation
from bot.daily.zones import suggest
from bot.replies import Reply
from bot.requests import Actor, Message, Press, Request
from storage import Storage

log = structlog.get_logger(__name__)

PATIENCE = 1.5
"""Seconds after which an answer is announced: Discord forgets a press after three."""


def intents() -> discord.Intents:
    """Servers and messages; no privileged one."""
    return discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


def options() -> dict[str, Any]:
    """What the client is told of: little is kept in memory, and nobody is ever mentioned."""
    return {
        "intents": intents(),
        "allowed_mentions": discord.AllowedMentions.none(),
        "chunk_guilds_at_startup": False,
        "member_cache_flags": discord.MemberCacheFlags.none(),
        "max_messages": None,
        "max_ratelimit_timeout": LONGEST_WAIT,
    }


class Bot(discord.AutoShardedClient):
    """The client. It keeps no members and no messages in memory."""

    def __init__(
        self, conversation: Conversation, storage: Storage, *, test_guild: int = 0, **more: Any
    ) -> None:
        """Answer by ``conversation``; ``more`` goes to discord.py."""
        super().__init__(**options(), **more)
        self.tree: CommandTree[Any] = tree_of(self, self._command, self._complete)
        self.tree.error(self._tree_error)
        self._conversation = conversation
        self._storage = storage
        self._test_guild = test_guild
        self._delivery = Delivery(self, Boards(self, LiveBoards(storage, PLATFORM)))
        self._emojis = Emojis(self, storage)
        self.poster = Posting(self)
        self._tongues = Tongues()
        self._told_where = hearing.ToldWhere()
        self._flights = Flights()

    async def setup_hook(self) -> None:
        """Know old buttons, and tell Discord the commands if they have changed."""
        self.add_dynamic_items(PressedKey)
        translations = Translations()
        await self.tree.set_translator(translations)
        assert self.application_id is not None  # logged in
        try:
            await sync(
                self.tree, translations, self._storage, self.application_id, self._test_guild
            )
        except (discord.HTTPException, discord.RateLimited) as error:
            # Commands told before still work; the next start tries again.
            log.warning("commands_not_synced", **reason(error))
        await self._emojis.recall()

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard that will be faithful to its session."""
        await super().launch_shard(gateway, shard_id, initial=initial)
        faithful(self, shard_id)

    async def close(self) -> None:
        """Leave; an upload of pictures goes on with the next start."""
        await self._emojis.close()
        await super().close()

    async def run_with(self, token: str) -> None:
        """Log in and answer until closed; raises Unwelcome when Discord turns the bot away."""
        await connected(self, token)

    @property
    def connected(self) -> bool:
        """Whether Discord is reached just now, by every shard."""
        return self.is_ready() and not any(each.is_closed() for each in self.shards.values())

    async def finish(self) -> None:
        """Hear nothing more, let answers under way reach their players, then leave."""
        for shard in self.shards.values():
            await shard.disconnect()
        await self._flights.land()
        await self.close()

    # What comes in

    async def pressed(
        self, interaction: discord.Interaction, token: str, mark: str, picked: tuple[str, ...]
    ) -> None:
        """Answer a press; raises nothing."""
        async with self._flights.one(interaction):
            actor, chat = self._actor(interaction), where(interaction)
            if token.endswith(f":{TYPE}") and not await self._conversation.ignores(actor, chat):
                await interaction.response.send_modal(move_field(token, actor.language))
                return
            if token.endswith(f":{SWAP}"):
                token = swapped(token, picked)
            press = Press(actor, chat, token)
            reply = await self._in_time(press, interaction.response.defer, interaction)
            await self._delivery.press(
                interaction, tokens.decode(token), reply, notice=mark.startswith(NOTICE)
            )
            await self._delivery.boards.clear(reply)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer what was typed into a field of ours; the rest finds its way by itself."""
        data: Any = interaction.data or {}
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        game = game_of(str(data.get("custom_id", "")))
        if game is None:
            return
        async with self._flights.one(interaction):
            said = Message(self._actor(interaction), where(interaction), typed_into(interaction))
            reply = await self._in_time(said, interaction.response.defer, interaction)
            if reply.live is None or reply.live.game_id == game:
                await self._delivery.press(interaction, None, reply, notice=False)
            else:
                # Somebody else's board stays theirs: this was typed to a game of one's own.
                await self._delivery.beside(interaction, reply)
            await self._delivery.boards.clear(reply)

    async def _command(
        self, interaction: discord.Interaction, command: Command, words: str, private: bool
    ) -> None:
        async with self._flights.one(interaction):
            actor, here = self._actor(interaction), where(interaction)
            said = Message(actor, here, f"{command.name} {words}", hearing.named(interaction))

            async def wait() -> None:
                await interaction.response.defer(ephemeral=True, thinking=True)

            reply = await self._in_time(said, wait, interaction)
            if reply.live is not None and command.name not in BOARDS:
                private = private or await self._delivery.boards.live.hidden(reply.live.game_id)
            alone = reply.live is None and command.name in ALONE
            await self._delivery.command(interaction, reply, alone=alone, private=private)
            await self._delivery.boards.clear(reply)

    async def _complete(
        self, interaction: discord.Interaction, command: Command, begun: str
    ) -> list[Choice[str]]:
        if command.name == "help":
            names = (each.name for each in COMMANDS if begun.casefold() in each.name)
            return [Choice(name=name, value=name) for name in names][:OPTIONS]
        if command.name in ("settings", "setup"):
            return [Choice(name=name, value=name) for name in suggest(begun, OPTIONS)]
        actor = self._actor(interaction)
        found = await self._conversation.suggest(actor, where(interaction), begun)
        return [
            Choice(name=f"{each.words} · {each.typed}"[:LONGEST], value=each.typed)
            for each in found
        ]

    async def on_message(self, message: discord.Message) -> None:
        """Answer what is said to the bot; nothing else is looked at."""
        me = self.user
        text = hearing.heard(message, me.id) if me is not None else None
        if me is None or text is None:
            return
        async with self._flights.one(None):
            language = self._tongues.of(message.author.id)
            if not language and message.guild is not None:
                language = str(message.guild.preferred_locale)
            actor = who(message.author, language, manager=manages_said(message))
            people, answers = hearing.mentioned(message, me.id), hearing.answered(message, me.id)
            said = Message(actor, where_said(message), text or "board", people, answers)
            reply = await self._conversation.handle(said)
            reply = self._pictured(reply, message)
            if reply.unsaid:
                return
            if reply.aside and not self._told_where.due(message):
                return
            command, _ = split_command(text[:4000])
            personal = reply.aside or (command is not None and command.name in PERSONAL)
            try:
                await self._delivery.message(message, reply, personal=personal)
            except discord.HTTPException as error:
                if not permits.barred(error):
                    raise
                if not reply.aside:
                    await cannot_write(message, reply.language, error)
            await self._delivery.boards.clear(reply)

    # Within

    def _actor(self, interaction: discord.Interaction) -> Actor:
        language = str(interaction.locale)
        self._tongues.heard(interaction.user.id, language)
        return who(interaction.user, language, manager=manages(interaction))

    async def _in_time(
        self,
        request: Request,
        announce: Callable[[], Awaitable[object]],
        interaction: discord.Interaction,
    ) -> Reply:
        """The core's reply; Discord hears in time that it will come, however long it takes."""
        asked = asyncio.ensure_future(self._conversation.handle(request))
        done, _ = await asyncio.wait({asked}, timeout=PATIENCE)
        if not done and not interaction.response.is_done():
            try:
                await announce()
            except FAILURES as error:
                log.info("not_announced", **reason(error))
        return self._pictured(await asked, interaction)

    def _pictured(self, reply: Reply, source: discord.Interaction | discord.Message) -> Reply:
        """The reply with boards of the emoji theme as they can be shown there."""
        return self._emojis.placed(reply, allowed=may_show(source), language=reply.language)

    async def _tree_error(
        self, interaction: discord.Interaction, error: discord.app_commands.AppCommandError
    ) -> None:
        """A command that Discord still shows but that is gone, or a failing completion."""
        log.warning("command_failed", error=type(error).__name__)
        if interaction.type is discord.InteractionType.application_command:
            await apologise(interaction)
