"""Every await of a program: where it stands in the source, and the program's end at one of them."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[4]
OURS = tuple(f"{ROOT / part}/" for part in ("bot", "storage"))


def frames(waiting: Any) -> Iterator[FrameType]:
    """The frames of a suspended coroutine, from the outermost to the one that waits."""
    while waiting is not None:
        frame = getattr(waiting, "cr_frame", None) or getattr(waiting, "gi_frame", None)
        if frame is not None:
            yield frame
        waiting = getattr(waiting, "cr_await", None) or getattr(waiting, "gi_yieldfrom", None)


def place(waiting: Any) -> str:
    """Where a coroutine waits: its awaits in the program one within the other, then what for.

    As ``scheduler.py:_due:143 > storage.py:read:70 > execute``.
    """
    found, last = [], ""
    for frame in frames(waiting):
        ours, named = _named(frame.f_code, frame.f_lineno)
        if ours:
            found.append(named)
            last = ""
        else:
            last = last or named
    return " > ".join((*found, last) if last else found)


@cache
def _named(code: CodeType, line: int) -> tuple[bool, str]:
    """Whether an await is the program's, and what it is called; the rest go by function alone."""
    file = Path(code.co_filename)
    if code.co_filename.startswith(OURS):
        return True, f"{file.name}:{code.co_name}:{line}"
    if file.name == "lives.py":
        return False, f"{code.co_name}:{line}"
    return False, "" if code.co_name in ("__aenter__", "__aexit__") else code.co_name


def awaits_of(where: str) -> list[str]:
    """The awaits in our source that are under way at a place, as ``storage.py:read:70``."""
    return [each.partition(" for ")[0] for each in where.split(" > ") if ".py:" in each]


class Awaits:
    """Counts a program's awaits by place, and ends it at the first that isn't spared.

    ``told`` is called with the place at which the program ends, ``ends`` ends it and never
    returns; ``coin`` says whether it ends only when what is awaited has happened.
    """

    def __init__(
        self, told: Callable[[str], None], ends: Callable[[], None], coin: Callable[[], bool]
    ) -> None:
        self.passed: Counter[str] = Counter()
        self.spared: frozenset[str] | None = None
        """Places where the program doesn't end; None for all."""
        self.label = ""
        self.running: set[Coroutine[Any, Any, Any]] = set()
        self._told, self._ends, self._coin = told, ends, coin

    def task(self, loop: Any, coroutine: Any, **more: Any) -> asyncio.Task[Any]:
        """A task whose awaits are counted; a loop's task factory."""
        return asyncio.Task(self._live(coroutine), loop=loop, **more)

    async def _live(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        self.running.add(coroutine)
        try:
            return await _Steps(self, coroutine)
        finally:
            self.running.discard(coroutine)

    def begins(self, coroutine: Coroutine[Any, Any, Any]) -> str:
        """An await is reached; its place if the program ends when what is awaited has happened."""
        where = place(coroutine)
        if "_drain" in where:
            where += f" for {self.label}"
        self.passed[where] += 1
        if self.spared is None or where in self.spared:
            return ""
        if self._coin():
            return where
        self.end(where)
        return ""

    def end(self, where: str) -> None:
        """The program ends here."""
        self._told(where)
        self._ends()


class _Steps:
    """Drives a coroutine from one await to the next."""

    def __init__(self, awaits: Awaits, coroutine: Coroutine[Any, Any, Any]) -> None:
        self._awaits, self._coroutine = awaits, coroutine

    def __await__(self) -> Generator[Any, Any, Any]:
        """Its awaits, and its result."""
        go_on: Callable[[Any], Any] = self._coroutine.send
        value: Any = None
        while True:
            try:
                waits = go_on(value)
            except StopIteration as end:
                return end.value
            where = self._awaits.begins(self._coroutine)
            try:
                value, go_on = (yield waits), self._coroutine.send
            except BaseException as error:  # noqa: BLE001 - it is the coroutine's to handle
                value, go_on = error, self._coroutine.throw
            if where:
                self._awaits.end(where)
