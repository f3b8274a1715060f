"""Playing moves: typed, pressed or automatic, with all that follows by itself."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any, Self

from bot.boards import asking_reply, board_reply, over_reply, say
from bot.guide import is_guided
from bot.handlers.ending import ending
from bot.handlers.missing import no_game
from bot.handlers.seating import in_the_way, sit_down
from bot.i18n import Texts
from bot.layouts import Ask, Key, Play, Refused, back_key, press
from bot.ledger import store
from bot.look import Look
from bot.permissions import may
from bot.reading import Choice, Problem, Sequence, Steps, Trouble, read_message
from bot.render import describe_moves, place, refusal
from bot.replies import Reply
from bot.scene import Scene
from bot.sessions import AtHand
from games.errors import Reason, Refusal
from games.game import Game, Outcome
from games.moves import Move
from games.session import Event, Session
from games.table import Table
from storage import Stale, UnitOfWork
from storage.people import Player
from storage.records import GameRow


class Occupied(Exception):
    """Another game of the kind is running: ``row``."""

    def __init__(self, row: GameRow) -> None:
        """Keep the other game."""
        super().__init__(f"game {row.id} is running")
        self.row = row


class TriedSince(Exception):
    """A lost game stays lost, since its deal was tried again: ``row``."""

    def __init__(self, row: GameRow) -> None:
        """Keep the lost game."""
        super().__init__(f"the deal of game {row.id} was tried again")
        self.row = row


@dataclass(frozen=True, slots=True)
class Walk:
    """A position on which typed moves are tried (``bot.reading.Walker``)."""

    game: Game[Any]
    position: Any
    autoturn: bool

    @property
    def table(self) -> Table:
        """What the player may see."""
        return self.game.table(self.position)

    @property
    def likeness(self) -> Hashable:
        """Equal for positions that are the same up to places."""
        return self.game.canonical(self.position)

    def after(self, steps: Steps) -> Self:
        """The walk once ``steps`` are played."""
        return replace(self, position=self.game.along(self.position, steps)[-1])

    def turned(self) -> tuple[Move, Self] | None:
        """The turn and the walk after it, where the player wants cards to come up by themselves."""
        move = self.game.next_card(self.position) if self.autoturn else None
        return None if move is None else (move, self.after((move,)))


def follow_ups(game: Game[Any], position: Any, player: Player | None) -> Steps:
    """What is played for the player after their move, by the rules and their settings."""
    autoturn, auto = (player.autoturn, player.auto) if player else (True, False)
    moves: list[Move] = []
    while game.outcome(position) is Outcome.PLAYING:
        step: Steps = ()
        if game.tidies_itself(position):
            step = game.tidy(position)
        if not step and auto and (safe := game.safe_move(position)) is not None:
            step = (safe,)
        if not step and autoturn and game.turns_itself:
            turn = game.next_card(position)
            step = (turn,) if turn is not None else ()
        if not step:
            break
        position = game.along(position, step)[-1]
        moves.extend(step)
    return tuple(moves)


async def typed(scene: Scene, words: str) -> Reply:
    """A message of moves, read against the current game."""
    at_hand = scene.current
    if at_hand is None:
        return no_game(scene)
    if not at_hand.open:
        return over_reply(scene, at_hand)
    walk = _walk(scene, at_hand)
    match read_message(words, walk):
        case Sequence(actions, problem) if actions:
            note = (_halted(scene, walk, actions, problem),) if problem else ()
            return await play(scene, at_hand, actions, before=note)
        case Sequence(_, problem):
            assert problem is not None
            return _refused(scene, at_hand, _explain(scene, walk, problem))
        case Choice(actions, said, options):
            return await _choose(scene, at_hand, actions, said, options)


def is_move(scene: Scene, words: str) -> bool:
    """Whether a message begins with a move in the current game, though it may be unclear which."""
    at_hand = scene.current
    if at_hand is None or not at_hand.open:
        return False
    read = read_message(words, _walk(scene, at_hand))
    return isinstance(read, Choice) or bool(read.actions)


def _walk(scene: Scene, at_hand: AtHand) -> Walk:
    autoturn = scene.player.autoturn if scene.player else True
    return Walk(at_hand.game, at_hand.session.position, autoturn)


async def play(
    scene: Scene,
    at_hand: AtHand,
    actions: tuple[Steps, ...],
    *,
    before: tuple[str, ...] = (),
) -> Reply:
    """Play ``actions`` with what follows the last of them, store them, and show the board."""
    done = await play_and_store(scene, at_hand, actions)
    moves = done.session.line[len(at_hand.session.line) :]
    told = describe_moves(at_hand.table, done.table, moves, scene.look)
    return board_reply(scene, done, told=told, before=before, after=await ending(scene, done))


async def play_and_store(scene: Scene, at_hand: AtHand, actions: tuple[Steps, ...]) -> AtHand:
    """The game after ``actions``; raises Stale if it had moved on, IllegalMove if one is not."""
    session, events = _played(at_hand.session, actions, scene.player)
    return await keep(scene, at_hand, session, events, played=True)


def _played(
    session: Session, actions: tuple[Steps, ...], player: Player | None
) -> tuple[Session, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for number, steps in enumerate(actions, 1):
        if number == len(actions):
            position = session.game.along(session.position, steps)[-1]
            steps = (*steps, *follow_ups(session.game, position, player))  # noqa: PLW2901 - the last one grows
        session, new = session.act(steps)
        events += new
    return session, events


async def keep(  # noqa: PLR0913 - one change of one game, each part named
    scene: Scene,
    at_hand: AtHand,
    session: Session,
    events: tuple[Event, ...],
    *,
    played: bool = False,
    helped: bool = False,
) -> AtHand:
    """Store what happened to a game; it becomes the player's current one in this chat.

    Raises Occupied when that would open a lost game again while another of its kind runs,
    TriedSince when what a later try told would help it, and Stale when the game had moved on.
    """

    async def work(uow: UnitOfWork) -> AtHand:
        visit = await scene.enter(uow)
        if not may(visit.player, at_hand.row):
            # Accounts were joined or parted at this very moment.
            raise Stale(at_hand.row.id, at_hand.row.seq)
        if not at_hand.open:
            row = at_hand.row
            guided = is_guided(row)
            for other in await in_the_way(uow, visit.player.id, row.game, row.daily, guided=guided):
                raise Occupied(other)
            unhelped = not (row.assisted or row.practice)
            if (unhelped or row.daily is not None) and await uow.games.tried_since(row):
                raise TriedSince(row)
        done = await store(
            uow,
            at_hand,
            session,
            events,
            scene.now,
            chat_id=visit.chat_id,
            played=played,
            helped=helped,
        )
        if visit.current_game != at_hand.row.id:
            await sit_down(uow, scene, visit, at_hand.row)
        return done

    done = await scene.services.storage.write(work)
    scene.services.sessions.keep(done.row.id, done.session)
    scene.current = done
    return done


async def pressed(scene: Scene, at_hand: AtHand, action: str) -> Reply:
    """A press on a place or a move of the board."""
    match press(at_hand.table, action, scene.look):
        case Play(moves):
            return await play(scene, at_hand, (moves,))
        case Ask() as ask:
            return asking_reply(scene, at_hand, ask)
        case Refused(why):
            return say(refusal(why, at_hand.table, scene.look), private=True)


def _refused(scene: Scene, at_hand: AtHand, why: str) -> Reply:
    reply = board_reply(scene, at_hand)
    return replace(say(why, private=True), rows=reply.rows, beside=True)


def _halted(scene: Scene, walk: Walk, actions: tuple[Steps, ...], problem: Problem) -> str:
    at = walk
    for steps in actions:
        at = at.after(steps)
    played = scene.t.plural("{n} move played", "{n} moves played", len(actions))
    return scene.t(
        "{played}, then “{words}” stopped it: {why}",
        played=played,
        words=problem.words,
        why=_explain(scene, at, problem),
    )


def _explain(scene: Scene, walk: Walk, problem: Problem) -> str:
    if problem.refused is not None:
        why = _refusal_of(walk, problem.refused)
        if problem.trouble is None or why.reason is Reason.NO_ROOM:
            return refusal(why, walk.table, scene.look)
    return _trouble(scene.t, scene.look, walk, problem)


def _refusal_of(walk: Walk, move: Move) -> Refusal:
    refused = walk.game.refusal(walk.position, move)
    return refused or Refusal(Reason.NOT_A_CODE, move.code)


def _trouble(t: Texts, look: Look, walk: Walk, problem: Problem) -> str:
    card = look.card(problem.card) if problem.card else ""
    where = place(problem.place, walk.game.key, look) if problem.place else ""
    match problem.trouble:
        case Trouble.NOT_SEEN:
            return t("No {card} can be seen.", card=card)
        case Trouble.BURIED:
            return t("{card} lies under other cards in {place}.", card=card, place=where)
        case Trouble.PLAYED:
            return t("{card} is home already, and nothing comes back from there.", card=card)
        case Trouble.NOWHERE:
            return t("{card} fits nowhere now.", card=card)
        case Trouble.NO_PLACE:
            return t(
                "There is no pile {place}. Here, for example: {examples}",
                place=where,
                examples=examples(look, walk),
            )
        case Trouble.TOO_LONG:
            return t("That is more than I can read at once.")
    return t(
        "I can't read that as a move. Here, for example: {examples}", examples=examples(look, walk)
    )


def examples(look: Look, walk: Walk) -> str:
    """Two or three moves of this very position, as a player may type them."""
    moves = walk.table.moves or walk.table.swaps
    some = dict.fromkeys((moves[0], moves[len(moves) // 2], moves[-1])) if moves else ()
    return ", ".join(look.t("“{words}”", words=move.code) for move in some) or look.t("undo")


async def _choose(
    scene: Scene, at_hand: AtHand, actions: tuple[Steps, ...], said: str, options: tuple[Steps, ...]
) -> Reply:
    if actions:
        session, events = _without_follow_ups(at_hand.session, actions)
        at_hand = await keep(scene, at_hand, session, events, played=True)
    table = at_hand.table
    rows = tuple((_option(scene, table, steps),) for steps in options)
    question = scene.t("“{words}” can mean several things. Which one?", words=said)
    return asking_reply(scene, at_hand, Ask(question, (*rows, (back_key(scene.look),))))


def _without_follow_ups(
    session: Session, actions: tuple[Steps, ...]
) -> tuple[Session, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for steps in actions:
        session, new = session.act(steps)
        events += new
    return session, events


def _option(scene: Scene, table: Table, steps: Steps) -> Key:
    # Nothing of what follows may show before it is chosen: a join turns up a hidden card.
    unseen = replace(table, piles=tuple(replace(pile, cards=()) for pile in table.piles))
    label = describe_moves(table, unseen, steps, scene.look)
    if len(steps) == 1:
        return Key(label, f"m.{steps[0].code}")
    run = next(run for run in table.runs if run.steps == steps)
    return Key(label, f"x.{run.source}.{run.target}.{run.count}")
