"""(f) Baker's Game: verdicts and lines of Microsoft 1…1000, beside Freecell Solver."""

from __future__ import annotations

import ctypes
import statistics
import time
from collections.abc import Callable, Iterable

from games.catalogue.bakers_game import BakersGame, BakersPosition
from games.deals import lay_out
from games.solvers import Limits, Verdict
from games.solvers.bakers.find import find
from games.solvers.bakers_game import SOLVER
from tests.benchmarks.timing import median, percentile

DEALS = range(1, 1001)
BLOCK = 100
"""Deals that each solver takes in a row: both see the same load of the machine."""
LIBRARY = "libfreecell-solver.so.0"
COMPLETE = ("-g", "bakers_game", "-to", "01ABCDEF", "-sp", "r:tf")

Answers = list[tuple[float, bool]]
"""Milliseconds, and whether the deal can be won."""


def run() -> Iterable[str]:
    """Times by verdict, the ratio of means, disagreements, lengths of lines."""
    game = BakersGame()
    positions = [game.deal(lay_out(game, str(number))) for number in DEALS]
    SOLVER.warm()
    nodes: list[tuple[int, bool]] = []

    def ours(position: BakersPosition) -> bool:
        found = find(position, Limits())
        nodes.append((found.nodes, found.verdict is Verdict.WINNABLE))
        return found.verdict is Verdict.WINNABLE

    theirs = freecell_solver()
    mine: Answers = []
    others: Answers = []
    for first in range(0, len(positions), BLOCK):
        block = positions[first : first + BLOCK]
        mine += timed(ours, block)
        others += timed(theirs, block) if theirs else []
    yield described("verdicts", mine)
    won = [count for count, winnable in nodes if winnable]
    thirds = ", ".join(f"{border:.0f}" for border in statistics.quantiles(won, n=3))
    yield f"solve_bakers: nodes: at most {max(nodes)[0]:,}; thirds of the winnable at {thirds}"
    if others:
        yield described("Freecell Solver, complete scan", others)
        ratio = mean(mine) / mean(others)
        wrong = sum(a[1] != b[1] for a, b in zip(mine, others, strict=True))
        yield f"solve_bakers: ratio of means {ratio:.3f}, disagreements {wrong}"
    else:
        yield f"solve_bakers: skipped: {LIBRARY} is not installed"
    yield from lines(positions)


def timed(solver: Callable[[BakersPosition], bool], positions: list[BakersPosition]) -> Answers:
    """Answers with the time that each took."""
    answers = []
    for position in positions:
        start = time.perf_counter()
        winnable = solver(position)
        answers.append((1000 * (time.perf_counter() - start), winnable))
    return answers


def mean(answers: Answers) -> float:
    """The mean time."""
    return statistics.fmean(took for took, _ in answers)


def described(name: str, answers: Answers) -> str:
    """The line of one solver."""
    parts = [f"mean {mean(answers):.2f} ms"]
    for word, wanted in (("winnable", True), ("unwinnable", False)):
        took = [each for each, winnable in answers if winnable is wanted]
        parts.append(f"{word} median {median(took):.2f}, p99 {percentile(took, 0.99):.2f}")
    return f"solve_bakers: {name}: {'; '.join(parts)}"


def lines(positions: list[BakersPosition]) -> Iterable[str]:
    """Lengths of lines and what they take, the verdict included."""
    took, lengths = [], []
    for position in positions:
        start = time.perf_counter()
        solution = SOLVER.solve(position, Limits())
        took.append(1000 * (time.perf_counter() - start))
        if solution.moves is not None:
            lengths.append(len(solution.moves))
    yield (
        f"solve_bakers: with short lines: mean {statistics.fmean(took):.1f} ms,"
        f" p99 {percentile(took, 0.99):.1f}; length median {median(lengths):.0f},"
        f" p90 {percentile(lengths, 0.9)}, most {max(lengths)}"
    )


def freecell_solver() -> Callable[[BakersPosition], bool] | None:
    """The other solver, set up once; None where its library is absent."""
    try:
        library = ctypes.CDLL(LIBRARY)
    except OSError:
        return None
    prefix = "freecell_solver_user_"
    alloc, solve = library[prefix + "alloc"], library[prefix + "solve_board"]
    alloc.restype = ctypes.c_void_p
    instance = ctypes.c_void_p(alloc())
    words = (ctypes.c_char_p * len(COMPLETE))(*(word.encode() for word in COMPLETE))
    error, last = ctypes.c_char_p(), ctypes.c_int()
    refused = library[prefix + "cmd_line_parse_args"](
        instance, len(COMPLETE), words, 0, None, None, None, ctypes.byref(error), ctypes.byref(last)
    )
    if refused:
        return None

    def solver(position: BakersPosition) -> bool:
        columns = (" ".join(card.text for card in column) for column in position.columns)
        result = solve(instance, "\n".join((*columns, "")).encode())
        library[prefix + "recycle"](instance)
        return bool(result == 0)

    return solver
