"""``patience legends``: looks for shuffled deals that can be won although nearly none can."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from bot.commandline.asked import game_named
from bot.commandline.database import with_database
from bot.commandline.output import DONE, USAGE, fail, show, show_json
from bot.commandline.settings import settings
from games.deals import lay_out, random_deal
from games.game import Game
from games.solvers import Limits, proved, ready
from storage import Storage
from storage.records import Legend

MOST = 30.0
"""Seconds that one deal is looked at."""


def legends(game_name: str, seconds: float, *, as_json: bool) -> int:
    """Search random deals for ``seconds`` and keep the winners; the exit status."""
    game = game_named(game_name)
    if not game.prepared_deals:
        return fail(f"in {game.key} most deals can be won: legends are for devils-grip", USAGE)
    if not seconds > 0:
        return fail("--seconds is how long to search, more than 0", USAGE)
    return with_database(lambda: _search(game, seconds, as_json=as_json))


def _search(game: Game[Any], seconds: float, *, as_json: bool) -> int:
    # The loop runs only while something is stored: an interrupt ends the search at once.
    with asyncio.Runner() as runner:
        storage = runner.run(Storage.open(settings().database))
        looked = found = 0
        try:
            for legend in _look(game, seconds):
                looked += 1
                if legend is None:
                    continue
                found += runner.run(_keep(storage, legend))
                if as_json:
                    show_json({"game": game.key, "deal": legend.deal, "moves": legend.line.split()})
                else:
                    show(f"{game.key} {legend.deal}: {len(legend.line.split())} moves")
        except KeyboardInterrupt:
            pass  # what was found is kept; the figures below tell the rest
        finally:
            known = runner.run(_known(storage, game.key))
            runner.run(storage.close())
    if not as_json:
        show(f"{looked} deals looked at, {found} new legends, {known} known")
    return DONE


async def _known(storage: Storage, key: str) -> int:
    return await storage.read(lambda reading: reading.legends.count(key))


async def _keep(storage: Storage, legend: Legend) -> bool:
    return await storage.write(lambda uow: uow.legends.add(legend))


def _look(game: Game[Any], seconds: float) -> Iterator[Legend | None]:
    """A legend or None for each random deal, until the time is over."""
    solver = ready(game.key)
    assert solver is not None  # a game with prepared deals has one
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        deal = random_deal(secrets.randbelow)
        position = game.deal(lay_out(game, deal))
        limits = Limits(seconds=min(MOST, left))
        solution = proved(game, position, solver.seek(position, limits))
        if solution.moves is None:
            yield None
        else:
            line = " ".join(move.code for move in solution.moves)
            yield Legend(game=game.key, deal=deal, line=line, found_at=datetime.now(UTC))
