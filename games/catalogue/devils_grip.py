"""Devil's Grip (RULES.md, section 2): 24 piles of four by steps of three, in the right rows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from games.cards import JACK, Card, pack
from games.errors import IllegalMove, Reason, Refusal
from games.game import Deck, Game, Outcome, Score
from games.moves import Move
from games.packs import require_pack
from games.table import Pile, PileKind, Table

Run = tuple[Card, ...]

ROWS = {"a": (2, 5, 8, 11), "b": (3, 6, 9, 12), "c": (4, 7, 10, 13)}
"""What each row collects, bottom card first."""

PLACES = tuple(row + column for row in ROWS for column in "12345678")
HEIGHT = 4
STEP = 3
PACKET = 3

TURN = Move("d", "s", "w")
_INDEX = {place: index for index, place in enumerate(PLACES)}
_JOINS = {(x, y): Move(x + y, x, y) for x in PLACES for y in PLACES if x != y}
_FROM_WASTE = {place: Move("w" + place, "w", place) for place in PLACES}
_SWAPS = tuple(
    Move(f"{x}={y}", x, y, swap=True) for i, x in enumerate(PLACES) for y in PLACES[i + 1 :]
)
_BY_CODE = {move.code: move for move in (TURN, *_JOINS.values(), *_FROM_WASTE.values(), *_SWAPS)}
_BY_CODE |= {f"{move.target}={move.source}": move for move in _SWAPS}


@dataclass(frozen=True, slots=True)
class GripPosition:
    """24 piles in the order a1 … c8 (an empty place is ``()``), waste and stock.

    Piles and waste run from the bottom up; the next card of the stock is ``stock[0]``.
    """

    piles: tuple[Run, ...]
    waste: Run
    stock: Run


def complete(pile: Run) -> bool:
    """Whether a pile has its four cards; it is a properly built run by the rules."""
    return len(pile) == HEIGHT


def home_row(pile: Run) -> str:
    """The row a pile belongs to, told by any of its cards: ``a``, ``b`` or ``c``."""
    return "abc"[(pile[0].rank - 2) % STEP]


def below(card: Card) -> Card | None:
    """The card that ``card`` may be joined onto; None for 2, 3 and 4."""
    return Card(card.rank - STEP, card.suit) if card.rank - STEP >= 2 else None


class DevilsGrip(Game[GripPosition]):
    """Two packs without aces, 24 places, one pass of the stock by threes."""

    key = "devils-grip"
    total = 96
    hides = True
    turn = TURN
    leaves_over = True
    prepared_deals = True

    def ordered_pack(self, starters: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """Ranks 2 to K, each card twice."""
        return pack(lowest=2, copies=2)

    def deal(self, deck: Deck) -> GripPosition:
        """24 single cards, the rest the stock; raises BadDeal for a wrong pack."""
        require_pack(deck.cards, self.ordered_pack())
        places = len(PLACES)
        piles = tuple((card,) for card in deck.cards[:places])
        return GripPosition(piles, (), deck.cards[places:])

    def parse(self, code: str) -> Move:
        """The move of a code; a swap is read in either order."""
        if move := _BY_CODE.get(code):
            return move
        source, target = code[:2], code[-2:]
        if source == target and source in _INDEX and code in (source * 2, f"{source}={source}"):
            raise IllegalMove(Refusal(Reason.SAME_PLACE, code, place=source))
        raise IllegalMove(Refusal(Reason.NOT_A_CODE, code))

    def legal_moves(self, position: GripPosition) -> tuple[Move, ...]:
        """Joins, waste plays and the turn."""
        moves = [*_joins(position), *_waste_plays(position)]
        if position.stock:
            moves.append(TURN)
        return tuple(sorted(moves, key=_code))

    def swaps(self, position: GripPosition) -> tuple[Move, ...]:
        """Every pair of places that both hold a pile."""
        if all(position.piles):
            return _SWAPS
        filled = {place for place, pile in zip(PLACES, position.piles, strict=True) if pile}
        return tuple(m for m in _SWAPS if m.source in filled and m.target in filled)

    def play(self, position: GripPosition, move: Move) -> GripPosition:
        """The position after ``move``, an emptied place refilled; raises IllegalMove."""
        if move == TURN:
            return _turn(position)
        if move.swap:
            return _swap(position, move)
        if move.source == "w":
            return _play_waste(position, move)
        return _join(position, move)

    def outcome(self, position: GripPosition) -> Outcome:
        """Won with 24 complete piles in their rows; lost when nothing can be joined any more."""
        if position.stock:
            return Outcome.PLAYING
        if all(complete(pile) for pile in position.piles):
            won = all(_in_row(place, pile) for place, pile in _placed(position))
            return Outcome.WON if won else Outcome.PLAYING
        joinable = any(_waste_plays(position)) or any(_joins(position))
        return Outcome.PLAYING if joinable else Outcome.LOST

    def score(self, position: GripPosition) -> Score:
        """Cards in complete piles in their rows, and the cards left in the waste."""
        done = sum(complete(pile) and _in_row(place, pile) for place, pile in _placed(position))
        return Score(HEIGHT * done, len(position.waste))

    def table(self, position: GripPosition) -> Table:
        """Everything but the order of the stock; the waste is fanned, so all of it shows."""
        piles = tuple(Pile(place, PileKind.PLACE, pile) for place, pile in _placed(position))
        stock = Pile("s", PileKind.STOCK, hidden=len(position.stock))
        waste = Pile("w", PileKind.WASTE, position.waste)
        moves, swaps = self.legal_moves(position), self.swaps(position)
        return Table(self.key, (*piles, stock, waste), moves, swaps)

    def describe(self, position: GripPosition) -> str:
        """``A:2S-8S 5D-5D … | B:… | C:… | W:3H 9C QD | S:45``."""
        rows = []
        for number, row in enumerate(ROWS):
            piles = position.piles[number * 8 : number * 8 + 8]
            spans = (f"{pile[0].text}-{pile[-1].text}" if pile else "-" for pile in piles)
            rows.append(f"{row.upper()}:{' '.join(spans)}")
        waste = "W:" + " ".join(card.text for card in position.waste)
        return " | ".join((*rows, waste, f"S:{len(position.stock)}"))

    def canonical(self, position: GripPosition) -> Hashable:
        """Places don't matter until the last tidy-up, since swaps are free."""
        return tuple(sorted(position.piles)), position.waste, position.stock

    def reveals(self, position: GripPosition, move: Move) -> bool:
        """A turn shows cards, and so does a join that is followed by a refill."""
        if not position.stock or move.swap:
            return False
        return move.source != "w"

    def safe_move(self, position: GripPosition) -> Move | None:
        """The waste's top onto its predecessor, where nothing else could ever want that place.

        There are two copies of the card and two of its predecessor, and it can leave the waste
        only onto a predecessor. If its twin lies on one already, the other predecessor is the only
        place for this card, now or later. If both predecessors lie open, the twin will find the
        other one; which of the two this card takes makes no difference, since a run moves by its
        bottom card and grows at its top card alone, so what lies above equal cards may be
        exchanged throughout a line. Playing early uncovers the waste and blocks nothing.
        """
        if not position.waste:
            return None
        card = position.waste[-1]
        onto = below(card)
        if onto is None:
            return None
        open_places = [place for place, pile in _placed(position) if pile and pile[-1] == onto]
        twin_joined = any(card in pile[1:] for pile in position.piles)
        if open_places and (twin_joined or len(open_places) == 2):
            return _FROM_WASTE[open_places[0]]
        return None

    def tidy(self, position: GripPosition) -> tuple[Move, ...]:
        """Swaps that bring every complete pile home, as few as can be.

        A swap that sends both piles home comes first; no pile that is home is moved again. When
        no such pair is left, three strays of three rows may still stand in a ring, which two swaps
        solve; so a stray changes places with another before it takes an unfinished pile's place.
        """
        piles, swaps = list(position.piles), []
        while (move := _next_tidying(piles)) is not None:
            swaps.append(move)
            x, y = _INDEX[move.source], _INDEX[move.target]
            piles[x], piles[y] = piles[y], piles[x]
        return tuple(swaps)

    def tidies_itself(self, position: GripPosition) -> bool:
        """With stock and waste gone, 96 cards stand in 24 places of four: only swaps are left."""
        return not position.stock and not position.waste

    def may_count_up(self, position: GripPosition) -> bool:
        """The stock is gone and no waste card fits, though idle joins may remain."""
        if position.stock or not position.waste or any(_waste_plays(position)):
            return False
        return self.outcome(position) is Outcome.PLAYING


