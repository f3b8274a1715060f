"""How a command ends: with its exit status, wrong usage and unreadable files with one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import typer


def end(body: Callable[[], int]) -> None:
    """Run a command's body and exit with its status."""
    from bot.commandline.asked import Misused
    from bot.commandline.output import USAGE, Unreadable, fail

    try:
        status = body()
        sys.stdout.flush()
    except (Misused, Unreadable) as error:
        status = fail(str(error), USAGE)
    except BrokenPipeError:
        # Whoever read the answers has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    raise typer.Exit(status)
