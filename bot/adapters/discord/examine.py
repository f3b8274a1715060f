"""How the bot stands on Discord: its token, its servers, what it may do in their channels."""

from __future__ import annotations

import discord

from bot.adapters.discord.connection import FAILURES, connected, reason
from bot.adapters.discord.permits import missing
from bot.adapters.unwelcome import Unwelcome
from bot.doctor.finding import Finding, mend, note, well
from bot.i18n import texts_in
from bot.names import clean

MOST = 50
"""Servers that are looked at one by one."""
_INTENTS = {
    "gateway_presence": "Presence",
    "gateway_guild_members": "Server Members",
    "gateway_message_content": "Message Content",
}
"""Flags of an application, with ``_limited`` where Discord hasn't verified it."""


class _Examiner(discord.Client):
    """A client that looks around instead of listening."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.found: list[Finding] = []

    async def connect(self, *, reconnect: bool = True) -> None:
        """Look around, logged in as the bot."""
        del reconnect
        assert self.user is not None  # logged in
        information = await self.application_info()
        self.found.append(well("Discord", f"logged in as {clean(self.user.name)}"))
        if not information.bot_public:
            advice = "tick Public Bot in the developer portal if others shall invite it"
            self.found.append(note("Discord", "only its owner can invite this bot", advice))
        if unneeded := _intents(information.flags):
            advice = "turn them off in the developer portal (Bot): nothing here uses them"
            self.found.append(note("Discord", f"privileged intents are on: {unneeded}", advice))
        servers = [each async for each in self.fetch_guilds(limit=MOST + 1)]
        if not servers:
            advice = "invite it with the link that README makes"
            self.found.append(note("Discord", "it is in no server yet", advice))
        for server in servers[:MOST]:
            self.found.append(await self._server(server))
        if len(servers) > MOST:
            self.found.append(note("Discord", f"only the first {MOST} servers were looked at"))

    async def _server(self, server: discord.Guild) -> Finding:
        what = f"Discord, {clean(server.name)}"
        assert self.user is not None  # logged in
        try:
            # Whole, with its roles: those of the list say too little.
            whole = await self.fetch_guild(server.id, with_counts=False)
            channels = await whole.fetch_channels()
            me = await whole.fetch_member(self.user.id)
        except FAILURES as error:
            why = ", ".join(f"{name} {value}" for name, value in reason(error).items())
            return mend(what, f"can't be looked at ({why})", "invite the bot again")
        lacking: dict[str, list[str]] = {}
        asked = [each for each in channels if isinstance(each, discord.TextChannel)]
        for channel in asked:
            names = missing(channel.permissions_for(me), texts_in("en"), thread=False)
            if names:
                lacking.setdefault(names, []).append(f"#{clean(channel.name)}")
        if not lacking:
            return well(what, f"may play in all of {len(asked)} channels")
        said = "; ".join(f"{_some(where)} lack {names}" for names, where in lacking.items())
        if sum(map(len, lacking.values())) < len(asked):
            return note(what, said, "allow it there, or leave it if games aren't played there")
        return mend(what, said, "allow these to the bot's role (Server Settings, Roles)")


def _intents(flags: discord.ApplicationFlags) -> str:
    """The privileged intents that the application may use, as the developer portal calls them."""
    may = dict(flags)
    return ", ".join(name for flag, name in _INTENTS.items() if may[flag] or may[f"{flag}_limited"])


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:5])
    return shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more"


async def examine(token: str) -> tuple[Finding, ...]:
    """What is found with this token; raises nothing that Discord can cause."""
    async with _Examiner() as client:
        try:
            await connected(client, token)
        except Unwelcome as error:
            said, _, advice = str(error).partition(": ")
            advice = advice or "see whether this machine reaches discord.com"
            return (*client.found, mend("Discord", said, advice))
        return tuple(client.found)
