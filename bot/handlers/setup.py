"""What holds for a whole chat: a page for those who manage it, by buttons and by words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.boards import say, text
from bot.handlers import chat_daily, chat_daily_page, chat_language, chat_places
from bot.permissions import may_set_up
from bot.reading.words import fold
from bot.replies import Block, Reply, Rows
from bot.scene import Scene


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: the words that begin it, what it does, shows and offers.

    ``change`` is given the words after them, at least one, and tells what is wrong with them. A
    section with a ``page`` of its own is shown on that while nothing else is asked for.
    """

    words: frozenset[str]
    change: Callable[[Scene, tuple[str, ...]], Awaitable[tuple[Block, ...]]]
    shown: Callable[[Scene], Awaitable[tuple[Block, ...]]]
    rows: Callable[[Scene], Awaitable[Rows]]
    page: Callable[[Scene], Awaitable[tuple[tuple[Block, ...], Rows]]] | None = None


SECTIONS = (
    Section(chat_language.WORDS, chat_language.change, chat_language.shown, chat_language.rows),
    Section(chat_places.WORDS, chat_places.change, chat_places.shown, chat_places.rows),
    Section(
        chat_daily.WORDS,
        chat_daily.change,
        chat_daily_page.shown,
        chat_daily_page.rows,
        chat_daily_page.page,
    ),
)
_BY_WORD = {word: section for section in SECTIONS for word in section.words}


def not_for_you(scene: Scene) -> Reply | None:
    """Why somebody may not set this chat up; None if they may."""
    if may_set_up(scene.actor, scene.chat):
        return None
    if scene.chat.private:
        return say(scene.t("Setup is for servers and groups; “settings” are yours."), private=True)
    return say(scene.t("Only those who manage this chat can set it up."), private=True)


async def setup_command(scene: Scene, words: str) -> Reply:
    """Show what is set, or change it first: ``setup language es channels add``."""
    wrong: list[Block] = []
    changed = False
    clauses = _clauses(fold(words).replace("=", " ").split())
    for section, rest in clauses:
        if section is None:
            wrong.append(text(scene.t("Say language, channels or daily after “setup”.")))
        elif rest:
            wrong += await section.change(scene, rest)
            changed = True
    said = wrong or ([text(scene.t("Done."))] if changed else [])
    pages = {section.page if section else None for section, _ in clauses}
    if len(pages) == 1 and (own := pages.pop()) is not None:
        shown, keys = await own(scene)
        return Reply((*said, *shown), keys, private=True)
    said += await chat_places.drop_gone(scene)
    blocks = [block for section in SECTIONS for block in await section.shown(scene)]
    rows = tuple([row for section in SECTIONS for row in await section.rows(scene)])
    head = text(scene.t("What holds for everybody here:"))
    return Reply((*said, head, *blocks), rows, private=True)


async def setup_page(scene: Scene, arguments: tuple[str, ...]) -> Reply:
    """What a button of the page does: the same as its words."""
    if arguments == chat_daily_page.BACK:
        return await setup_command(scene, "")
    if arguments[:1] == chat_daily_page.ZONES:
        refused = not_for_you(scene)
        return refused or await chat_daily_page.zones(scene, *arguments[1:2])
    return await setup_command(scene, " ".join(arguments))


def _clauses(words: list[str]) -> list[tuple[Section | None, tuple[str, ...]]]:
    """Each section that is named, with the words up to the next one."""
    found: list[tuple[Section | None, list[str]]] = []
    for word in words:
        section = _BY_WORD.get(word)
        if section is not None or not found:
            found.append((section, []))
        else:
            found[-1][1].append(word)
    return [(section, tuple(rest)) for section, rest in found]
