"""Calculation: solving by ranks with the stock known, and fair hints from games played out."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.cards import Card
from games.catalogue.calculation import Calculation, CalculationPosition
from games.moves import Move
from games.solvers.counting.beam import FIRST_WASTE, Effort, Search, Step, climb
from games.solvers.counting.choosing import HABITS, TURN, choose
from games.solvers.counting.digging import dig
from games.solvers.counting.luck import new_dice, share_won, win_by_luck
from games.solvers.counting.pack import CALCULATION, Sight, State, remaining
from games.solvers.solver import (
    Assessment,
    Difficulty,
    Grade,
    Hint,
    Limits,
    Prospect,
    Solution,
    Solver,
    Verdict,
    Why,
)  # fmt: skip
from games.table import PileKind, Table

RULES = Calculation()
RANKS = 13
SAMPLES = 1200
"""Shuffles that a hint is tried on at most."""
CHOICES = 8
"""Moves a hint compares at most; a node is one game played out."""
SAMPLE_BYTES = 200 * CHOICES
"""Of a shuffle in the tables of a hint: a node for each move."""
ORDERS = 200
"""Orders of the unseen cards up to which ``check`` solves each of them."""
LUCK, MOST_LUCK = 20_000, 6
"""Games played by habit before the first rung of the ladder; doubled for each of the next ones."""
GRADE_GAMES = 2000
EASY, HARD = 0.55, 0.1
"""Shares of ``GRADE_GAMES`` that the player of habit wins of a deal: above, easy; below, hard.

Thirds of all deals, about: the borders are 0.63 and 0.12 over deals 1 … 600, 0.51 and 0.06 over
1000 … 1299, where the player wins 42 and 36 % on average.
"""


class CalculationSolver(Solver[CalculationPosition]):
    """Nodes are positions looked at in a search, and games played out."""

    key = "calculation"

    def warm(self) -> None:
        """Compile every kernel by using it once."""
        stock = tuple(itertools.islice(itertools.cycle(range(RANKS)), 4, 52))
        state = State((1,) * 4, ((),) * 4, stock)
        few = Limits(seconds=math.inf, nodes=2000)
        climb(CALCULATION, state, Effort(few))
        win_by_luck(CALCULATION, HABITS, state, 1, new_dice(), Effort(few))
        sight = _sight_of(state)
        dig(CALCULATION, sight, Effort(few))
        choose(CALCULATION, HABITS, replace(sight, hand=5), 2)
        share_won(CALCULATION, HABITS, state, 1)

    def solve(self, position: CalculationPosition, limits: Limits) -> Solution:
        """A line by luck or by the first search of the ladder that finds one; see ``counting``."""
        effort = Effort(limits)
        if sum(position.heights) == RULES.total:
            return Solution(Verdict.WINNABLE, ())
        if limits.nothing:
            return Solution(Verdict.UNDECIDED)
        search = _search(_state(position), effort)
        if search.steps is not None:
            moves = tuple(_moves(search.steps, in_hand=position.hand is not None))
            return Solution(Verdict.WINNABLE, moves, effort.nodes)
        verdict = Verdict.UNWINNABLE if search.complete else Verdict.UNDECIDED
        return Solution(verdict, nodes=effort.nodes)

    def hint(self, table: Table, limits: Limits, before: Sequence[Table] = ()) -> Hint:
        """The move that wins most of the games played out, or what needs no such games.

        With an empty hand the next card is turned before anything else: what can be played now
        can be played with that card in hand as well.
        """
        if not table.moves:
            return Hint(None, Why.OVER)
        if limits.nothing:
            return Hint(None, Why.UNDECIDED)
        sight = _sight(table)
        safe = RULES.safe_move(_open_position(table))
        if safe is not None:
            return Hint(safe, Why.SAFE, card=_card(table, safe))
        if len(table.moves) == 1 or (sight.hand is None and any(sight.unseen)):
            move = RULES.turn if RULES.turn in table.moves else table.moves[0]
            return Hint(move, Why.ONLY, card=_card(table, move))
        if sum(sight.unseen) <= 1:
            return _known(table, sight, limits)
        return _tried(table, sight, limits)

    def check(self, table: Table, limits: Limits) -> Assessment:
        """Unwinnable by ``dig``, winnable by solving all orders, else the player's games."""
        sight = _sight(table)
        if sum(sight.heights) == RULES.total:
            return Assessment(Prospect.WINNABLE)
        if limits.nothing:
            return Assessment(Prospect.UNDECIDED)
        effort = Effort(limits)
        best_order = dig(CALCULATION, sight, effort)
        if best_order.steps is None:
            lost = best_order.complete
            return Assessment(Prospect.UNWINNABLE if lost else Prospect.UNDECIDED)
        if _wins_every_order(sight, effort):
            return Assessment(Prospect.WINNABLE)
        samples = _samples(limits)
        if samples == 0:
            return Assessment(Prospect.OPEN)
        best = choose(CALCULATION, HABITS, sight, samples)[0]
        return Assessment(Prospect.OPEN, best.games, best.wins)

    def grade(self, position: CalculationPosition, limits: Limits) -> Grade:
        """Difficulty by how often the player of habit wins this very deal."""
        solution = self.solve(position, limits)
        if solution.verdict is not Verdict.WINNABLE:
            return Grade(solution.verdict)
        share = share_won(CALCULATION, HABITS, _state(position), GRADE_GAMES)
        if share >= EASY:
            return Grade(solution.verdict, Difficulty.EASY)
        return Grade(solution.verdict, Difficulty.HARD if share < HARD else Difficulty.MEDIUM)


