"""One phrase against one table: the legal moves it can mean, found by filtering them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.reading.words import FILLER, HOME, PLACE, SWAP, TURN, WASTE, as_card, as_rank
from games.cards import Card
from games.errors import IllegalMove
from games.game import Game
from games.moves import Move
from games.table import Pile, PileKind, Table

Steps = tuple[Move, ...]


class Trouble(StrEnum):
    """Why a phrase names no move at all."""

    UNREADABLE = "unreadable"
    NOT_SEEN = "not_seen"  # no such card can be seen; the same for every unseen card
    BURIED = "buried"  # seen, but under others
    PLAYED = "played"  # on a foundation
    NOWHERE = "nowhere"  # open, but it fits nowhere
    NO_PLACE = "no_place"  # a name as piles here have them, and none has it
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why ``words`` can't be played: trouble with the words, or a move the rules refuse.

    With both, the refusal counts only where it is about the room for a run.
    """

    words: str
    trouble: Trouble | None = None
    card: Card | None = None
    place: str = ""
    refused: Move | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """The legal ``meanings`` of a phrase, each the steps of one action; else the problem."""

    meanings: tuple[Steps, ...]
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class _Legal:
    """Something the table allows, and the cards it may be called by."""

    steps: Steps
    source: str
    target: str
    cards: tuple[Card, ...]


def as_code(game: Game[Any], word: str) -> Move | None:
    """The move whose code a word is, with or without the forcing ``=``, or None."""
    try:
        return game.parse(word.removeprefix("="))
    except IllegalMove:
        return None


def is_legal(table: Table, move: Move) -> bool:
    """Whether the table allows this very move."""
    return move in (table.swaps if move.swap else table.moves)


def read_phrase(game: Game[Any], table: Table, words: tuple[str, ...]) -> Phrase:
    """Every legal reading of ``words`` as one thing to do; else why there is none."""
    meanings = tuple(dict.fromkeys(_meanings(game, table, words)))
    return Phrase(meanings, None if meanings else _problem(game, table, words))


def _meanings(game: Game[Any], table: Table, words: tuple[str, ...]) -> Iterator[Steps]:
    if len(words) == 1:
        yield from _coded(game, table, words[0])
        if words[0].startswith("="):
            return
        if words[0] in TURN:
            yield from ((move,) for move in table.moves if move.source == "s")
        if (card := as_card(words[0])) is not None:
            yield from (legal.steps for legal in _allowed(table) if card in legal.cards)
    yield from _paired(game, table, words)


def _paired(game: Game[Any], table: Table, words: tuple[str, ...]) -> Iterator[Steps]:
    """Readings as a source and a target."""
    for source, target, swap in _pairs(words):
        if swap and (move := as_code(game, f"{source}={target}".replace(PLACE, ""))) is not None:
            # Two places by their names are the code itself: c3 is no 3 of clubs then.
            if is_legal(table, move):
                yield (move,)
            return
        for legal in _swaps(table) if swap else _allowed(table):
            if _fits(table, legal, source, target):
                yield legal.steps
            if swap and _fits(table, legal, target, source):
                yield legal.steps


def _coded(game: Game[Any], table: Table, word: str) -> Iterator[Steps]:
    move = as_code(game, word)
    if move is None:
        return
    if is_legal(table, move):
        yield (move,)
    if not word.startswith("="):
        for run in table.runs:
            if (run.source, run.target) == (move.source, move.target):
                yield run.steps


def _allowed(table: Table) -> Iterator[_Legal]:
    for move in table.moves:
        yield _Legal((move,), move.source, move.target, callers(table.pile(move.source)))
    for run in table.runs:
        head = table.pile(run.source).cards[-run.count]
        yield _Legal(run.steps, run.source, run.target, (head,))


def _swaps(table: Table) -> Iterator[_Legal]:
    for move in table.swaps:
        yield _Legal((move,), move.source, move.target, table.pile(move.source).cards)


def callers(pile: Pile) -> tuple[Card, ...]:
    """The cards a move from here may be called by: all of a grid pile, else the open card."""
    if pile.kind in (PileKind.STOCK, PileKind.FOUNDATION):
        return ()
    return pile.cards if pile.kind is PileKind.PLACE else pile.cards[-1:]


def _pairs(words: tuple[str, ...]) -> Iterator[tuple[str, str, bool]]:
    """Source and target word, and whether a swap was asked, for each way to drop fillers."""
    swap = any(word in SWAP for word in words)
    said = tuple(word for word in words if word not in SWAP)
    bare = tuple(word for word in said if word not in FILLER)
    # "7h a a" is Spanish for "7h to a": the last word may be a cell although it looks like filler.
    last = (*(word for word in said[:-1] if word not in FILLER), *said[-1:])
    # "a to 5": so may the first.
    first = (*said[:1], *(word for word in said[1:] if word not in FILLER))
    for kept in dict.fromkeys((said, bare, last, first)):
        if len(kept) == 2:
            yield kept[0], kept[1], swap


