"""Jobs that tell or wreck the process they run in, and ways to start one; spawned by name."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from games.solvers import Limits

BRIEF, LONG = Limits(seconds=0.2), Limits(seconds=60)


@dataclass(frozen=True)
class Tell:
    """The process and the word it was given."""

    word: str = ""
    limits: Limits = BRIEF

    def run(self) -> tuple[int, str]:
        """Its number, and the word."""
        return os.getpid(), self.word


@dataclass(frozen=True)
class Spin:
    """A search that never looks at its limits."""

    limits: Limits = BRIEF

    def run(self) -> None:
        """Run for ever."""
        while True:
            pass


@dataclass(frozen=True)
class Announce:
    """Tells where it runs by a file, then runs for ever."""

    file: str
    limits: Limits = LONG

    def run(self) -> None:
        """Write the number of the process, then never end."""
        fresh = Path(f"{self.file}.new")
        fresh.write_text(str(os.getpid()), "ascii")
        fresh.replace(self.file)
        while True:
            time.sleep(60)


@dataclass(frozen=True)
class Devour:
    """A search that wants more memory than there is for it."""

    limits: Limits = BRIEF

    def run(self) -> int:
        """Two gigabytes, all of them touched."""
        return len(np.ones(2 * 2**30, np.uint8))


@dataclass(frozen=True)
class Fail:
    """A fault in a solver."""

    limits: Limits = BRIEF

    def run(self) -> None:
        """Raise."""
        raise ValueError("a fault")


def at_once() -> None:
    """Nothing to compile."""


def slow() -> None:
    """Kernels that take their time."""
    time.sleep(1)


def never() -> None:
    """A process that dies before its first job."""
    os._exit(3)
