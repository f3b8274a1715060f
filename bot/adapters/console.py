"""The terminal as a chat: line mode for programs, a prompt with numbered buttons for people."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TextIO

from bot.i18n import nearest, texts_in
from bot.replies import BlockKind, Button, GameView, Reply, Style
from bot.requests import Actor, Chat, Message, Press, Request

PLATFORM = "terminal"
QUIT = frozenset("quit exit salir bye q /quit /exit /salir".split())
_ESCAPE = "\x1b["
_CLEAR = f"{_ESCAPE}H{_ESCAPE}2J"
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
            return cls(actor, Chat(PLATFORM, f"private:{user}", private=True))
        return cls(actor, Chat(PLATFORM, f"chat:{chat}", private=False, whispers=True))

    def request(self, line: str) -> Request:
        """What a line asks for: ``!TOKEN`` presses a button, anything else is a message."""
        if line.startswith("!"):
            return Press(self.actor, self.chat, line[1:].strip())
        return Message(self.actor, self.chat, line)


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
        reply = answer(_pressed(said, reply) if as_text else said)
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
    colour: bool,
) -> None:
    """A prompt: the board redrawn after each answer, buttons pressed as ``.N``.

    ``ask`` reads a line after a prompt; end of input, an interrupt or ``quit`` leaves.
    """
    t = texts_in(nearest(language))
    reply = shown = answer("start")
    how_to = t("Type a move or a command; “.1” presses the first button, “quit” leaves.")
    while True:
        shown = _over(reply, shown)
        _draw(shown, out, how_to, colour=colour)
        how_to = ""
        try:
            line = ask("> ").strip()
            if line.casefold() in QUIT:
                return
            reply = answer(_pressed(line, shown)) if line else reply
        except (EOFError, KeyboardInterrupt):
            out.write("\n")
            return


def _over(reply: Reply, shown: Reply) -> Reply:
    """A notice over the board that it is about: where a chat shows it beside, here it stands under.

    Only sentences are set so; the buttons are the notice's own, else the board's.
    """
    sentences = tuple(block for block in reply.blocks if block.kind is BlockKind.TEXT)
    if not reply.private or len(sentences) < len(reply.blocks):
        return reply
    last = max((n for n, b in enumerate(shown.blocks, 1) if b.kind is BlockKind.BOARD), default=0)
    return replace(reply, blocks=shown.blocks[:last] + sentences, rows=reply.rows or shown.rows)


def _pressed(line: str, reply: Reply) -> str:
    """``.7`` presses the seventh button; other lines stay what they are."""
    buttons = buttons_of(reply)
    number = line.removeprefix(".")
    if line.startswith(".") and number.isascii() and number.isdigit():
        index = int(number[:6])
        if 0 < index <= len(buttons):
            return "!" + buttons[index - 1].token
    return line


def _draw(reply: Reply, out: TextIO, how_to: str, *, colour: bool) -> None:
    if colour:
        out.write(_CLEAR)
    for block in reply.blocks:
        mark = {BlockKind.TITLE: _BOLD, BlockKind.SMALL: _DIM}.get(block.kind, "")
        styled = f"{mark}{block.text}{_PLAIN}" if mark and colour else block.text
        out.write(styled + "\n")
    out.write("\n" + _numbered(reply, bold=colour) + "\n\n")
    if how_to:
        out.write(how_to + "\n")
    out.flush()
