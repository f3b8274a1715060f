"""What those who manage a chat are told about its daily post."""

from __future__ import annotations

from datetime import date

from bot.boards import say, text
from bot.daily.poster import CLOSED, FORBIDDEN, GONE
from bot.daily.words import day_name
from bot.handlers.daily_tokens import AGAIN, button
from bot.i18n import texts_in
from bot.replies import Reply
from storage.people import Chat


def paused(chat: Chat, reason: str) -> Reply:
    """That posting stopped, why, and how it goes on; told once."""
    t = texts_in(chat.language or "en")
    why = {
        GONE: t("The place of the daily post is gone, so posting is paused."),
        FORBIDDEN: t("I may not write where the daily post goes, so posting is paused."),
        CLOSED: t("The topic of the daily post is closed, so posting is paused."),
    }
    said = why.get(reason, t("The daily post was refused, so posting is paused."))
    return say(said, t("“setup daily” chooses a place and goes on."), private=True)


def by_themselves(chat: Chat, reply: Reply) -> Reply:
    """The same in private for who set the post up, where nobody in the chat can be told."""
    t = texts_in(chat.language or "en")
    about = t("This is about a group or server where you set up the daily post.")
    return Reply((text(about), *reply.blocks))


def lost_post(chat: Chat, day: date) -> Reply:
    """That nobody can tell whether a post arrived, with a button that posts it again."""
    t = texts_in(chat.language or "en")
    said = t(
        "I was interrupted while posting the daily of {date}, and can't tell whether it arrived. "
        "If it is missing, I can post it again.",
        date=day_name(t, day),
    )
    rows = ((button(t("Post again"), AGAIN, day=day),),)
    return say(said, rows=rows, private=True)
