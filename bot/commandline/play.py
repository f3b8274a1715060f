"""``patience play``: the core at a terminal."""

from __future__ import annotations

import asyncio
import getpass
import logging
import os
import secrets
import sys
from collections.abc import Coroutine
from datetime import UTC, datetime
from typing import Any

from bot.adapters.console import Answer, Seat, interactive, line_mode
from bot.commandline.database import with_database
from bot.commandline.logs import log_from
from bot.commandline.output import DONE, NO, USAGE, Unreadable, fail
from bot.config import Settings
from bot.conversation import Conversation
from bot.daily.making import Making
from bot.housekeeping import keep_house
from bot.i18n import LANGUAGES, nearest, texts_in
from bot.look import THEMES
from bot.replies import Reply
from bot.scene import Services
from bot.workers import Solvers, Workers
from storage import Storage

PATIENCE = 1.5
"""Seconds after which somebody at a prompt is told that the answer is under way."""


def play(
    user: str | None, chat: str | None, language: str | None, theme: str | None, *, as_json: bool
) -> int:
    """Play until the input ends; the exit status."""
    if language is not None and language not in LANGUAGES:
        return fail(f"no such language: {language[:20]} (there are {', '.join(LANGUAGES)})", USAGE)
    if theme is not None and theme not in THEMES:
        return fail(f"no such theme: {theme[:20]} (there are {', '.join(THEMES)})", USAGE)
    log_from(logging.WARNING)  # answers own standard output
    seat = Seat.at(user or _login(), chat, language or _terminal_language())
    wishes = [f"language {language}"] if language else []
    wishes += [f"theme {theme}"] if theme else []
    try:
        return with_database(lambda: _play(seat, wishes, as_json=as_json))
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would be a second error when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return fail(f"cannot write to standard output: {error.strerror or error}", NO)
    except KeyboardInterrupt:
        return DONE


def _play(seat: Seat, wishes: list[str], *, as_json: bool) -> int:
    # The loop runs only while an answer is made: a blocking prompt holds nothing up, and an
    # interrupt at the prompt ends the program at once.
    solvers = Workers(1)
    with asyncio.Runner() as runner:
        settings = Settings()
        storage = runner.run(Storage.open(settings.database))
        try:
            making = Making(settings.daily_secret.get_secret_value())
            services = Services(
                storage, lambda: datetime.now(UTC), secrets.randbelow, solvers, dailies=making
            )
            runner.run(keep_house(storage, services.clock()))
            conversation = Conversation(services)
            if _prompts(as_json):
                solvers.begin()  # kernels compile while the first cards are looked at

            def answer(line: str) -> Reply:
                handling = conversation.handle(seat.request(line))
                if not _prompts(as_json):
                    return runner.run(handling)
                return runner.run(_patiently(handling, seat.actor.language))

            for wish in wishes:
                answer(wish)
            _talk(answer, seat.actor.language, as_json=as_json)
        finally:
            runner.run(_close(storage, solvers))
    return DONE


async def _patiently(handling: Coroutine[Any, Any, Reply], language: str) -> Reply:
    """The reply; a word before it when it takes its time."""
    task = asyncio.create_task(handling)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done:
        t = texts_in(nearest(language))
        sys.stdout.write(t("One moment… (the first question after an update takes longer)") + "\n")
        sys.stdout.flush()
    return await task


async def _close(storage: Storage, solvers: Solvers) -> None:
    await asyncio.gather(storage.close(), solvers.close())


def _prompts(as_json: bool) -> bool:
    return not as_json and sys.stdin is not None and sys.stdin.isatty()


def _talk(answer: Answer, language: str, *, as_json: bool) -> None:
    if sys.stdin is None or sys.stdout is None:
        raise Unreadable("standard input or output is closed")
    if _prompts(as_json):
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a TextIOWrapper here
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        interactive(answer, input, sys.stdout, language=language, colour=colour)
        return
    # A carriage return inside a line ends nothing, or answers and lines would get out of step.
    sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")  # type: ignore[union-attr]  # a TextIOWrapper here
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]  # as above
    line_mode(answer, sys.stdin, sys.stdout, as_text=not as_json)


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "player"


def _terminal_language() -> str:
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return next((os.environ[name] for name in names if os.environ.get(name)), "")