def _fits(table: Table, legal: _Legal, source: str, target: str) -> bool:
    return _is_source(table, legal, source) and _is_target(table, legal, target)


def _is_source(table: Table, legal: _Legal, word: str) -> bool:
    return _is_place(word, table.pile(legal.source)) or _calls(table, word, legal.cards)


def _is_target(table: Table, legal: _Legal, word: str) -> bool:
    if legal.target == "h":
        home = _home_of(table, legal.cards[-1]) if legal.cards else ()
        return word in HOME or _calls(table, word, home)
    pile = table.pile(legal.target)
    if pile.kind is PileKind.FOUNDATION and word in HOME:
        return True
    cards = pile.cards if legal.steps[0].swap else pile.cards[-1:]
    return _is_place(word, pile) or _calls(table, word, cards)


def _home_of(table: Table, card: Card) -> tuple[Card, ...]:
    homes = table.of(PileKind.FOUNDATION)
    return tuple(home.top for home in homes if home.top and home.top.suit == card.suit)


def _is_place(word: str, pile: Pile) -> bool:
    return word.removeprefix(PLACE) in _names(pile)


def _names(pile: Pile) -> frozenset[str]:
    if pile.name == "w":
        return WASTE
    return frozenset({pile.name})


def _calls(table: Table, word: str, cards: tuple[Card, ...]) -> bool:
    """Whether a word names one of the cards; a bare number names a column where there are some."""
    if as_card(word) in cards:
        return True
    rank = None if word.isdigit() and table.piles[0].name.isdigit() else as_rank(word)
    return any(rank == each.rank for each in cards)


def _problem(game: Game[Any], table: Table, words: tuple[str, ...]) -> Problem:
    text = " ".join(words).replace(PLACE, "")
    if len(words) == 1:
        word = words[0]
        if (card := as_card(word)) is not None and not word.startswith("="):
            return _about_card(table, card, text, Trouble.NOWHERE)
        move = game.turn if word in TURN else as_code(game, word)
        if move is not None:
            return Problem(text, refused=move)
    for source, target, swap in _pairs(words):
        if (found := _about_pair(game, table, (source, target, swap), text)) is not None:
            return found
    if (name := next((word for word in words if _misses(table, word)), None)) is not None:
        return Problem(text, Trouble.NO_PLACE, place=name)
    return Problem(text, Trouble.UNREADABLE)


def _misses(table: Table, word: str) -> bool:
    """Whether a word is a name as piles here have them, such as ``w9``, and no pile has it."""
    letter, number = word[:1], word[1:]
    if not (number.isascii() and number.isdigit() and len(number) < 3 and letter.isalpha()):
        return False
    names = {pile.name for pile in table.piles}
    alike = any(name[0] == letter and name[1:].isdigit() for name in names)
    return alike and word not in names


def _about_pair(
    game: Game[Any],
    table: Table,
    pair: tuple[str, str, bool],
    text: str,
) -> Problem | None:
    source, target, swap = pair
    sources = [pile for pile in table.piles if _may_start(table, pile, source)]
    sources.sort(key=lambda pile: not _is_place(source, pile))
    for pile in sources:
        for name in _target_names(table, target):
            start = "" if pile.kind is PileKind.HAND else pile.name
            move = as_code(game, start + ("=" if swap else "") + name)
            if move is not None and not is_legal(table, move):
                return Problem(text, refused=move)
    for word in (source, target):
        if (card := as_card(word)) is not None and (word is target or not sources):
            problem = _about_card(table, card, text, Trouble.UNREADABLE)
            if word is source and problem.trouble is Trouble.BURIED:
                return replace(problem, refused=_meant(game, table, problem.place, target))
            return problem
    return None


def _meant(game: Game[Any], table: Table, source: str, target: str) -> Move | None:
    """The move from a buried card's pile: it may head a run that is too long."""
    codes = (as_code(game, source + name) for name in _target_names(table, target))
    return next((move for move in codes if move is not None), None)


def _may_start(table: Table, pile: Pile, word: str) -> bool:
    if pile.kind in (PileKind.FOUNDATION, PileKind.STOCK):
        return False
    return _is_place(word, pile) or _calls(table, word, callers(pile))


def _target_names(table: Table, word: str) -> Iterator[str]:
    if word in HOME:
        yield "h"
    for pile in sorted(table.piles, key=lambda pile: not _is_place(word, pile)):
        if _is_place(word, pile) or _calls(table, word, pile.cards[-1:]):
            yield pile.name


def _about_card(table: Table, card: Card, text: str, otherwise: Trouble) -> Problem:
    for pile in table.piles:
        if card in callers(pile):
            return Problem(text, otherwise, card, pile.name)
    for pile in table.piles:
        if card in pile.cards:
            played = pile.kind is PileKind.FOUNDATION
            return Problem(text, Trouble.PLAYED if played else Trouble.BURIED, card, pile.name)
    return Problem(text, Trouble.NOT_SEEN, card)
