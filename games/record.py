"""Records: games as text, in the manner of chess's PGN (FORMATS.md, "Records")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.cards import Card, pack, texts
from games.catalogue import find
from games.deals import lay_out, read_deal
from games.errors import BadDeal, IllegalMove
from games.game import Deck, Game, Outcome
from games.moves import Move
from games.notation import read_card

_HEADER = re.compile(r'\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]\s*(?:;.*)?\Z')
_MOVES_A_LINE = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a record: the move's number from 1, or None where no move is at fault.

    ``error`` is the rules' own refusal where there is one.
    """

    index: int | None
    move: str | None
    reason: str
    detail: str = ""
    error: IllegalMove | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read: headers in order, move codes, and a fault of its form."""

    headers: Mapping[str, str]
    codes: tuple[str, ...]
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """A record played through.

    ``position`` is the state before the fault, or at the end; ``moves`` counts legal moves.
    ``game`` and ``position`` are None where there is none; ``deal`` is None for ``Cards``.
    """

    record: Record
    game: Game[Any] | None = None
    deal: str | None = None
    deck: Deck | None = None
    position: Any = None
    moves: int = 0
    fault: Fault | None = None


@dataclass(slots=True)
class _Draft:
    headers: dict[str, str] = field(default_factory=dict)
    codes: list[str] = field(default_factory=list)
    fault: Fault | None = None
    in_moves: bool = False

    def done(self) -> Record:
        return Record(self.headers, tuple(self.codes), self.fault)


def read_records(text: str) -> Iterator[Record]:
    """Every record of ``text``; a bad one carries its fault and the next are still read.

    Headers come first; a blank line ends them; the next header line after it starts a new record.
    """
    draft: _Draft | None = None
    for raw in text.splitlines():
        line = raw.removeprefix("\ufeff").strip()
        if line.startswith("["):
            if draft is not None and draft.in_moves:
                yield draft.done()
                draft = None
            draft = draft or _Draft()
            _read_header(draft, line)
        elif not line:
            if draft is not None:
                draft.in_moves = True
        elif words := line.partition(";")[0].split():
            draft = draft or _Draft(in_moves=True)
            _read_moves(draft, words)
    if draft is not None and (draft.headers or draft.codes or draft.fault):
        yield draft.done()


def _read_header(draft: _Draft, line: str) -> None:
    found = _HEADER.match(line)
    if found is None:
        draft.fault = draft.fault or Fault(None, None, "bad_header", line[:60])
        return
    name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
    if name in draft.headers:
        draft.fault = draft.fault or Fault(None, None, "header_twice", name[:60])
        return
    draft.headers[name] = value


def _read_moves(draft: _Draft, words: list[str]) -> None:
    if not draft.in_moves:
        draft.fault = draft.fault or Fault(None, None, "no_blank_line", " ".join(words)[:60])
    draft.in_moves = True
    draft.codes += words


def check(record: Record) -> Checked:
    """Play a record through the rules; what is wrong is told, never raised."""
    if record.fault is not None:
        return Checked(record, fault=record.fault)
    try:
        game = find(record.headers["Game"])
    except KeyError:
        name = record.headers.get("Game")
        reason = "no_game" if name is None else "unknown_game"
        return Checked(record, fault=Fault(None, None, reason, (name or "")[:60]))
    try:
        deal, deck = _deck_of(game, record.headers)
        position = game.deal(deck)
    except BadDeal as error:
        return Checked(record, game, fault=Fault(None, None, error.reason, error.detail))
    return _play(Checked(record, game, deal, deck, position))


def _deck_of(game: Game[Any], headers: Mapping[str, str]) -> tuple[str | None, Deck]:
    """Deal text and deck; raises BadDeal, also where ``Deal`` and ``Cards`` disagree."""
    if "Deal" not in headers and "Cards" not in headers:
        raise BadDeal("no_deal")
    starters = _cards(headers.get("Starters", ""))
    if starters:
        game.check_starters(starters)
    laid: Deck | None = None
    if "Cards" in headers:
        cards = _cards(headers["Cards"])
        if not starters and game.check_starters(()):
            starters = _missing(game, cards)
        laid = Deck(cards, starters)
        game.deal(laid)
    if "Deal" not in headers:
        assert laid is not None
        return None, laid
    deal = read_deal(game, headers["Deal"])
    made = lay_out(game, deal, starters)
    if laid is not None and laid != made:
        raise BadDeal("disagree", deal)
    return deal, made


def _cards(text: str) -> tuple[Card, ...]:
    cards = []
    for word in text.split():
        card = read_card(word)
        if card is None:
            raise BadDeal("not_a_card", word[:20])
        cards.append(card)
    return tuple(cards)


def _missing(game: Game[Any], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The starts that ``Cards`` leaves out; where none is left out, the game's own stands in.

    Whatever else is wrong with the cards is then named by the check of the pack.
    """
    seen = set(cards)
    absent = {card.rank: card for card in reversed(pack()) if card not in seen}
    return tuple(absent.get(start.rank, start) for start in game.check_starters(()))


def _play(start: Checked) -> Checked:
    game, position, codes = start.game, start.position, start.record.codes
    assert game is not None
    for index, code in enumerate(codes, 1):
        try:
            position = game.play(position, game.parse(code))
        except IllegalMove as error:
            fault = Fault(index, code[:20], error.refusal.reason.value, error=error)
            return _ended(start, position, index - 1, fault)
    return _ended(start, position, len(codes), _wrong_result(start, position))


def _ended(start: Checked, position: Any, moves: int, fault: Fault | None) -> Checked:
    return Checked(start.record, start.game, start.deal, start.deck, position, moves, fault)


def _wrong_result(start: Checked, position: Any) -> Fault | None:
    result = start.record.headers.get("Result")
    if result is None:
        return None
    game = start.game
    assert game is not None
    outcome = game.outcome(position)
    allowed = {
        "won": outcome is Outcome.WON,
        "lost": outcome is Outcome.LOST or game.may_count_up(position),
        "resigned": outcome is Outcome.PLAYING,
        "unfinished": outcome is Outcome.PLAYING,
    }
    if result not in allowed:
        return Fault(None, None, "unknown_result", result[:20])
    return None if allowed[result] else Fault(None, None, "wrong_result", result)


def write_record(
    game: str,
    deal: str | None,
    deck: Deck,
    line: Iterable[Move],
    headers: Mapping[str, str],
) -> str:
    """A record as text; without a deal text the cards themselves are written."""
    given = {"Game": game}
    if deal is not None:
        given["Deal"] = deal
    if deck.starters:
        given["Starters"] = texts(deck.starters)
    if deal is None:
        given["Cards"] = texts(deck.cards)
    heads = [f'[{name} "{_escaped(value)}"]' for name, value in {**given, **headers}.items()]
    codes = [move.code for move in line]
    rows = [
        " ".join(codes[start : start + _MOVES_A_LINE])
        for start in range(0, len(codes), _MOVES_A_LINE)
    ]
    return "\n".join((*heads, "", *rows)) + "\n"


def _escaped(value: str) -> str:
    one_line = " ".join(value.split())
    return one_line.replace("\\", "\\\\").replace('"', '\\"')
