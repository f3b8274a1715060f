"""A game being played: a deck and a list of events.

Undo and redo are events too, so ``seq`` only grows and an old button never fits a newer board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from games.game import Deck, Game, Outcome
from games.moves import Move

UNDO, REDO, RESTART = "u", "r", "s"
COUNT, RESIGN = "count", "resign"
"""Event codes beside move codes; no game may use them for a move."""


@dataclass(frozen=True, slots=True)
class Event:
    """One stored fact. ``action`` is the ``seq`` of the first event of the player's action."""

    seq: int
    action: int
    code: str


@dataclass(frozen=True, slots=True)
class Step:
    """A kept move, the position it was played in, and whether it showed a hidden card."""

    move: Move
    before: Any
    reveals: bool


Action = tuple[Step, ...]


class NothingToDo(ValueError):
    """Nothing to undo, redo or restart."""


@dataclass(frozen=True, slots=True)
class Session:
    """An immutable game in progress; every change returns the next session and its events.

    ``actions`` are the kept actions of the player, ``undone`` those that redo brings back (last
    one first), ``ending`` is ``count`` or ``resign`` once the player ended the game.
    """

    game: Game[Any]
    deck: Deck
    position: Any
    seq: int = 0
    actions: tuple[Action, ...] = ()
    undone: tuple[Action, ...] = ()
    ending: str = ""

    @classmethod
    def start(cls, game: Game[Any], deck: Deck) -> Self:
        """A fresh game; raises BadDeal when the deck isn't the game's."""
        return cls(game, deck, game.deal(deck))

    @classmethod
    def replay(cls, game: Game[Any], deck: Deck, events: Iterable[Event]) -> Self:
        """The session that ``events`` lead to; raises IllegalMove when they break the rules."""
        session = cls.start(game, deck)
        group: list[Event] = []
        for event in events:
            if group and event.action != group[0].action:
                session = session._apply(group)
                group = []
            group.append(event)
        return session._apply(group) if group else session

    def _apply(self, group: list[Event]) -> Self:
        match group[0].code:
            case "u":
                after = self._undo()
            case "r":
                after = self._redo()
            case "s":
                after = self._restart()
            case "count" | "resign" as ending:
                after = self._end(ending)
            case _:
                after = self._play([self.game.parse(event.code) for event in group])
        return replace(after, seq=group[-1].seq)

    @property
    def outcome(self) -> Outcome:
        """What the rules say, or lost once the player counted up."""
        return Outcome.LOST if self.ending == COUNT else self.game.outcome(self.position)

    @property
    def line(self) -> tuple[Move, ...]:
        """The kept moves, undone ones left out: what a record holds."""
        return tuple(step.move for action in self.actions for step in action)

    @property
    def undo_reveals(self) -> bool:
        """Whether the next undo would pass a card that had been hidden."""
        return bool(self.actions) and any(step.reveals for step in self.actions[-1])

    @property
    def seen_hidden(self) -> bool:
        """Whether a kept move showed a hidden card."""
        return any(step.reveals for action in self.actions for step in action)

    def positions(self) -> tuple[Any, ...]:
        """Every position of the kept line, the deal first."""
        return (*(step.before for action in self.actions for step in action), self.position)

    def act(self, moves: Iterable[Move]) -> tuple[Self, tuple[Event, ...]]:
        """Play ``moves`` as one action of the player; raises IllegalMove and changes nothing."""
        return self._recorded(self._play(moves), [])

    def undo(self) -> tuple[Self, tuple[Event, ...]]:
        """Take back the last action with all that followed; raises NothingToDo."""
        return self._recorded(self._undo(), [UNDO])

    def redo(self) -> tuple[Self, tuple[Event, ...]]:
        """Bring back the action undone last; raises NothingToDo."""
        return self._recorded(self._redo(), [REDO])

    def restart(self) -> tuple[Self, tuple[Event, ...]]:
        """Undo to the deal; redo goes forward again. Raises NothingToDo."""
        return self._recorded(self._restart(), [RESTART])

    def end(self, ending: str) -> tuple[Self, tuple[Event, ...]]:
        """Count up or resign; raises NothingToDo when the game may not end so."""
        return self._recorded(self._end(ending), [ending])

    def _recorded(self, after: Self, codes: list[str]) -> tuple[Self, tuple[Event, ...]]:
        codes = codes or [step.move.code for step in after.actions[-1]]
        first = self.seq + 1
        events = tuple(Event(first + n, first, code) for n, code in enumerate(codes))
        return replace(after, seq=self.seq + len(events)), events

    def _play(self, moves: Iterable[Move]) -> Self:
        if self.ending:
            raise NothingToDo("the game was ended")
        position, steps = self.position, []
        for move in moves:
            after = self.game.play(position, move)
            steps.append(Step(move, position, self.game.reveals(position, move)))
            position = after
        if not steps:
            raise NothingToDo("no moves")
        return replace(self, position=position, actions=(*self.actions, tuple(steps)), undone=())

    def _undo(self) -> Self:
        if not self.actions:
            raise NothingToDo("undo")
        last = self.actions[-1]
        return replace(
            self,
            position=last[0].before,
            actions=self.actions[:-1],
            undone=(*self.undone, last),
        )

    def _redo(self) -> Self:
        if not self.undone:
            raise NothingToDo("redo")
        again, rest = self.undone[-1], self.undone[:-1]
        return replace(self._play([step.move for step in again]), undone=rest)

    def _restart(self) -> Self:
        session = self._undo()
        while session.actions:
            session = session._undo()
        return session

    def _end(self, ending: str) -> Self:
        if self.ending or self.outcome is not Outcome.PLAYING:
            raise NothingToDo(ending)
        if ending == COUNT and not self.game.may_count_up(self.position):
            raise NothingToDo(ending)
        return replace(self, ending=ending, undone=())
