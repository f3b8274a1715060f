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
from enum import Enum, auto
from typing import Any

from bot.adapters.asking import PATIENCE, Asking
from bot.adapters.console import Answer, Seat, interactive, line_mode
from bot.commandline.database import with_database
from bot.commandline.logs import log_from
from bot.commandline.output import DONE, NO, USAGE, Unreadable, fail
from bot.commandline.settings import settings
from bot.conversation import Conversation
from bot.daily.making import Making
from bot.housekeeping import keep_house
from bot.i18n import LANGUAGES, nearest, texts_in
from bot.look import THEMES
from bot.replies import Reply
from bot.scene import Services
from bot.workers import Solvers, Workers
from storage import Storage


class Door(Enum):
    """How somebody plays here."""

    APPLICATION = auto()
    PROMPT = auto()
    LINES = auto()


def play(  # noqa: PLR0913 - one for each option of the command
    user: str | None,
    chat: str | None,
    language: str | None,
    theme: str | None,
    *,
    as_json: bool,
    lines: bool = False,
) -> int:
    """Play until the player leaves or the input ends; the exit status."""
    if language is not None and language not in LANGUAGES:
        return fail(f"no such language: {language[:20]} (there are {', '.join(LANGUAGES)})", USAGE)
    if theme is not None and theme not in THEMES:
        return fail(f"no such theme: {theme[:20]} (there are {', '.join(THEMES)})", USAGE)
    log_from(logging.WARNING)  # answers own standard output
    seat = Seat.at(user or _login(), chat, language or _terminal_language())
    wishes = [f"language {language}"] if language else []
    wishes += [f"theme {theme}"] if theme else []
    door = Door.LINES if as_json else _door(lines=lines)
    try:
        return with_database(lambda: _play(seat, wishes, door, as_json=as_json))
    except BrokenPipeError:
        raise
    except OSError as error:
        # What is left in the buffer would be a second error when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return fail(f"cannot write to standard output: {error.strerror or error}", NO)
    except KeyboardInterrupt:
        return DONE


def _door(*, lines: bool) -> Door:
    """The door for this terminal; what a program reads or writes is line mode."""
    if sys.stdin is None or not sys.stdin.isatty():
        return Door.LINES
    # The application is drawn on standard error, which another program may be reading.
    drawable = all(out is not None and out.isatty() for out in (sys.stdout, sys.stderr))
    dumb = os.environ.get("TERM", "") in ("", "dumb") and os.name != "nt"
    return Door.PROMPT if lines or dumb or not drawable else Door.APPLICATION


def _play(seat: Seat, wishes: list[str], door: Door, *, as_json: bool) -> int:
    # At a prompt the loop runs only while an answer is made: a blocking prompt holds nothing up,
    # and an interrupt there ends the program at once.
    chosen, solvers = settings(), Workers(1)
    with asyncio.Runner() as runner:
        storage = runner.run(Storage.open(chosen.database))
        try:
            making = Making(chosen.daily_secret.get_secret_value())
            services = Services(
                storage, lambda: datetime.now(UTC), secrets.randbelow, solvers, dailies=making
            )
            runner.run(keep_house(storage, services.clock()))
            conversation = Conversation(services)
            if door is not Door.LINES:
                solvers.begin()  # kernels compile while the first cards are looked at

            def answer(line: str) -> Reply:
                handling = conversation.handle(seat.request(line))
                if door is Door.LINES:
                    return runner.run(handling)
                return runner.run(_patiently(handling, seat.actor.language))

            for wish in wishes:
                answer(wish)
            if door is Door.APPLICATION:
                first = answer("start")
                if first.look is None or not first.look.spoken:
                    return runner.run(_application(conversation, seat, first))
            _talk(answer, seat.actor.language, door, as_json=as_json)
        finally:
            runner.run(_close(storage, solvers))
    return DONE


async def _application(conversation: Conversation, seat: Seat, first: Reply) -> int:
    # Programs that play line by line start without its library.
    from bot.commandline.application import run_application  # noqa: PLC0415 - as said

    return await run_application(conversation.handle, seat, first)


async def _patiently(handling: Coroutine[Any, Any, Reply], language: str) -> Reply:
    """The reply; a word before it when it takes its time."""
    asking = Asking(handling)
    done, _ = await asyncio.wait({asking.reply}, timeout=PATIENCE)
    if not done:
        sys.stdout.write(asking.moment(texts_in(nearest(language))) + "\n")
        sys.stdout.flush()
    return await asking.reply


async def _close(storage: Storage, solvers: Solvers) -> None:
    await asyncio.gather(storage.close(), solvers.close())


def _talk(answer: Answer, language: str, door: Door, *, as_json: bool) -> None:
    if sys.stdin is None or sys.stdout is None:
        raise Unreadable("standard input or output is closed")
    if door is not Door.LINES:
        # Nothing is drawn over: what is read out by a screen reader stays in its order.
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a TextIOWrapper here
        bold = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        interactive(answer, input, sys.stdout, language=language, bold=bold)
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
