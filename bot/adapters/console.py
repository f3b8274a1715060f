"""The terminal as a chat: line mode for programs, a prompt with numbered buttons for people."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TextIO

from bot.i18n import nearest, texts_in
from bot.replies import BlockKind, Button, GameView, Reply, Style
from bot.requests import Actor, Chat, Message, Press, Request

PLATFORM = "terminal"
QUIT = frozenset("quit exit salir bye q /quit /exit /salir".split())
_ESCAPE = "\x1b["
_BOLD, _DIM, _PLAIN = f"{_ESCAPE}1m", f"{_ESCAPE}2m", f"{_ESCAPE}0m"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at this terminal, and in which chat."""

    actor: Actor
    chat: Chat

    @classmethod
    def at(cls, user: str, chat: str | None, language: str) -> Seat:
        """The seat of ``user`` in ``chat``, or in a private conversation."""
        user, chat = _spelled(user), chat and _spelled(chat)
        actor = Actor(PLATFORM, user, user, language)
        if chat is None:
            return cls(actor, Chat(PLATFORM, f"private:{user}", private=True, calls="names"))
        here = Chat(PLATFORM, f"chat:{chat}", private=False, whispers=True, calls="names")
        return cls(actor, here)

    def request(self, line: str) -> Request:
        """What a line asks for: ``!TOKEN`` presses a button, anything else is a message."""
        if line.startswith("!"):
            return Press(self.actor, self.chat, line[1:].strip())
        return Message(self.actor, self.chat, line)

    def press(self, button: Button) -> Request:
        """A press on ``button``."""
        return Press(self.actor, self.chat, button.token)


def _spelled(name: str) -> str:
    """A name from the command line, where bytes that are no text stand as lone surrogates."""
    return name.encode("utf-8", "backslashreplace").decode()


def _shown(game: GameView) -> dict[str, str | int]:
    shown: dict[str, str | int] = {
        "key": game.key,
        "deal": game.deal,
        "seq": game.seq,
        "position": game.position,
        "outcome": game.outcome,
    }
    return shown if game.hint is None else {**shown, "hint": game.hint}


def as_json(reply: Reply) -> str:
    """An answer as one line of JSON, as FORMATS.md has it."""
    game = reply.game
    return json.dumps(
        {
            "text": reply.text,
            "buttons": [
                {"label": button.label, "token": button.token}
                for row in reply.rows
                for button in row
            ],
            "private": reply.private,
            "game": None if game is None else _shown(game),
        },
        ensure_ascii=False,
    )


Answer = Callable[[str], Reply]
"""Asks the conversation and waits for its reply; nothing else runs while a person thinks."""


def line_mode(answer: Answer, lines: TextIO, out: TextIO, *, as_text: bool) -> None:
    """Answer each line of ``lines`` with one flushed answer until they end."""
    reply = Reply(())
    while line := lines.readline():
        said = line.rstrip("\r\n")
        reply = answer(_pressed(said, buttons_of(reply)) if as_text else said)
        out.write(_as_text(reply) if as_text else as_json(reply) + "\n")
        out.flush()


def _as_text(reply: Reply) -> str:
    return f"{reply.text}\n{_numbered(reply, bold=False)}\n"


def buttons_of(reply: Reply) -> tuple[Button, ...]:
    """The buttons in reading order; a person presses the n-th by its number."""
    return tuple(button for row in reply.rows for button in row)


def _numbered(reply: Reply, *, bold: bool) -> str:
    """The buttons as ``.N label`` in rows; keys of one column stand under each other."""
    numbers = itertools.count(1)
    rows = [
        [(f".{next(numbers)} {_label(button)}", button) for button in row] for row in reply.rows
    ]
    lines = []
    for row in rows:
        alike = [other for other in rows if len(other) == len(row)]
        widths = [max(len(other[at][0]) for other in alike) for at in range(len(row))]
        cells = [_cell(*key, width, bold) for key, width in zip(row, widths, strict=True)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def _label(button: Button) -> str:
    return f"({button.label})" if button.style is Style.DISABLED else button.label


def _cell(text: str, button: Button, width: int, bold: bool) -> str:
    loud = bold and button.style in (Style.PRIMARY, Style.SUCCESS)
    return (
        f"{_BOLD}{text}{_PLAIN}".ljust(width + len(_BOLD + _PLAIN)) if loud else text.ljust(width)
    )


def interactive(
    answer: Answer,
    ask: Callable[[str], str],
    out: TextIO,
    *,
    language: str,
    bold: bool,
) -> None:
    """A prompt: each answer under the one before, nothing redrawn, buttons pressed as ``.N``.

    ``ask`` reads a line after a prompt; end of input, an interrupt or ``quit`` leaves. Buttons
    stay those last shown where an answer brings none of its own.
    """
    reply = answer("start")
    t = reply.look.t if reply.look is not None else texts_in(nearest(language))
    buttons = buttons_of(reply)
    _write(reply, out, bold=bold)
    out.write(t("Type a move or a command; “.1” presses the first button, “quit” leaves.") + "\n")
    while True:
        try:
            line = ask("> ").strip()
            if line.casefold() in QUIT:
                return
            if not line:
                continue
            reply = answer(_pressed(line, buttons))
        except (EOFError, KeyboardInterrupt):
            out.write("\n")
            return
        buttons = buttons_of(reply) or buttons
        _write(reply, out, bold=bold)


def meant(line: str, buttons: Sequence[Button]) -> Button | None:
    """The button that a line presses by its number: ``.7`` is the seventh."""
    number = line.removeprefix(".")
    if line.startswith(".") and number.isascii() and number.isdigit():
        index = int(number[:6])
        return buttons[index - 1] if 0 < index <= len(buttons) else None
    return None


def _pressed(line: str, buttons: Sequence[Button]) -> str:
    button = meant(line, buttons)
    return line if button is None else f"!{button.token}"


def _write(reply: Reply, out: TextIO, *, bold: bool) -> None:
    for block in reply.blocks:
        mark = {BlockKind.TITLE: _BOLD, BlockKind.SMALL: _DIM}.get(block.kind, "")
        out.write(f"{mark}{block.text}{_PLAIN}\n" if mark and bold else block.text + "\n")
    # Those of the board were read out with it, and are still the same.
    if reply.rows and not reply.beside:
        out.write("\n" + _numbered(reply, bold=bold) + "\n\n")
    out.flush()