def _code(move: Move) -> str:
    return move.code


def _placed(position: GripPosition) -> Iterator[tuple[str, Run]]:
    return zip(PLACES, position.piles, strict=True)


def _in_row(place: str, pile: Run) -> bool:
    return home_row(pile) == place[0]


def _joins(position: GripPosition) -> Iterator[Move]:
    tops: dict[Card, list[str]] = {}
    for place, pile in _placed(position):
        if pile:
            tops.setdefault(pile[-1], []).append(place)
    for place, pile in _placed(position):
        onto = below(pile[0]) if pile else None
        for target in tops.get(onto, ()) if onto else ():
            yield _JOINS[place, target]


def _waste_plays(position: GripPosition) -> Iterator[Move]:
    onto = below(position.waste[-1]) if position.waste else None
    if onto is not None:
        for place, pile in _placed(position):
            if pile and pile[-1] == onto:
                yield _FROM_WASTE[place]


def _turn(position: GripPosition) -> GripPosition:
    if not position.stock:
        raise IllegalMove(Refusal(Reason.STOCK_EMPTY, TURN.code))
    turned, rest = position.stock[:PACKET], position.stock[PACKET:]
    return replace(position, waste=position.waste + turned, stock=rest)


def _swap(position: GripPosition, move: Move) -> GripPosition:
    x, y = _INDEX[move.source], _INDEX[move.target]
    for place, pile in ((move.source, position.piles[x]), (move.target, position.piles[y])):
        if not pile:
            raise IllegalMove(Refusal(Reason.SWAP_EMPTY, move.code, place=place))
    piles = list(position.piles)
    piles[x], piles[y] = piles[y], piles[x]
    return replace(position, piles=tuple(piles))


