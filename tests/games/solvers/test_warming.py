"""What ``warm`` compiles is all that is ever called."""

import itertools
import sys
import time

import pytest
from numba.core.dispatcher import Dispatcher

from games.catalogue import GAMES
from games.deals import lay_out
from games.solvers import ready
from games.solvers.solver import Limits

FEW = Limits(seconds=600, nodes=20_000)
DEALS = {"bakers-game": (2, 4, 7, 10, 223), "calculation": (1, 2), "devils-grip": (1, 2)}


def compiled(key):
    """How many kinds of arguments each kernel is compiled for, by module and name."""
    package = {"bakers-game": "bakers", "calculation": "counting", "devils-grip": "grip"}[key]
    return {
        (name, each): len(kernel.signatures)
        for name, module in list(sys.modules.items())
        if name.startswith(f"games.solvers.{package}.")
        for each, kernel in vars(module).items()
        if isinstance(kernel, Dispatcher)
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_nothing_is_compiled_in_mid_game(game):
    """After ``warm`` no question meets a kernel that isn't compiled for its arguments."""
    solver = ready(game.key)
    before = compiled(game.key)

    for deal in DEALS[game.key]:
        position = game.deal(lay_out(game, str(deal)))
        moves = game.legal_moves(position)
        for at in game.along(position, moves[:1]):
            solver.solve(at, FEW)
            solver.hint(game.table(at), FEW)
            solver.check(game.table(at), FEW)
        solver.grade(position, FEW)
        solver.par(position, FEW)
        solver.seek(position, FEW)

    assert before
    assert compiled(game.key) == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_slow_machine_compiles_them_all(game, monkeypatch):
    """``warm`` calls the same kernels on a machine where each look at the clock takes an hour."""
    solver = ready(game.key)
    called = set()

    def watched(kernel):
        def call(*given):
            called.add(kernel.__name__)
            return kernel(*given)

        return call

    for name, module in list(sys.modules.items()):
        if name.startswith("games.solvers."):
            for each, kernel in list(vars(module).items()):
                if isinstance(kernel, Dispatcher):
                    monkeypatch.setattr(module, each, watched(kernel))
    solver.warm()
    usual = set(called)
    called.clear()
    hours = itertools.count(step=3600)
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(hours)))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(hours)))
    solver.warm()

    assert called == usual
    assert usual
