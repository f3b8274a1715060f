"""What an update asks, and the answer to it: nothing here raises, and every press is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from datetime import timedelta

import structlog
import telegram
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot import tokens
from bot.adapters.telegram import inturn
from bot.adapters.telegram.delivery import NOTHING, Delivery, Told
from bot.adapters.telegram.faults import Kind, judged
from bot.adapters.telegram.heard import Heard
from bot.adapters.telegram.hearing import answered, heard, mentioned, veiled, wordless
from bot.adapters.telegram.moves import Moves
from bot.adapters.telegram.places import ANONYMOUS, AnyMessage, spot_of, where, who
from bot.adapters.telegram.shutout import ShutOut
from bot.adapters.telegram.writing import answer
from bot.boards import say
from bot.commands import split_command
from bot.conversation import Conversation
from bot.i18n import nearest, texts_in
from bot.replies import Reply
from bot.requests import Chat, Message, Press
from bot.scene import Clock

log = structlog.get_logger(__name__)

PERSONAL = frozenset({"mydata", "export", "link"})
"""Commands whose answer goes to a private chat when they are typed before others."""
ANYBODY = frozenset("setup help rules privacy top link".split())
"""Commands for those too who hide behind a chat: nothing of them is anybody's own.

A code said there was read by others, whoever said it: it becomes void.
"""
SETUP = "setup"
OLD = timedelta(hours=6)
"""Nobody waits any more for an answer to what was said before that."""
_MANAGERS = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR})
_OUT = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})


@dataclass(slots=True)
class Answering:
    """Answers updates as ``me``; ``link`` is what deep links to the bot begin with."""

    api: telegram.Bot
    conversation: Conversation
    delivery: Delivery
    moves: Moves
    heard: Heard
    shut_out: ShutOut
    clock: Clock
    me: telegram.User
    link: str

    async def update(self, update: telegram.Update) -> None:
        """Answer it, if it asks for anything."""
        try:
            if update.callback_query is not None:
                await self._pressed(update.callback_query)
            elif update.message is not None:
                await self._message(update.update_id, update.message)
            elif update.my_chat_member is not None:
                await self._standing(update.my_chat_member)
        except TelegramError as error:
            fault = judged(error)
            log.warning("not_delivered", kind=fault.kind.name, why=fault.words)
        except Exception:
            log.exception("telegram_error")

    # Messages

    async def _message(self, update: int, message: telegram.Message) -> None:
        if await self._moved(message):
            return
        user, text = message.from_user, heard(message, self.me)
        if user is None or self.clock() - message.date > OLD:
            return
        if text is None and not wordless(message):
            return
        language = user.language_code or ""
        actor, chat = who(user, veiled=veiled(message)), await self._where(message)
        ignored = await self.conversation.ignores(actor, chat)
        if text is None:
            if not ignored:
                self._say(message, say(self._words_only(language)), language)
            return
        if ignored:
            reply = await self.conversation.handle(Message(actor, chat, text))
            self._say(message, reply, language, personal=True)
            return
        if not await self.heard.first(update):
            return
        await self.shut_out.heard_from(message.chat.id)
        command, _ = split_command(text[:4000])
        name = command.name if command is not None else ""
        if veiled(message) and name not in ANYBODY:
            self._say(message, say(self._why_not(language)), language)
            return
        manager = name == SETUP and await self._manages(message, user, veiled=actor.veiled)
        people, answers = mentioned(message), answered(message, self.me)
        said = Message(replace(actor, manager=manager), chat, text, people, answers)
        reply = await self.conversation.handle(said)
        self._say(message, reply, language, personal=name in PERSONAL)

    async def _moved(self, message: telegram.Message) -> bool:
        """Whether the message tells that a group has another id from now on."""
        if message.migrate_to_chat_id is not None:
            await self.moves.moved(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id is not None:
            await self.moves.moved(message.migrate_from_chat_id, message.chat.id)
        else:
            return False
        return True

    def _words_only(self, language: str) -> str:
        t = texts_in(nearest(language))
        return t("I read words only. Type a move or a command; “help” lists them.")

    def _say(
        self, message: telegram.Message, reply: Reply, language: str, *, personal: bool = False
    ) -> None:
        if not reply.unsaid:
            self.delivery.message(message, reply, nearest(language), personal=personal)

    async def _where(self, message: AnyMessage) -> Chat:
        await self.moves.look_up(message.chat.id)
        chat = where(message, self.link)
        return replace(chat, external_id=str(self.moves.now(message.chat.id)))

    def _why_not(self, language: str) -> str:
        t = texts_in(nearest(language))
        return t(
            "You speak for a chat here, and a game needs a player: write as yourself "
            "(administrators: turn “Remain anonymous” off), or play in private."
        )

    async def _manages(self, message: AnyMessage, user: telegram.User, *, veiled: bool) -> bool:
        """Whether somebody may set up the group they act in: Telegram is asked."""
        if not spot_of(message).group:
            return False
        if veiled:
            # Only administrators can speak for the very group; channels speak for themselves.
            return user.id == ANONYMOUS
        try:
            member = await self.api.get_chat_member(message.chat.id, user.id)
        except TelegramError as error:
            log.info("managers_unknown", kind=judged(error).kind.name)
            return False
        return member.status in _MANAGERS

    # Presses

    async def _pressed(self, query: telegram.CallbackQuery) -> None:
        reply_to = Once(self.api, query.id)
        try:
            message = query.message
            if isinstance(message, telegram.Message | telegram.InaccessibleMessage) and query.data:
                told = await self._press(query, message, query.data, reply_to)
                await reply_to.answer(told)
        except Exception:
            t = texts_in(nearest(query.from_user.language_code or ""))
            await reply_to.answer(Told(t("Something went wrong here; your game is as it was.")))
            raise
        finally:
            await reply_to.answer(NOTHING)

    async def _press(
        self, query: telegram.CallbackQuery, message: AnyMessage, data: str, reply_to: Once
    ) -> Told:
        token = tokens.decode(data)
        setting_up = isinstance(token, tokens.OnPage) and token.name == SETUP
        user, chat = query.from_user, await self._where(message)
        if setting_up and not await self.conversation.ignores(who(user), chat):
            manager = await self._manages(message, user, veiled=False)
        else:
            manager = False
        press = Press(who(user, manager=manager), chat, data)
        reply = await self._in_time(self.conversation.handle(press), reply_to)
        if reply.unsaid:
            return NOTHING
        language = nearest(user.language_code or "")
        return await self.delivery.press(
            message, user.id, token, reply, language, answered=reply_to.done
        )

    async def _in_time(self, asked: Awaitable[Reply], reply_to: Once) -> Reply:
        """The core's reply; whoever pressed sees in time that the press came through."""
        task = asyncio.ensure_future(asked)
        done, _ = await asyncio.wait({task}, timeout=inturn.PATIENCE)
        if not done:
            await reply_to.answer(NOTHING)
        return await task

    # Coming and going

    async def _standing(self, change: telegram.ChatMemberUpdated) -> None:
        """The bot was blocked, thrown out, or let in again."""
        if change.new_chat_member.status in _OUT:
            await self.shut_out.note(change.chat.id, change.new_chat_member.status)
        else:
            await self.shut_out.back(change.chat.id)


class Once:
    """The answer to one press, which Telegram takes once."""

    def __init__(self, api: telegram.Bot, query: str) -> None:
        """Nothing is answered yet."""
        self._api = api
        self._query = query
        self.done = False

    async def answer(self, told: Told) -> None:
        """Answer, unless that was done."""
        if self.done:
            return
        self.done = True
        try:
            await self._api.answer_callback_query(
                self._query, text=answer(told.text) or None, show_alert=told.aloud or None
            )
        except TelegramError as error:
            fault = judged(error)
            if fault.kind is not Kind.TOO_LATE:
                log.info("press_not_answered", kind=fault.kind.name, why=fault.words)
