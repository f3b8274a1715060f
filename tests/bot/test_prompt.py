"""``patience play`` at a real terminal: the application, and the plain prompt."""

import fcntl
import io
import os
import pty
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from bot.adapters.console import Answer, interactive
from bot.conversation import Conversation
from bot.replies import Reply
from tests.bot.conftest import ROOT, Talk

ALTERNATE, BACK = b"\x1b[?1049h", b"\x1b[?1049l"


def _take_it_over() -> None:
    """Be the process that is told when standard input's terminal is closed."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program at the other end of a terminal of 80×24."""

    def __init__(
        self, database: Path, *arguments: str, controlling: bool = False, **environment: str
    ) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (24, 80))
        self.before = termios.tcgetattr(theirs)
        self._theirs = theirs
        self._ends: tuple[int, ...] = (self._ours, theirs)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot", "play", "--user", "ann", *arguments],
            cwd=ROOT,
            env=os.environ
            | {"DATABASE_URL": f"sqlite:///{database}", "LC_ALL": "C.UTF-8", "TERM": "xterm"}
            | {"XDG_STATE_HOME": str(database.parent)}
            | environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_take_it_over if controlling else None,  # noqa: PLW1509 - no threads here
        )
        self.seen = b""

    def until(self, words: str) -> str:
        """Read until the words appear; all that was read so far."""
        while words.encode() not in self.seen:
            with suppress(OSError):
                read = os.read(self._ours, 65536)
                self.seen += read
                continue
            raise AssertionError(self.seen.decode("utf-8", "replace"))
        return self.seen.decode("utf-8", "replace")

    def write(self, keys: str) -> None:
        """Press keys."""
        os.write(self._ours, keys.encode())

    def end(self) -> int:
        """Its exit status, once it has ended; what it wrote meanwhile is read."""
        status = self.process.wait(timeout=120)
        os.set_blocking(self._ours, False)
        with suppress(BlockingIOError):
            while True:
                self.seen += os.read(self._ours, 65536)
        return status

    @property
    def after(self) -> list[object]:
        """How the terminal is set now."""
        return termios.tcgetattr(self._theirs)

    def close(self, *, kill: bool = True) -> None:
        """Hang up."""
        if self.process.poll() is None and kill:
            self.process.kill()
            self.process.wait()
        for end in self._ends:
            os.close(end)
        self._ends = ()


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    """Terminals that are closed with the test."""
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


@pytest.mark.parametrize("way", ["\x03", "\x11", "quit\r", "signal"])
def test_the_application_leaves_the_terminal_as_it_was(
    way: str, opened: list[Terminal], tmp_path: Path
) -> None:
    """Ctrl+C, Ctrl+Q, a word and a signal each end it with status 0 and no trace of it."""
    terminal = Terminal(tmp_path / "play.db")
    opened.append(terminal)
    terminal.until("Ctrl+Q")
    assert ALTERNATE in terminal.seen
    if way == "signal":
        terminal.process.terminate()
    else:
        terminal.write(way)

    assert terminal.end() == 0
    assert BACK in terminal.seen
    assert b"Traceback" not in terminal.seen
    assert terminal.after == terminal.before


def test_lines_that_come_all_at_once_stay_apart(opened: list[Terminal], tmp_path: Path) -> None:
    """What a terminal hands over in one piece is read as the lines that it was."""
    terminal = Terminal(tmp_path / "play.db")
    opened.append(terminal)
    terminal.until("Ctrl+Q")
    terminal.write("play bakers-game 617\r1a\r2b\rwhy?\rquit\r")

    assert terminal.end() == 0


@pytest.mark.parametrize("controlling", [True, False], ids=["signalled", "unsignalled"])
@pytest.mark.parametrize("arguments", [[], ["--lines"]], ids=["application", "prompt"])
def test_a_closed_terminal_ends_it(
    arguments: list[str], controlling: bool, opened: list[Terminal], tmp_path: Path
) -> None:
    """No process is left behind when its window is closed, with a signal or without one."""
    terminal = Terminal(tmp_path / "play.db", *arguments, controlling=controlling)
    opened.append(terminal)
    terminal.until("Which game")
    if not arguments:
        terminal.until("Ctrl+Q")
        # Away from the line with its blinking cursor: nothing is drawn any more.
        terminal.write("\t")
        terminal.until("\x1b[4;7;39;49mBaker")
    terminal.close(kill=False)

    terminal.process.wait(timeout=120)


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["--lines"], {}),
        (["--theme", "words"], {}),
        ([], {"TERM": "dumb"}),
    ],
    ids=["lines", "words", "dumb"],
)
def test_a_prompt_that_draws_nothing_over(
    arguments: list[str], environment: dict[str, str], opened: list[Terminal], tmp_path: Path
) -> None:
    """Asked for, read out or on a simple terminal it is lines, without one move of the cursor."""
    terminal = Terminal(tmp_path / "play.db", *arguments, **environment)
    opened.append(terminal)
    terminal.until("first button")
    terminal.write("play bakers-game 617\r")
    terminal.until("new deal")
    terminal.write("quit\r")

    assert terminal.end() == 0
    plain = terminal.seen.replace(b"\x1b[1m", b"").replace(b"\x1b[2m", b"").replace(b"\x1b[0m", b"")
    assert b"\x1b" not in plain
    assert (b"\x1b" in terminal.seen) is (environment != {"TERM": "dumb"})


async def test_buttons_stay_those_last_shown(conversation: Conversation) -> None:
    """A notice without buttons leaves the board's in force; an empty line asks nothing."""
    talk, replies = Talk(conversation, "ann"), dict[str, Reply]()
    for said in ("start", "play bakers-game 617", "hint", "no", "xyzzy"):
        replies[said] = await talk.say(said)
    board = replies["play bakers-game 617"]
    seventh = board.rows[1][2].token
    replies["!" + seventh] = replies["no"]
    lines, asked, out = iter(["play bakers-game 617", "", "xyzzy", ".7", "quit"]), [], io.StringIO()

    def answer(line: str) -> Reply:
        asked.append(line)
        return replies[line]

    told: Answer = answer
    interactive(told, lambda _: next(lines), out, language="en", bold=False)

    assert asked == ["start", "play bakers-game 617", "xyzzy", "!" + seventh]
    assert out.getvalue().count("Jd>a") == 2


async def test_the_prompt_speaks_the_players_language(conversation: Conversation) -> None:
    """Who chose a language reads it from the first line on, whatever the terminal's is."""
    talk, out = Talk(conversation, "ann"), io.StringIO()
    await talk.say("language es")
    greeted = await talk.say("start")
    interactive(lambda _: greeted, lambda _: "quit", out, language="en", bold=False)

    assert "Escribe una jugada o un comando" in out.getvalue()
    assert "Type a move" not in out.getvalue()
