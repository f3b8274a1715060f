"""A conversation over a real database, people who talk in it, and whole programs at a pipe."""

import asyncio
import io
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
import structlog

from bot.conversation import Conversation
from bot.replies import BlockKind, Button, Reply
from bot.requests import Actor, Chat, Message, Press
from bot.scene import Services
from bot.sessions import deck_of
from bot.workers import Job, Solvers
from games.cards import texts
from games.catalogue import GAMES, find
from games.game import Deck
from games.session import Event, Session
from games.solvers import ready
from storage import Reading, Storage, UnitOfWork
from storage.records import GameRow, NewGame

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
_FAULTS: list[str] = []


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now

    def forward(self, **units: float) -> None:
        """Set it on: ``forward(days=1)``."""
        self.now += timedelta(**units)


def compiled_once() -> None:
    """Compile every kernel in this process."""
    for game in GAMES:
        assert ready(game.key) is not None


class Inline:
    """Solvers that answer in this process, one question after the other."""

    async def ask(self, who: Hashable, job: Job[T]) -> T:
        """The answer; as in a solver process, no limit is spent on compiling."""
        compiled_once()
        return job.run()

    async def close(self) -> None:
        """Nothing runs."""


def converse(
    storage: Storage, clock: Clock | None = None, solvers: Solvers | None = None
) -> Conversation:
    """A conversation with an empty cache; its random numbers are always the same."""
    clock, solvers = clock or Clock(), solvers or Inline()
    services = Services(storage, clock, lambda below: 616 % below, solvers)
    return Conversation(services)


class Talk:
    """One person in one chat (their private one if ``chat`` is None), and the last reply there."""

    def __init__(  # noqa: PLR0913 - who, where and how, each part named
        self,
        conversation: Conversation,
        user: str,
        chat: str | None = None,
        *,
        name: str | None = None,
        theme: str = "letters",
        language: str = "en",
        platform: str = "terminal",
    ) -> None:
        self.conversation = conversation
        self.actor = Actor(platform, user, user if name is None else name, language)
        where = f"private:{user}" if chat is None else f"chat:{chat}"
        self.chat = Chat(platform, where, private=chat is None, theme=theme)
        self.reply = Reply(())

    async def say(self, text: str) -> Reply:
        """The reply to a message."""
        return self._kept(await self.conversation.handle(Message(self.actor, self.chat, text)))

    async def press(self, button: Button | str) -> Reply:
        """The reply to a press on a button of the last reply, told by itself or by its label.

        A label that no button there has fails the test.
        """
        if isinstance(button, str):
            called = [each for each in self.buttons if each.label == button]
            assert called, f"no button {button!r}"
            button = called[0]
        return await self.press_token(button.token)

    async def press_token(self, token: str) -> Reply:
        """The reply to a press that carries ``token``, whatever that is."""
        return self._kept(await self.conversation.handle(Press(self.actor, self.chat, token)))

    def _kept(self, reply: Reply) -> Reply:
        if _FAULTS:
            fault = _FAULTS.pop()
            _FAULTS.clear()
            raise AssertionError(f"{reply.text}\n{fault}")
        assert reply.text.strip(), "a reply without a word"
        self.reply = reply
        return reply

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons of the last reply in reading order."""
        return tuple(button for row in self.reply.rows for button in row)

    @property
    def position(self) -> str | None:
        """The current game's position as the last reply told it."""
        return self.reply.game.position if self.reply.game else None

    @property
    def seq(self) -> int | None:
        """The current game's ``seq`` as the last reply told it."""
        return self.reply.game.seq if self.reply.game else None


