"""Prints every figure, or those named: presses, leaderboard, rules."""

from __future__ import annotations

import importlib
import platform
import sys

NAMES = ("presses", "leaderboard", "rules")


def main() -> None:
    """Run the benchmarks named on the command line, all by default."""
    print(f"Python {platform.python_version()} on {platform.machine()}")  # noqa: T201 - a report
    for name in sys.argv[1:] or NAMES:
        for line in importlib.import_module(f"tests.benchmarks.{name}").run():
            print(line, flush=True)  # noqa: T201 - as above


main()
