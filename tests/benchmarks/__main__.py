"""Prints every figure, or those named.

Names: presses, discord_presses, telegram_presses, leaderboard, daily_table, rules, solvers or one
of these.
"""

from __future__ import annotations

import importlib
import platform
import sys

SOLVERS = ("solve_bakers", "solve_calculation", "solve_grip", "workers")
PRESSES = ("presses", "discord_presses", "telegram_presses")
NAMES = (*PRESSES, "leaderboard", "daily_table", "rules", *SOLVERS)


def main() -> None:
    """Run the benchmarks named on the command line, all by default."""
    print(f"Python {platform.python_version()} on {platform.machine()}")  # noqa: T201 - a report
    asked = sys.argv[1:] or NAMES
    for name in (each for word in asked for each in (SOLVERS if word == "solvers" else (word,))):
        for line in importlib.import_module(f"tests.benchmarks.{name}").run():
            print(line, flush=True)  # noqa: T201 - as above


main()