async def session_at(storage: Storage, talk: Talk) -> tuple[GameRow, Session] | None:
    """The game that moves of this talk belong to, replayed from what is stored; None without one.

    Nothing that a conversation has kept is asked.
    """

    async def work(reading: Reading) -> tuple[GameRow, Session] | None:
        visit = await reading.people.recognise(
            talk.actor.platform,
            talk.actor.external_id,
            talk.chat.platform,
            talk.chat.external_id,
        )
        row = visit and visit.current_game and await reading.games.get(visit.current_game)
        if not row:
            return None
        events = [Event(*stored[:3]) for stored in await reading.games.events(row.id)]
        return row, Session.replay(find(row.game), deck_of(row), events)

    return await storage.read(work)


async def deal_to(talk: Talk, key: str, deck: Deck, deal: str) -> GameRow:
    """Give somebody a running game of these very cards; ``play KEY`` goes on with it."""

    async def work(uow: UnitOfWork) -> GameRow:
        now = talk.conversation._services.clock()
        visit = await uow.people.welcome(
            talk.actor.platform,
            talk.actor.external_id,
            talk.actor.name,
            talk.chat.platform,
            talk.chat.external_id,
            private=talk.chat.private,
            now=now,
        )
        row = await uow.games.add(
            NewGame(
                player_id=visit.player.id,
                identity_id=visit.identity.id,
                chat_id=visit.chat.id,
                game=key,
                deal=deal,
                cards=texts(deck.cards),
                starters=texts(deck.starters),
                rules_version=find(key).rules_version,
                started_at=now,
                status="running",
            )
        )
        await uow.people.set_current(visit, row.id)
        return row

    return await talk.conversation._services.storage.write(work)


def boards_of(reply: Reply) -> list[str]:
    """The monospace blocks of a reply."""
    return [block.text for block in reply.blocks if block.kind is BlockKind.BOARD]


