"""Bringing answers to Discord: as responses and as messages in channels.

Whatever fails here has no bearing on the game, which is stored before its answer is delivered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
import structlog

from bot import tokens
from bot.adapters.discord.boards import Boards
from bot.adapters.discord.connection import FAILURES, reason, steadily
from bot.adapters.discord.drawing import Drawn, draw
from bot.adapters.discord.permits import permitted
from bot.adapters.discord.ways import Way, way_of_press
from bot.i18n import texts_in
from bot.replies import Reply
from storage.records import Board

log = structlog.get_logger(__name__)

Gone = (discord.NotFound, discord.Forbidden)
"""A message or channel that was deleted, or that the bot may not reach any more."""
HIDDEN = Board("", "")


@dataclass(frozen=True, slots=True)
class Delivery:
    """Delivers replies for one client."""

    client: discord.Client
    boards: Boards

    # Presses

    async def press(
        self,
        interaction: discord.Interaction,
        token: tokens.Token | None,
        reply: Reply,
        *,
        notice: bool,
    ) -> None:
        """Answer a press on a message; raises FAILURES."""
        if reply.unsaid:
            if not interaction.response.is_done():
                await interaction.response.defer()  # else Discord shows an error
            return
        self.boards.newest.note(reply)
        message = interaction.message
        alone = message is None or message.flags.ephemeral
        hidden = reply.live is not None and await self.boards.live.hidden(reply.live.game_id)
        way = way_of_press(token, reply, notice=notice, alone=alone, hidden=hidden)
        match way:
            case Way.EDIT:
                mark = notice and reply.live is None
                await self._edit(interaction, reply, alone=alone, notice=mark)
            case Way.NOTICE:
                await self._respond(
                    interaction, _drawn(interaction, reply, notice=True), alone=True
                )
            case Way.ALONE:
                await self._respond(interaction, _drawn(interaction, reply), alone=True)
                assert reply.live is not None  # only boards are shown so
                await self.boards.stands(reply.live, HIDDEN)
            case Way.PUBLIC:
                await self._respond(interaction, _drawn(interaction, reply), alone=False)
            case Way.REFRESH | Way.ANEW:
                if not interaction.response.is_done():
                    await interaction.response.defer()
                if way is Way.ANEW or not await self.boards.refresh(reply):
                    await self._post(interaction, reply)
                await self._drop_original(interaction)

    async def _edit(
        self, interaction: discord.Interaction, reply: Reply, *, alone: bool, notice: bool
    ) -> None:
        message = interaction.message
        wide = message is not None and message.flags.components_v2
        change = draw(reply, notice=notice, wide=wide).editing()
        if message is not None and message.attachments and "attachments" not in change:
            change["attachments"] = []
        if message is None or alone or reply.live is None:
            await _answer_by_edit(interaction, change)
            if reply.live is not None:
                await self.boards.stands(reply.live, HIDDEN)
            return
        place = _at(interaction, str(message.id))
        try:
            await _answer_by_edit(interaction, change)
        except FAILURES as error:
            # Too late for an answer, or none comes through: the channel may still take it.
            log.info("answered_in_channel", **reason(error))
            await self.boards.message(place).edit(**change)
        await self.boards.stands(reply.live, place)

    async def _respond(self, interaction: discord.Interaction, drawn: Drawn, *, alone: bool) -> str:
        """Send a message of its own in answer to ``interaction``; its id."""
        if interaction.response.is_done():
            if not alone and awaited(interaction):
                # The first message after an announcement takes its place, and would be as hidden.
                await interaction.edit_original_response(content="…")
            sent = await interaction.followup.send(ephemeral=alone, wait=True, **drawn.sending())
            return str(sent.id)
        respond = interaction.response.send_message
        answer = await steadily(lambda: respond(ephemeral=alone, **drawn.sending()))
        return str(answer.message_id)

    async def _drop_original(self, interaction: discord.Interaction) -> None:
        try:
            await interaction.delete_original_response()
        except Gone:
            log.debug("notice_gone")

    async def beside(self, interaction: discord.Interaction, reply: Reply) -> None:
        """Answer with a live board, and leave the message alone from which this came."""
        assert reply.live is not None  # other answers have a way of their own
        self.boards.newest.note(reply)
        hidden = reply.secret or await self.boards.live.hidden(reply.live.game_id)
        if not interaction.response.is_done():
            await self.command(interaction, reply, alone=False, private=hidden)
            return
        sent = await self._respond(interaction, draw(reply), alone=hidden)
        await self.boards.stands(reply.live, HIDDEN if hidden else _at(interaction, sent))

    # Commands

    async def command(
        self, interaction: discord.Interaction, reply: Reply, *, alone: bool, private: bool
    ) -> None:
        """Answer a command; ``alone`` for its sender only, ``private`` since they play so."""
        self.boards.newest.note(reply)
        private = private or reply.secret
        if alone or private or reply.private:
            notice = reply.private or not private
            drawn = _drawn(interaction, reply, notice=notice and reply.live is None)
            if interaction.response.is_done():
                await interaction.edit_original_response(**drawn.editing())
            else:
                await self._respond(interaction, drawn, alone=True)
            if reply.live is not None:
                await self.boards.stands(reply.live, HIDDEN)
            return
        if reply.live is None and not interaction.response.is_done():
            await self._respond(interaction, _drawn(interaction, reply), alone=False)
            return
        if not interaction.response.is_done():
            if not self._may_post(interaction):
                await self._post(interaction, reply)
                return
            # The board is an ordinary message: only to these Discord brings typed replies.
            await interaction.response.defer(ephemeral=True, thinking=True)
        await self._post(interaction, reply)
        await self._drop_original(interaction)

    async def _post(self, interaction: discord.Interaction, reply: Reply) -> None:
        """Post the reply for everybody: in the channel where the bot may, else as the response."""
        drawn, channel = _drawn(interaction, reply), interaction.channel_id
        if channel is not None and self._may_post(interaction):
            try:
                send = self.client.get_partial_messageable(channel).send
                sent = await steadily(lambda: send(nonce=interaction.id, **drawn.sending()))
            except FAILURES as error:
                log.info("channel_closed", channel=channel, **reason(error))
                drawn = _drawn(interaction, reply)
            else:
                await self._stands(interaction, reply, str(sent.id))
                return
        sent_id = await self._respond(interaction, drawn, alone=False)
        await self._stands(interaction, reply, sent_id)

    async def _stands(self, interaction: discord.Interaction, reply: Reply, message: str) -> None:
        if reply.live is not None:
            await self.boards.stands(reply.live, _at(interaction, message))

    def _may_post(self, interaction: discord.Interaction) -> bool:
        """Whether the bot itself is in this channel and may write there."""
        if interaction.guild_id is None:
            return not interaction.context.private_channel
        if self.client.get_guild(interaction.guild_id) is None:
            return False
        may = interaction.app_permissions
        in_thread = isinstance(interaction.channel, discord.Thread)
        write = may.send_messages_in_threads if in_thread else may.send_messages
        return may.view_channel and write

    # Messages

    async def message(self, said: discord.Message, reply: Reply, *, personal: bool) -> None:
        """Answer a typed message; ``personal`` answers go to their private chat with the bot."""
        self.boards.newest.note(reply)
        if reply.live is not None:
            send, drawn = (said.author if reply.secret else said.channel).send, draw(reply)
            sent = await steadily(lambda: send(nonce=said.id, **drawn.sending()))
            place = Board(str(sent.channel.id), str(sent.id))
            await self.boards.stands(reply.live, place)
            return
        drawn = draw(reply, notice=reply.private)
        if (personal or reply.secret) and said.guild is not None:
            await said.author.send(**drawn.sending())
            return
        found = drawn.sending()
        if permitted(said).read_message_history:
            # Without it Discord takes no answer to a message, and the sentence has to do.
            found["reference"] = said.to_reference(fail_if_not_exists=False)
        await said.channel.send(mention_author=False, **found)


def _drawn(interaction: discord.Interaction, reply: Reply, *, notice: bool = False) -> Drawn:
    """``reply`` as a message, without a file where the bot may send none."""
    drawn = draw(reply, notice=notice)
    may = interaction.guild_id is None or interaction.app_permissions.attach_files
    if may or not drawn.document:
        return drawn
    t = texts_in(reply.language)
    return drawn.without_file(
        t("The rest is a file, which I may not send here. Missing: {permissions}.",
          permissions=t("Attach Files"))
    )  # fmt: skip


def _at(interaction: discord.Interaction, message: str) -> Board:
    return Board(str(interaction.channel_id), message)


def awaited(interaction: discord.Interaction) -> bool:
    """Whether somebody sees that the bot is thinking, and would for a quarter of an hour."""
    return interaction.response.type is discord.InteractionResponseType.deferred_channel_message


async def _answer_by_edit(interaction: discord.Interaction, change: dict[str, Any]) -> None:
    """Put ``change`` in place of the pressed message; the second answer if one was announced."""
    if interaction.response.is_done():
        await interaction.edit_original_response(**change)
    else:
        await steadily(lambda: interaction.response.edit_message(**change))
