"""Baker's Game (RULES.md, section 3): columns build down by suit, one card at a time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from games.cards import SUITS, Card, Suit, pack
from games.catalogue.bakers_runs import run_length, run_limit, runs
from games.errors import IllegalMove, Reason, Refusal
from games.game import Deck, Game, Outcome, Score
from games.moves import Move
from games.packs import require_pack
from games.table import Pile, PileKind, Table

T = TypeVar("T")

COLUMNS = "12345678"
CELLS = "abcd"
HOME = "h"
HOMES = tuple(HOME + suit.lower() for suit in SUITS)


def _all_moves() -> Iterator[Move]:
    for source in COLUMNS + CELLS:
        targets = COLUMNS + CELLS + HOME if source in COLUMNS else COLUMNS + HOME
        yield from (Move(source + target, source, target) for target in targets)


_BY_CODE = {move.code: move for move in _all_moves()}


@dataclass(frozen=True, slots=True)
class BakersPosition:
    """Heights of the foundations C D H S, the cells a … d, the columns from base to open end."""

    homes: tuple[int, ...]
    cells: tuple[Card | None, ...]
    columns: tuple[tuple[Card, ...], ...]


def goes_home(position: BakersPosition, card: Card) -> bool:
    """Foundations build up by suit from the ace, without gaps."""
    return position.homes[card.suit] == card.rank - 1


def builds_on(card: Card, onto: Card) -> bool:
    """Columns build down by suit: 7♥ on 8♥, never on 8♣."""
    return card.suit == onto.suit and card.rank == onto.rank - 1


class BakersGame(Game[BakersPosition]):
    """Eight columns, four cells, four foundations; everything lies open."""

    key = "bakers-game"
    total = 52
    hides = False
    microsoft_deals = True

    def ordered_pack(self, starters: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """All 52 cards."""
        return pack()

    def deal(self, deck: Deck) -> BakersPosition:
        """Row after row along eight columns; raises BadDeal for a wrong pack."""
        require_pack(deck.cards, self.ordered_pack())
        columns = tuple(deck.cards[column :: len(COLUMNS)] for column in range(len(COLUMNS)))
        return BakersPosition((0,) * 4, (None,) * 4, columns)

    def parse(self, code: str) -> Move:
        """The move of a code; a cell to a cell is one that people try, so it gets a reason."""
        if move := _BY_CODE.get(code):
            return move
        if len(code) == 2 and code[0] in CELLS and code[1] in CELLS:
            raise IllegalMove(Refusal(Reason.CELL_TO_CELL, code, place=code[1]))
        raise IllegalMove(Refusal(Reason.NOT_A_CODE, code))

    def legal_moves(self, position: BakersPosition) -> tuple[Move, ...]:
        """Every single card that may move, with every place it may go."""
        codes: list[str] = []
        free = [cell for cell, card in zip(CELLS, position.cells, strict=True) if card is None]
        for source, card in _open_cards(position):
            if goes_home(position, card):
                codes.append(source + HOME)
            if source in COLUMNS:
                codes += [source + cell for cell in free]
            for target, column in zip(COLUMNS, position.columns, strict=True):
                if target != source and (not column or builds_on(card, column[-1])):
                    codes.append(source + target)
        return tuple(_BY_CODE[code] for code in sorted(codes))

    def play(self, position: BakersPosition, move: Move) -> BakersPosition:
        """The position after ``move``; raises IllegalMove."""
        card = _card_at(position, move.source)
        if card is None:
            raise IllegalMove(Refusal(Reason.NO_CARD, move.code, place=move.source))
        if move.source == move.target:
            raise IllegalMove(Refusal(Reason.SAME_PLACE, move.code, place=move.source))
        _require_fit(position, move, card)
        return _put(_taken(position, move.source), move.target, card)

    def refusal(self, position: BakersPosition, move: Move) -> Refusal | None:
        """Where a run would fit but for its length: how many cards there is room for."""
        refusal = super().refusal(position, move)
        if refusal is None or refusal.reason is not Reason.WRONG_RANK:
            return refusal
        card, onto = refusal.card, refusal.onto
        if card is None or onto is None or move.source not in COLUMNS:
            return refusal
        needed = onto.rank - card.rank
        room = run_limit(position.columns, position.cells, move.target)
        if not room < needed <= run_length(position.columns[COLUMNS.index(move.source)]):
            return refusal
        return Refusal(Reason.NO_ROOM, move.code, onto=onto, place=move.target, count=room)

    def outcome(self, position: BakersPosition) -> Outcome:
        """Won with 52 cards home; lost when no legal move exists."""
        if sum(position.homes) == self.total:
            return Outcome.WON
        return Outcome.PLAYING if _can_move(position) else Outcome.LOST

    def score(self, position: BakersPosition) -> Score:
        """Cards on foundations."""
        return Score(sum(position.homes))

    def table(self, position: BakersPosition) -> Table:
        """Everything: nothing is hidden here."""
        columns = tuple(
            Pile(name, PileKind.COLUMN, cards)
            for name, cards in zip(COLUMNS, position.columns, strict=True)
        )
        cells = tuple(
            Pile(name, PileKind.CELL, () if card is None else (card,))
            for name, card in zip(CELLS, position.cells, strict=True)
        )
        homes = tuple(
            Pile(name, PileKind.FOUNDATION, (Card(top, suit),) if top else (), 0, max(0, top - 1))
            for name, suit, top in zip(HOMES, Suit, position.homes, strict=True)
        )
        return Table(
            self.key,
            (*columns, *cells, *homes),
            self.legal_moves(position),
            runs=runs(position.columns, position.cells, _BY_CODE),
        )

    def describe(self, position: BakersPosition) -> str:
        """``F:C4 D0 HA S2 | C:7H - - QS | 1:JD KD 2S | … | 8:…``."""
        homes = " ".join(
            SUITS[suit] + (Card(top, suit).text[0] if top else "0")
            for suit, top in zip(Suit, position.homes, strict=True)
        )
        cells = " ".join("-" if card is None else card.text for card in position.cells)
        columns = (
            f"{name}:{' '.join(card.text for card in cards)}"
            for name, cards in zip(COLUMNS, position.columns, strict=True)
        )
        return " | ".join((f"F:{homes}", f"C:{cells}", *columns))

    def canonical(self, position: BakersPosition) -> Hashable:
        """Neither the order of the cells nor that of the columns matters."""
        cells = tuple(sorted(card for card in position.cells if card is not None))
        return position.homes, cells, tuple(sorted(position.columns))

    def safe_move(self, position: BakersPosition) -> Move | None:
        """Any card that goes home: that never loses a win.

        Only the next lower card of its own suit can ever be laid on a card, and a card goes home
        only when all lower cards of its suit are home already; so nothing can be laid on it any
        more and it is of no use in the tableau. Take a winning line, play the card home first and
        drop it from the line: each remaining move still finds its place, for the card only stood
        in the way; where the line laid it on a column or in a cell, that place is free instead.
        """
        for source, card in _open_cards(position):
            if goes_home(position, card):
                return _BY_CODE[source + HOME]
        return None


def _open_cards(position: BakersPosition) -> Iterator[tuple[str, Card]]:
    for name, column in zip(COLUMNS, position.columns, strict=True):
        if column:
            yield name, column[-1]
    for name, card in zip(CELLS, position.cells, strict=True):
        if card is not None:
            yield name, card


def _can_move(position: BakersPosition) -> bool:
    """Whether any card has somewhere to go."""
    if not all(position.columns) or None in position.cells:
        return True  # a card is left to fill the gap: 52 home is asked before
    ends = {column[-1] for column in position.columns}
    return any(
        goes_home(position, card) or (card.rank < 13 and Card(card.rank + 1, card.suit) in ends)
        for _, card in _open_cards(position)
    )


def _card_at(position: BakersPosition, place: str) -> Card | None:
    if place in CELLS:
        return position.cells[CELLS.index(place)]
    column = position.columns[COLUMNS.index(place)]
    return column[-1] if column else None


def _require_fit(position: BakersPosition, move: Move, card: Card) -> None:
    if move.target == HOME:
        if not goes_home(position, card):
            top = position.homes[card.suit]
            raise IllegalMove(
                Refusal(
                    Reason.FOUNDATION_WANTS,
                    move.code,
                    card=card,
                    place=HOMES[card.suit],
                    wants=top + 1 if top < 13 else None,
                )
            )
        return
    onto = _card_at(position, move.target)
    if onto is None:
        return
    if move.target in CELLS:
        reason = Reason.CELL_TAKEN
    elif card.suit != onto.suit:
        reason = Reason.OTHER_SUIT
    elif not builds_on(card, onto):
        reason = Reason.WRONG_RANK
    else:
        return
    raise IllegalMove(Refusal(reason, move.code, card=card, onto=onto, place=move.target))


def _taken(position: BakersPosition, source: str) -> BakersPosition:
    if source in CELLS:
        return replace(position, cells=_with(position.cells, CELLS.index(source), None))
    index = COLUMNS.index(source)
    return replace(position, columns=_with(position.columns, index, position.columns[index][:-1]))


def _put(position: BakersPosition, target: str, card: Card) -> BakersPosition:
    if target == HOME:
        return replace(position, homes=_with(position.homes, card.suit, card.rank))
    if target in CELLS:
        return replace(position, cells=_with(position.cells, CELLS.index(target), card))
    index = COLUMNS.index(target)
    return replace(
        position, columns=_with(position.columns, index, (*position.columns[index], card))
    )


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