def _keep_fault(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    if event["event"] == "unexpected_error":
        _FAULTS.append(str(event.get("exception")))
    raise structlog.DropEvent


@pytest.fixture(autouse=True)
def _faults() -> Iterator[None]:
    """Keep what goes wrong, so that it fails the test with its traceback."""
    _FAULTS.clear()
    structlog.configure(processors=[structlog.processors.format_exc_info, _keep_fault])
    yield
    structlog.reset_defaults()
    assert not _FAULTS, _FAULTS[0]


@pytest.fixture
def clock() -> Clock:
    """A clock to be set."""
    return Clock()


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    """A new database in a file."""
    opened = await Storage.open(f"sqlite:///{tmp_path / 'test.db'}")
    yield opened
    await opened.close()


@pytest.fixture
def conversation(storage: Storage, clock: Clock) -> Conversation:
    """A conversation over it."""
    return converse(storage, clock)


# Programs

_NURSERY = """
import io, json, os, socket, sys
import bot.commandline.play
from bot import cli

control = socket.socket(fileno=int(sys.argv[1]))
while True:
    message, pipes, *_ = socket.recv_fds(control, 65536, 3)
    if not message:
        break
    order = json.loads(message)
    if "wait" in order:
        _, status = os.waitpid(order["wait"], 0)
        control.sendall(json.dumps(os.waitstatus_to_exitcode(status)).encode() + b"\\n")
        continue
    child = os.fork()
    if not child:
        for number, pipe in enumerate(pipes):
            os.dup2(pipe, number)
        os.closerange(3, 1024)
        os.environ.update(order["environment"])
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)))
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")))
        sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), write_through=True)
        sys.argv = ["patience", *order["arguments"]]
        try:
            cli.main()
        except SystemExit as end:
            sys.stdout.flush()
            os._exit(end.code or 0)
    for pipe in pipes:
        os.close(pipe)
    control.sendall(json.dumps(child).encode() + b"\\n")
"""


@dataclass
class Program:
    """``patience play --json`` as a process of its own: lines in, answers out."""

    pid: int
    lines: io.BufferedWriter
    answers: io.BufferedReader
    nursery: "Nursery"
    status: int | None = field(default=None)

    def write(self, *lines: str) -> None:
        """Send lines without waiting for their answers."""
        for line in lines:
            self.lines.write(line.encode() + b"\n")
        self.lines.flush()

    def answer(self) -> dict[str, Any]:
        """The next answer."""
        line = self.answers.readline()
        assert line.endswith(b"\n"), f"no answer but {line!r}"
        return json.loads(line)

    def ask(self, line: str) -> dict[str, Any]:
        """The answer to a line."""
        self.write(line)
        return self.answer()

    def kill(self) -> list[dict[str, Any]]:
        """End it at once, whatever it does; the answers it had given that nobody had read."""
        os.kill(self.pid, signal.SIGKILL)
        left = self.answers.read().split(b"\n")[:-1]
        self._gone()
        return [json.loads(line) for line in left]

    def end(self) -> int:
        """End its input; its exit status."""
        with suppress(BrokenPipeError):
            self.lines.close()
        self.answers.read()
        return self._gone()

    def _gone(self) -> int:
        if self.status is None:
            self.status = self.nursery.wait(self.pid)
            with suppress(BrokenPipeError):
                self.lines.close()
            self.answers.close()
        return self.status


@dataclass(frozen=True)
class Ran:
    """A program that came to its end."""

    status: int
    out: bytes
    errors: bytes


class Nursery:
    """Starts programs quickly: forked from a process that has imported everything.

    Apart from that they are what the command starts: processes of their own that share nothing
    but the database.
    """

    def __init__(self) -> None:
        self._control, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _NURSERY, str(theirs.fileno())],
            cwd=ROOT,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        self._told = self._control.makefile("rb")
        self._programs: list[Program] = []

    def play(self, database: Path, user: str, *more: str) -> Program:
        """``patience play --json --user USER`` over a database."""
        return self._start(database, ["--json", "--user", user, *more], 2)

    def run(self, database: Path, *arguments: str, lines: bytes = b"") -> Ran:
        """``patience play`` with any arguments, from the start to the end of its input."""
        errors, theirs = os.pipe()
        program = self._start(database, [*arguments], theirs)
        os.close(theirs)
        with suppress(BrokenPipeError):
            program.lines.write(lines)
            program.lines.close()
        out = program.answers.read()
        with os.fdopen(errors, "rb") as told:
            return Ran(program.end(), out, told.read())

    def _start(self, database: Path, arguments: list[str], errors: int) -> Program:
        order = {
            "arguments": ["play", *arguments],
            "environment": {"DATABASE_URL": f"sqlite:///{database}", "LC_ALL": "C.UTF-8"},
        }
        their_in, our_out = os.pipe()
        our_in, their_out = os.pipe()
        pipes = [their_in, their_out, errors]
        socket.send_fds(self._control, [json.dumps(order).encode()], pipes)
        os.close(their_in)
        os.close(their_out)
        pid = json.loads(self._told.readline())
        program = Program(pid, os.fdopen(our_out, "wb"), os.fdopen(our_in, "rb"), self)
        self._programs.append(program)
        return program

    def wait(self, pid: int) -> int:
        """The exit status of a program, once it has ended."""
        self._control.sendall(json.dumps({"wait": pid}).encode())
        return int(json.loads(self._told.readline()))

    def end_all(self) -> None:
        """End what still runs."""
        for program in self._programs:
            if program.status is None:
                program.end()
        self._programs.clear()

    def close(self) -> None:
        """Start no more."""
        self.end_all()
        self._told.close()
        self._control.close()
        self._process.wait()


@pytest.fixture(scope="module")
def _nursery() -> Iterator[Nursery]:
    opened = Nursery()
    yield opened
    opened.close()


@pytest.fixture
def nursery(_nursery: Nursery) -> Iterator[Nursery]:
    """Where programs are started; they end with the test."""
    yield _nursery
    _nursery.end_all()


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """A loop for tests that can't be coroutines."""
    with asyncio.Runner() as opened:
        yield opened
