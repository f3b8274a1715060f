"""Calculation (RULES.md, section 1): only ranks matter."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from games.cards import Card, Suit, pack
from games.errors import BadDeal, IllegalMove, Reason, Refusal
from games.game import Deck, Game, Outcome, Score
from games.moves import Move
from games.packs import require_pack
from games.table import Pile, PileKind, Table

PILES = 4
COMPLETE = 13

ORDERS: tuple[tuple[int, ...], ...] = tuple(
    tuple((step * n - 1) % COMPLETE + 1 for n in range(1, COMPLETE + 1))
    for step in range(1, PILES + 1)
)
"""The ranks of each foundation from its start to its king, in steps of 1, 2, 3 and 4."""

STARTERS = tuple(Card(rank, Suit(rank - 1)) for rank in range(1, PILES + 1))
"""A♣ 2♦ 3♥ 4♠, unless the player chooses others (settled in RULES.md)."""

TURN = Move("d", "s", "t")
_HAND_TO_FOUNDATION = tuple(Move(f"f{n}", "t", f"f{n}") for n in range(1, PILES + 1))
_HAND_TO_WASTE = tuple(Move(f"w{n}", "t", f"w{n}") for n in range(1, PILES + 1))
_WASTE_TO_FOUNDATION = tuple(
    tuple(Move(f"w{w}f{f}", f"w{w}", f"f{f}") for f in range(1, PILES + 1))
    for w in range(1, PILES + 1)
)
_BY_CODE = {
    move.code: move
    for move in (
        TURN,
        *_HAND_TO_FOUNDATION,
        *_HAND_TO_WASTE,
        *(move for moves in _WASTE_TO_FOUNDATION for move in moves),
    )
}


@dataclass(frozen=True, slots=True)
class CalculationPosition:
    """Foundations as top cards and heights, the card in hand, wastes bottom first, the stock.

    The next card to be turned is ``stock[0]``.
    """

    tops: tuple[Card, ...]
    heights: tuple[int, ...]
    hand: Card | None
    wastes: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


def wanted(foundation: int, height: int) -> int | None:
    """The rank that foundation 0 … 3 wants at ``height`` 1 … 13; None when it is complete."""
    return ORDERS[foundation][height] if height < COMPLETE else None


def accepts(position: CalculationPosition, foundation: int, card: Card) -> bool:
    """Whether a foundation takes the card: only the rank is asked."""
    return wanted(foundation, position.heights[foundation]) == card.rank


class Calculation(Game[CalculationPosition]):
    """Four foundations in steps of 1 to 4, four wastes, one pass of the stock."""

    key = "calculation"
    total = 52
    hides = True
    turns_itself = True
    turn = TURN

    def check_starters(self, starters: tuple[Card, ...]) -> tuple[Card, ...]:
        """The four starts, an A, a 2, a 3 and a 4 in this order; raises BadDeal for others."""
        starters = starters or STARTERS
        if tuple(card.rank for card in starters) != (1, 2, 3, 4):
            raise BadDeal("starters", " ".join(card.text for card in starters))
        return starters

    def ordered_pack(self, starters: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """All cards but the four starts."""
        taken = self.check_starters(starters)
        return tuple(card for card in pack() if card not in taken)

    def deal(self, deck: Deck) -> CalculationPosition:
        """Starts on the foundations, 48 cards in the stock; raises BadDeal."""
        starters = self.check_starters(deck.starters)
        require_pack(deck.cards, self.ordered_pack(starters))
        empty: tuple[tuple[Card, ...], ...] = ((),) * PILES
        return CalculationPosition(starters, (1,) * PILES, None, empty, deck.cards)

    def parse(self, code: str) -> Move:
        """The move of a code."""
        try:
            return _BY_CODE[code]
        except KeyError:
            raise IllegalMove(Refusal(Reason.NOT_A_CODE, code)) from None

    def legal_moves(self, position: CalculationPosition) -> tuple[Move, ...]:
        """Turn if nothing waits; place what waits; waste tops to foundations at any time."""
        moves: list[Move] = []
        if position.hand is not None:
            card = position.hand
            moves += [_HAND_TO_FOUNDATION[f] for f in range(PILES) if accepts(position, f, card)]
            moves += _HAND_TO_WASTE
        elif position.stock:
            moves.append(TURN)
        for w, waste in enumerate(position.wastes):
            if waste:
                moves += [
                    _WASTE_TO_FOUNDATION[w][f]
                    for f in range(PILES)
                    if accepts(position, f, waste[-1])
                ]
        return tuple(sorted(moves, key=_code))

    def play(self, position: CalculationPosition, move: Move) -> CalculationPosition:
        """The position after ``move``; raises IllegalMove."""
        if move.source == "s":
            return _turn(position)
        card, left = _take(position, move)
        if move.target[0] == "w":
            return _lay(left, int(move.target[1]) - 1, card)
        return _build(left, int(move.target[1]) - 1, card, move)

    def outcome(self, position: CalculationPosition) -> Outcome:
        """Won with all foundations at the king; lost when the stock is gone and nothing fits."""
        if sum(position.heights) == self.total:
            return Outcome.WON
        if position.stock or position.hand is not None:
            return Outcome.PLAYING
        fits = any(
            accepts(position, f, waste[-1])
            for waste in position.wastes
            if waste
            for f in range(PILES)
        )
        return Outcome.PLAYING if fits else Outcome.LOST

    def score(self, position: CalculationPosition) -> Score:
        """Cards on foundations, the starts included."""
        return Score(sum(position.heights))

    def table(self, position: CalculationPosition) -> Table:
        """Everything but the order of the stock."""
        foundations = tuple(
            Pile(f"f{n}", PileKind.FOUNDATION, (top,), covered=height - 1)
            for n, (top, height) in enumerate(
                zip(position.tops, position.heights, strict=True), start=1
            )
        )
        hand = (position.hand,) if position.hand is not None else ()
        wastes = tuple(
            Pile(f"w{n}", PileKind.WASTE, waste) for n, waste in enumerate(position.wastes, 1)
        )
        piles = (
            *foundations,
            Pile("t", PileKind.HAND, hand),
            Pile("s", PileKind.STOCK, hidden=len(position.stock)),
            *wastes,
        )
        return Table(self.key, piles, self.legal_moves(position))

    def describe(self, position: CalculationPosition) -> str:
        """``F:5 Q 3 8 | T:9C | 1:… | 2:… | 3:… | 4:… | S:17``."""
        tops = " ".join(card.text[0] for card in position.tops)
        hand = position.hand.text if position.hand is not None else "-"
        wastes = (
            f"{n}:{' '.join(card.text for card in waste)}"
            for n, waste in enumerate(position.wastes, 1)
        )
        return " | ".join((f"F:{tops}", f"T:{hand}", *wastes, f"S:{len(position.stock)}"))

    def canonical(self, position: CalculationPosition) -> Hashable:
        """The order of the wastes doesn't matter."""
        return replace(position, wastes=tuple(sorted(position.wastes)))

    def reveals(self, position: CalculationPosition, move: Move) -> bool:
        """Only a turn shows a card."""
        return move.source == "s"

    def next_card(self, position: CalculationPosition) -> Move | None:
        """The turn, while nothing waits to be placed."""
        return TURN if position.hand is None and position.stock else None

    def safe_move(self, position: CalculationPosition) -> Move | None:
        """A card to the only foundation that still lacks its rank.

        Each foundation takes each rank once, so when three have passed a rank, the fourth takes
        the last copy of it: this very card, sooner or later. Take a winning line and play the
        card now instead of then. Until then its foundation stood still, so no other card of the
        line is in its way; what the line laid on the card in a waste pile lies there without it,
        in the same order. So the line still wins.
        """
        for move in self.legal_moves(position):
            if move.target[0] == "f":
                card = position.hand if move.source == "t" else _top(position, move.source)
                if card is not None and _lacking(position, card.rank) == 1:
                    return move
        return None


