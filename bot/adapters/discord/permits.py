"""What the bot asks to be allowed on a server, what of it is missing, and how people are told."""

from __future__ import annotations

import discord

from bot.i18n import N_, Texts

SCOPES = ("bot", "applications.commands")
ASKED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    read_message_history=True,
    attach_files=True,
    use_external_emojis=True,
)
"""What the invitation asks for; README says what each is for."""
_NAMES = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "send_messages_in_threads": N_("Send Messages in Threads"),
    "read_message_history": N_("Read Message History"),
    "attach_files": N_("Attach Files"),
}
"""Those that writing takes, as Discord calls them, in the order people look for them."""
_CLOSED = frozenset({50083, 160005})
"""Discord's codes for a thread that is archived or locked."""
NO_PRIVATE_CHAT = 50007
"""Discord's code for somebody who takes no private messages from the bot."""
NO_PRIVATE_MESSAGES = frozenset({NO_PRIVATE_CHAT, 50278})
"""The same, and its code for somebody who shares no server with the bot any more."""


def barred(error: discord.HTTPException) -> bool:
    """Whether the bot may not write in a place: it is gone, closed, or a permission is missing."""
    return isinstance(error, discord.NotFound | discord.Forbidden) or closed(error)


def closed(error: discord.HTTPException) -> bool:
    """Whether that is because a thread is archived or locked."""
    return error.code in _CLOSED


def permitted(message: discord.Message) -> discord.Permissions:
    """What the bot may do where ``message`` was said, as far as Discord has told."""
    if message.guild is None:
        return discord.Permissions.all()
    try:
        return message.channel.permissions_for(message.guild.me)
    except discord.ClientException:
        # A thread whose channel isn't known.
        return discord.Permissions.none()


def missing(may: discord.Permissions, t: Texts, *, thread: bool) -> str:
    """The names of what is asked for and not allowed, of that which matters in such a place."""
    other = "send_messages" if thread else "send_messages_in_threads"
    return ", ".join(
        t(name) for flag, name in _NAMES.items() if flag != other and not getattr(may, flag)
    )


def why_silent(message: discord.Message, error: discord.HTTPException, t: Texts) -> str:
    """Why a typed message isn't answered where it was said."""
    where = f"<#{message.channel.id}>"
    if closed(error):
        return t("{where} is archived or locked, so I can't write there.", where=where)
    lacking = missing(permitted(message), t, thread=isinstance(message.channel, discord.Thread))
    if lacking:
        return t("I may not write in {where}. Missing: {permissions}.", where=where,
                 permissions=lacking)  # fmt: skip
    return t("I may not write in {where}.", where=where)
