"""Every command of the core as a slash command, named in the language of each client."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import (
    AppCommandContext,
    AppInstallationType,
    Choice,
    CommandTree,
    TranslationContextTypes,
    locale_str,
)

from bot.adapters.discord.options import OPTIONS, PRIVATE, Option
from bot.commands import COMMANDS, Command
from bot.i18n import texts_in

LONGEST = 100
"""Signs of a description and of a choice."""
SPANISH = frozenset({discord.Locale.spain_spanish, discord.Locale.latin_american_spanish})

Run = Callable[[discord.Interaction, Command, str, bool], Awaitable[None]]
"""Answers a command: who asked, which, the words after its name, whether it is to be private."""
Complete = Callable[[discord.Interaction, Command, str], Awaitable[list[Choice[str]]]]
"""Ways to go on with what has been typed of an option."""


class Picked(app_commands.Transformer):
    """A channel in which people write, or in whose threads; its id is what is typed of it."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """What Discord shows: its list of channels."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """What stands in the list."""
        kinds = discord.ChannelType
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, kinds.forum]

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> str:
        """The channel's id."""
        del interaction
        return str(value.id)


class Called(app_commands.Transformer):
    """Somebody who is there; a mention is what is typed of them."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """What Discord shows: its list of people."""
        return discord.AppCommandOptionType.user

    async def transform(self, interaction: discord.Interaction, value: Any, /) -> str:
        """The mention."""
        del interaction
        return f"<@{value.id}>"


class Written(Picked):
    """A channel or thread in which people write."""

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """What stands in the list."""
        kinds = discord.ChannelType
        threads = [kinds.news_thread, kinds.public_thread, kinds.private_thread]
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, *threads]


class Translations(app_commands.Translator):
    """Spanish names and descriptions for clients that speak it."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: TranslationContextTypes
    ) -> str | None:
        """The Spanish that a text carries, None for other languages."""
        del context
        spanish: str | None = string.extras.get("spanish")
        return spanish if locale in SPANISH else None


def _said(message: str) -> locale_str:
    """A sentence of ours, translated."""
    return locale_str(_begun(message), spanish=_begun(texts_in("es")(message)))


def _begun(sentence: str) -> str:
    return (sentence[:1].upper() + sentence[1:])[:LONGEST]


def tree_of(client: discord.Client, run: Run, complete: Complete) -> CommandTree[Any]:
    """All commands, usable in servers, private chats and groups, however the app was installed."""
    tree: CommandTree[Any] = CommandTree(
        client,
        allowed_contexts=AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=AppInstallationType(guild=True, user=True),
    )
    for command in COMMANDS:
        tree.add_command(_slash(command, run, complete))
    return tree


def _slash(command: Command, run: Run, complete: Complete) -> app_commands.Command[Any, Any, None]:
    options = OPTIONS.get(command.name, ())

    async def answer(interaction: discord.Interaction, /, **given: Any) -> None:
        private = bool(given.pop(PRIVATE.name, False))
        await run(interaction, command, words_of(options, given), private)

    async def suggest(interaction: discord.Interaction, begun: str) -> list[Choice[str]]:
        return await complete(interaction, command, begun)

    # discord.py reads options off a signature; ours are data.
    answer.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # functions take attributes
        [
            inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY),
            *(_parameter(option) for option in options),
        ]
    )
    app_commands.describe(**{each.name: _said(each.about) for each in options})(answer)
    app_commands.rename(
        **{each.name: locale_str(each.name, spanish=each.spanish) for each in options}
    )(answer)
    chosen = {
        each.name: [Choice(name=_said(label), value=value) for value, label in each.choices]
        for each in options
        if each.choices
    }
    app_commands.choices(**chosen)(answer)
    app_commands.autocomplete(**{each.name: suggest for each in options if each.suggested})(answer)
    found: app_commands.Command[Any, Any, None] = app_commands.Command(
        name=locale_str(command.name, spanish=command.written),
        description=_said(command.summary),
        callback=answer,
    )
    if command.managing:
        # Servers may show it to others: the core asks again who manages.
        found.default_permissions = discord.Permissions(manage_guild=True)
        # What isn't said no to is taken from the tree.
        found.allowed_contexts = AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        )
        found.allowed_installs = AppInstallationType(guild=True, user=False)
    return found


def _parameter(option: Option) -> inspect.Parameter:
    kind: Any = bool if option.flag else int if option.number else str
    if option.channel:
        kind = app_commands.Transform[str, Written if option.posts else Picked]
    if option.person:
        kind = app_commands.Transform[str, Called]
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if option.required else None,
        annotation=kind if option.required else kind | None,
    )


def words_of(options: tuple[Option, ...], given: dict[str, Any]) -> str:
    """What a person would type after the command's name, for the options that were given."""
    words = []
    for option in options:
        value = given.get(option.name)
        if value is None or value is False:
            continue
        said = option.name if option.flag else value
        words.append(f"{option.lead} {said}".strip())
    return " ".join(words)
