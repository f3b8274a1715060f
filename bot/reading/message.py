"""A whole message of moves: read step by step, each step against the table it leads to."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, Self

from bot.reading.phrases import Phrase, Problem, Steps, Trouble, as_code, is_legal, read_phrase
from bot.reading.words import LONGEST_MESSAGE, MOST_WORDS, PLACE, as_card, clauses
from games.game import Game
from games.moves import Move
from games.table import Table


class Walker(Protocol):
    """A position that moves can be tried on; it shows its table and nothing more."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""

    @property
    def table(self) -> Table:
        """What the player may see."""

    @property
    def likeness(self) -> Hashable:
        """Equal for positions that are the same up to places."""

    def after(self, steps: Steps) -> Self:
        """The walker once ``steps`` are played."""

    def turned(self) -> tuple[Move, Self] | None:
        """The turn and the walker after it, where the next card comes up by itself; else None."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """What to play: each entry is one action. ``problem`` tells why the rest was left out."""

    actions: tuple[Steps, ...]
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """Play ``actions``, then ask: ``words`` can mean any of ``options``."""

    actions: tuple[Steps, ...]
    words: str
    options: tuple[Steps, ...]


Reading = Sequence | Choice


def read_message(text: str, walker: Walker) -> Reading:
    """Read ``text`` against the walker's position; the first step that fails ends it."""
    parts = clauses(text) if len(text) <= LONGEST_MESSAGE else ()
    if len(text) > LONGEST_MESSAGE or sum(map(len, parts)) > MOST_WORDS:
        return Sequence((), Problem("", Trouble.TOO_LONG))
    if not parts:
        return Sequence((), Problem("", Trouble.UNREADABLE))
    words = tuple(word for part in parts for word in part)
    if len(words) > 1 and (actions := _all_codes(words, walker)) is not None:
        return Sequence(actions)
    return _walk(parts, walker)


def _all_codes(words: tuple[str, ...], walker: Walker) -> tuple[Steps, ...] | None:
    """The moves when every word is a legal code in its turn, else None."""
    actions: list[Steps] = []
    for word in words:
        move = as_code(walker.game, word)
        if move is None or not is_legal(walker.table, move):
            return None
        actions.append((move,))
        walker = walker.after((move,))
    return tuple(actions)


def _walk(parts: tuple[tuple[str, ...], ...], walker: Walker) -> Reading:
    actions: list[Steps] = []
    for part in parts:
        rest = part
        while rest:
            length, phrase = _next_phrase(rest, walker)
            if not phrase.meanings and actions and (turned := walker.turned()) is not None:
                # The card comes up after the last action anyway; only a bare code may ask for
                # it, so that no reading depends on a card that is not shown yet.
                if as_code(walker.game, rest[0]) is None:
                    return Sequence(tuple(actions), phrase.problem)
                turn, walker = turned
                actions[-1] = (*actions[-1], turn)
                length, phrase = 1, read_phrase(walker.game, walker.table, rest[:1])
            options = _different(phrase.meanings, walker)
            if len(options) > 1:
                return Choice(tuple(actions), " ".join(rest[:length]).replace(PLACE, ""), options)
            if not options:
                return Sequence(tuple(actions), phrase.problem)
            actions.append(options[0])
            walker = walker.after(options[0])
            rest = rest[length:]
    return Sequence(tuple(actions))


def _different(meanings: tuple[Steps, ...], walker: Walker) -> tuple[Steps, ...]:
    """Meanings that lead to positions which differ by more than places."""
    if len(meanings) == 1:
        return meanings
    kept: dict[Hashable, Steps] = {}
    for steps in meanings:
        # A swap is about nothing but places.
        swap = all(move.swap for move in steps)
        kept.setdefault(steps if swap else walker.after(steps).likeness, steps)
    return tuple(kept.values())


def _next_phrase(words: tuple[str, ...], walker: Walker) -> tuple[int, Phrase]:
    """The next phrase and how many words it takes.

    A card followed by more words is a source with its target, never a move by itself: ``7h 8c``
    must not send 7h somewhere else because it doesn't fit 8c.
    """
    best: tuple[int, Phrase] | None = None
    for length in _lengths(words):
        if length == 1 and _is_pair(walker.game, words):
            break
        phrase = read_phrase(walker.game, walker.table, words[:length])
        if phrase.meanings:
            return length, phrase
        if length == len(words) > 2 and _is_clear(phrase):
            # "column 5 to column 1" is understood and refused: no part of it is a move.
            return length, phrase
        if best is None or _says_more(phrase, best[1]):
            best = length, phrase
    return best or (len(words), Phrase((), Problem(" ".join(words), Trouble.UNREADABLE)))


def _is_pair(game: Game[Any], words: tuple[str, ...]) -> bool:
    """Whether two words make one code: ``w1 f1`` must not lay the card in hand on W1."""
    return len(words) > 1 and words[0][0] != "=" and as_code(game, "".join(words[:2])) is not None


def _says_more(phrase: Phrase, than: Phrase) -> bool:
    return _is_clear(phrase) and not _is_clear(than)


def _is_clear(phrase: Phrase) -> bool:
    """Whether the words were understood, though they can't be played."""
    return phrase.problem is not None and phrase.problem.trouble is not Trouble.UNREADABLE


def _lengths(words: tuple[str, ...]) -> Iterator[int]:
    """Lengths worth trying, longest pair first; a lone card only when nothing follows it."""
    longest = min(len(words), 8)
    if len(words) <= longest:
        yield len(words)
    for length in range(2, longest + 1):
        if length != len(words):
            yield length
    if len(words) > 1 and (as_card(words[0]) is None or words[0].startswith("=")):
        yield 1