def _code(move: Move) -> str:
    return move.code


def _top(position: CalculationPosition, waste: str) -> Card | None:
    cards = position.wastes[int(waste[1]) - 1]
    return cards[-1] if cards else None


def _lacking(position: CalculationPosition, rank: int) -> int:
    """How many foundations have yet to take ``rank``."""
    return sum(ORDERS[f].index(rank) >= height for f, height in enumerate(position.heights))


def _turn(position: CalculationPosition) -> CalculationPosition:
    if position.hand is not None:
        raise IllegalMove(Refusal(Reason.HAND_FULL, TURN.code, card=position.hand))
    if not position.stock:
        raise IllegalMove(Refusal(Reason.STOCK_EMPTY, TURN.code))
    return replace(position, hand=position.stock[0], stock=position.stock[1:])


def _take(position: CalculationPosition, move: Move) -> tuple[Card, CalculationPosition]:
    """The card of a move and the position without it."""
    if move.source == "t":
        if position.hand is None:
            raise IllegalMove(Refusal(Reason.HAND_EMPTY, move.code))
        return position.hand, replace(position, hand=None)
    index = int(move.source[1]) - 1
    waste = position.wastes[index]
    if not waste:
        raise IllegalMove(Refusal(Reason.NO_CARD, move.code, place=move.source))
    return waste[-1], replace(position, wastes=_put(position.wastes, index, waste[:-1]))


def _lay(position: CalculationPosition, waste: int, card: Card) -> CalculationPosition:
    cards = (*position.wastes[waste], card)
    return replace(position, wastes=_put(position.wastes, waste, cards))


def _build(
    position: CalculationPosition, foundation: int, card: Card, move: Move
) -> CalculationPosition:
    if not accepts(position, foundation, card):
        wants = wanted(foundation, position.heights[foundation])
        raise IllegalMove(
            Refusal(Reason.FOUNDATION_WANTS, move.code, card=card, place=move.target, wants=wants)
        )
    tops = list(position.tops)
    heights = list(position.heights)
    tops[foundation] = card
    heights[foundation] += 1
    return replace(position, tops=tuple(tops), heights=tuple(heights))


def _put(
    wastes: tuple[tuple[Card, ...], ...], index: int, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*wastes[:index], cards, *wastes[index + 1 :])