SOLVER = CalculationSolver()


def _search(state: State, effort: Effort) -> Search:
    """A complete search where order doesn't matter any more, else luck and then the ladder."""
    if len(state.stock) <= 1:
        return dig(CALCULATION, _sight_of(state), effort)
    dice = new_dice()

    def attempt(rung: int) -> tuple[Step, ...] | None:
        games = LUCK << min(rung, MOST_LUCK)
        return win_by_luck(CALCULATION, HABITS, state, games, dice, effort)

    return climb(CALCULATION, state, effort, attempt)


def _state(position: CalculationPosition) -> State:
    hand = () if position.hand is None else (position.hand,)
    return State(
        position.heights,
        tuple(_ranks(waste) for waste in position.wastes),
        _ranks((*hand, *position.stock)),
    )


def _sight_of(state: State) -> Sight:
    """The first card in hand, the others in any order."""
    hand = state.stock[0] if state.stock else None
    counts = Counter(state.stock[1:])
    return Sight(state.heights, state.wastes, hand, tuple(counts[r] for r in range(RANKS)))


def _sight(table: Table) -> Sight:
    """A table by ranks; unseen is what the foundations lack and nobody sees."""
    heights = tuple(pile.size for pile in table.of(PileKind.FOUNDATION))
    wastes = tuple(_ranks(pile.cards) for pile in table.of(PileKind.WASTE))
    held = _ranks(table.pile("t").cards)
    seen = Counter(itertools.chain(*wastes, held))
    unseen = tuple(n - seen[r] for r, n in enumerate(remaining(CALCULATION, heights)))
    return Sight(heights, wastes, held[0] if held else None, unseen)


def _ranks(cards: Sequence[Card]) -> tuple[int, ...]:
    return tuple(card.rank - 1 for card in cards)


def _moves(steps: Sequence[Step], *, in_hand: bool) -> Iterator[Move]:
    """Single moves, each card turned just before it is placed."""
    for source, target in steps:
        if source < 0 and not in_hand:
            yield RULES.parse("d")
        in_hand = in_hand and source >= 0
        yield _move((source, target))


def _move(step: Step) -> Move:
    source, target = step
    if source == TURN:
        return RULES.parse("d")
    goal = f"w{target - FIRST_WASTE + 1}" if target >= FIRST_WASTE else f"f{target + 1}"
    return RULES.parse(goal if source < 0 else f"w{source + 1}{goal}")


def _card(table: Table, move: Move) -> Card | None:
    """The card a move takes away, None for a turn."""
    return table.pile(move.source).top


def _open_position(table: Table) -> CalculationPosition:
    """What lies open, with no stock: enough to ask the game for a safe move."""
    foundations = table.of(PileKind.FOUNDATION)
    return CalculationPosition(
        tuple(pile.cards[-1] for pile in foundations),
        tuple(pile.size for pile in foundations),
        table.pile("t").top,
        tuple(pile.cards for pile in table.of(PileKind.WASTE)),
        (),
    )


def _known(table: Table, sight: Sight, limits: Limits) -> Hint:
    """A proof, since at most one card is unseen and its rank follows."""
    stock = tuple(rank for rank, n in enumerate(sight.unseen) if n)
    held = () if sight.hand is None else (sight.hand,)
    search = _search(State(sight.heights, sight.wastes, (*held, *stock)), Effort(limits))
    if search.steps is None:
        return Hint(None, Why.NO_WIN if search.complete else Why.UNDECIDED)
    moves = tuple(_moves(search.steps, in_hand=bool(held)))
    return Hint(moves[0], Why.WINS, left=len(moves), card=_card(table, moves[0]))


def _tried(table: Table, sight: Sight, limits: Limits) -> Hint:
    """The move that won most, and the next best one; equal wastes are one and the same."""
    samples = _samples(limits)
    if samples == 0:
        return Hint(None, Why.UNDECIDED)
    ranking = choose(CALCULATION, HABITS, sight, samples)
    best, move = ranking[0], _move(ranking[0].step)
    if len(ranking) == 1:
        return Hint(move, Why.ONLY, card=_card(table, move))
    second = ranking[1]
    return Hint(
        move,
        Why.PLAYED_OUT,
        games=best.games,
        wins=best.wins,
        second=_move(second.step),
        second_wins=second.wins,
        card=_card(table, move),
    )


def _samples(limits: Limits) -> int:
    return min(SAMPLES, limits.nodes // CHOICES, limits.bytes // SAMPLE_BYTES)


def _wins_every_order(sight: Sight, effort: Effort) -> bool:
    """Whether each order of the unseen cards, few enough to try, can be won."""
    orders = math.factorial(sum(sight.unseen))
    for n in sight.unseen:
        orders //= math.factorial(n)
    if orders > ORDERS:
        return False
    held = () if sight.hand is None else (sight.hand,)
    return all(
        _search(State(sight.heights, sight.wastes, (*held, *order)), effort).steps is not None
        for order in _orders(list(sight.unseen))
    )


def _orders(counts: list[int]) -> Iterator[tuple[int, ...]]:
    """Every distinct order of cards counted by rank."""
    if not any(counts):
        yield ()
    for rank, n in enumerate(counts):
        if n:
            counts[rank] -= 1
            yield from ((rank, *rest) for rest in _orders(counts))
            counts[rank] += 1
