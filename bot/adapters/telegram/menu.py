"""The menu of commands that Telegram shows, by language and kind of chat."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

import structlog
import telegram
from telegram import (
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.commands import COMMANDS, Command
from bot.i18n import LANGUAGES, texts_in
from storage import Storage

log = structlog.get_logger(__name__)

FACT = "telegram.commands"
LONGEST = 256

_ALONE = frozenset("start privacy mydata export link unlink settings language theme".split())
"""Left out of the groups' menu: what concerns one person only. They work there all the same."""
_MANAGERS = frozenset({"setup"})


@dataclass(frozen=True, slots=True)
class Menu:
    """A kind of chat, a language (empty for all others), and what is shown there."""

    scope: BotCommandScope
    language: str
    commands: tuple[tuple[str, str], ...]


def menus() -> tuple[Menu, ...]:
    """Every menu: private chats, groups, and groups as their administrators see them."""
    private = [each for each in COMMANDS if each.name not in _MANAGERS | {"start"}]
    groups = [each for each in COMMANDS if each.name not in _ALONE | _MANAGERS]
    managers = [each for each in COMMANDS if each.name not in _ALONE]
    return tuple(
        Menu(scope, "" if language == "en" else language, _told(commands, language))
        for scope, commands in (
            (BotCommandScopeAllPrivateChats(), private),
            (BotCommandScopeAllGroupChats(), groups),
            (BotCommandScopeAllChatAdministrators(), managers),
        )
        for language in LANGUAGES
    )


def _told(commands: list[Command], language: str) -> tuple[tuple[str, str], ...]:
    t = texts_in(language)
    return tuple(
        (each.spanish if language == "es" else each.name, _begun(t(each.summary)))
        for each in commands
    )


def _begun(sentence: str) -> str:
    return (sentence[:1].upper() + sentence[1:])[:LONGEST]


async def tell(bot: telegram.Bot, storage: Storage) -> bool:
    """Tell Telegram the menus if they have changed; whether they had. Raises TelegramError."""
    wanted = menus()
    now = f"{bot.id} {_hash(wanted)}"
    if await storage.read(lambda reading: reading.facts.get(FACT)) == now:
        return False
    for menu in wanted:
        await bot.set_my_commands(
            menu.commands, scope=menu.scope, language_code=menu.language or None
        )
    await storage.write(lambda uow: uow.facts.put(FACT, now))
    log.info("commands_told", menus=len(wanted))
    return True


def _hash(wanted: tuple[Menu, ...]) -> str:
    text = json.dumps([(menu.scope.type, menu.language, menu.commands) for menu in wanted])
    return hashlib.sha256(text.encode()).hexdigest()