def _play_waste(position: GripPosition, move: Move) -> GripPosition:
    if not position.waste:
        raise IllegalMove(Refusal(Reason.NO_CARD, move.code, place="w"))
    card = position.waste[-1]
    target = _INDEX[move.target]
    _require_fit(card, position.piles[target], move)
    piles = list(position.piles)
    piles[target] = (*piles[target], card)
    return replace(position, piles=tuple(piles), waste=position.waste[:-1])


def _join(position: GripPosition, move: Move) -> GripPosition:
    source, target = _INDEX[move.source], _INDEX[move.target]
    moving = position.piles[source]
    if not moving:
        raise IllegalMove(Refusal(Reason.NO_CARD, move.code, place=move.source))
    _require_fit(moving[0], position.piles[target], move)
    piles = list(position.piles)
    piles[target] += moving
    piles[source] = position.stock[:1]
    return replace(position, piles=tuple(piles), stock=position.stock[1:])


def _require_fit(card: Card, pile: Run, move: Move) -> None:
    if not pile:
        raise IllegalMove(Refusal(Reason.EMPTY_PLACE, move.code, card=card, place=move.target))
    top = pile[-1]
    if top == below(card):
        return
    if top.rank >= JACK:
        reason = Reason.TOP_OF_ROW
    elif top.suit != card.suit:
        reason = Reason.OTHER_SUIT
    else:
        reason = Reason.WRONG_RANK
    raise IllegalMove(Refusal(reason, move.code, card=card, onto=top, place=move.target))


def _next_tidying(piles: list[Run]) -> Move | None:
    """A swap that brings a complete pile home, both of them if there is such a pair."""
    strays = [
        (place, pile)
        for place, pile in zip(PLACES, piles, strict=True)
        if complete(pile) and not _in_row(place, pile)
    ]
    ring = spare = None
    for place, pile in strays:
        for other, theirs in zip(PLACES, piles, strict=True):
            if other[0] != home_row(pile) or not theirs:
                continue
            if complete(theirs) and _in_row(other, theirs):
                continue
            swap = _BY_CODE[f"{place}={other}"]
            if not complete(theirs):
                spare = spare or swap
            elif home_row(theirs) == place[0]:
                return swap
            else:
                ring = ring or swap
    return ring or spare
