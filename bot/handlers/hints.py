"""Help with a game: hints, whether it can still be won, practice."""

from __future__ import annotations

from dataclasses import replace

from bot import tokens
from bot.boards import board_reply, over_reply, say
from bot.daily.dates import is_open
from bot.daily.rules import counts, kept_secret
from bot.handlers.daily_waits import waits
from bot.handlers.history import Question, sure
from bot.handlers.missing import no_game
from bot.handlers.solving import ask, no_answer
from bot.reading.words import fold
from bot.render import check_sentence, hint_sentence
from bot.replies import Button, Reply, Style
from bot.scene import Scene
from bot.sessions import AtHand
from bot.workers import Job, Trouble
from bot.workers.jobs import Check, FairHint, OracleHint
from games.moves import Move
from games.solvers import tables_before
from games.solvers.solver import Hint, Prospect, Why
from games.table import PileKind
from storage import Stale, UnitOfWork

ORACLE = frozenset({"oracle", "oraculo"})
_NO_ANSWER = frozenset({Why.UNDECIDED, Why.OVER})


async def hint_command(scene: Scene, words: str) -> Reply:
    """``hint``, or ``hint oracle`` in practice."""
    if scene.current is None:
        return no_game(scene)
    if fold(words).strip() in ORACLE:
        return await oracle(scene, scene.current)
    return await hint(scene, scene.current)


async def hint(scene: Scene, at_hand: AtHand, *, yes: bool = False) -> Reply:
    """A fair hint with its reason; the first one in a clean game is asked about."""
    if not at_hand.open:
        return over_reply(scene, at_hand)
    sentence = scene.t("A hint takes the clean mark off this game. Show it?")
    if (asked := await _asked(scene, at_hand, "hint", sentence, yes=yes)) is not None:
        return asked
    before = tables_before(at_hand.game, at_hand.session.positions())
    return await _hint(scene, at_hand, FairHint(at_hand.table, before))


async def oracle(scene: Scene, at_hand: AtHand) -> Reply:
    """A hint by someone who sees every card; only in practice."""
    if not at_hand.game.hides:
        return await hint(scene, at_hand)
    if not at_hand.open:
        return over_reply(scene, at_hand)
    if kept_secret(at_hand.row, scene.now):
        return say(waits(scene, at_hand.row), private=True)
    if not at_hand.row.practice:
        sentence = scene.t("The oracle sees the hidden cards, so it speaks in practice only.")
        return say(sentence, rows=((_key(scene, at_hand, "practice"),),), private=True)
    position = at_hand.session.position
    return await _hint(scene, at_hand, OracleHint(at_hand.row.game, at_hand.row.deal, position))


async def check(scene: Scene, at_hand: AtHand, *, yes: bool = False) -> Reply:
    """Whether the game can still be won, by what the player sees."""
    if not at_hand.open:
        return over_reply(scene, at_hand)
    sentence = scene.t("The answer takes the clean mark off this game. Show it?")
    if (asked := await _asked(scene, at_hand, "check", sentence, yes=yes)) is not None:
        return asked
    try:
        found = await ask(scene, Check(at_hand.table))
    except Trouble as trouble:
        return say(no_answer(scene, trouble), private=True)
    told = found.prospect is not Prospect.OPEN or found.games > 0
    if told and found.prospect is not Prospect.UNDECIDED:
        await _take_mark_off(scene, at_hand)
    hidden = any(pile.hidden for pile in at_hand.table.of(PileKind.STOCK))
    sentence = check_sentence(found, scene.look, hidden=hidden)
    keys = [_key(scene, at_hand, "board")]
    if found.prospect is Prospect.UNWINNABLE:
        keys.insert(0, _key(scene, at_hand, "undo" if at_hand.session.actions else "new"))
    return say(sentence, rows=(tuple(keys),), private=True)


async def practice(scene: Scene, at_hand: AtHand, *, yes: bool = False) -> Reply:
    """Make the game a practice game: it loses its clean mark, and the oracle may be asked."""
    t = scene.t
    if not at_hand.open:
        return over_reply(scene, at_hand)
    if not at_hand.game.hides:
        return board_reply(scene, at_hand, before=(t("Every card lies open here; ask “hint”."),))
    if counts(at_hand.row, scene.now):
        return say(t("The first try at a daily is no practice; the next one is."), private=True)
    if at_hand.row.practice:
        return board_reply(scene, at_hand, before=(t("This is practice already."),))
    sentence = t("Practice takes the clean mark off this game for good. Go on?")
    if (asked := await _asked(scene, at_hand, "practice", sentence, yes=yes)) is not None:
        return asked
    done = await _take_mark_off(scene, at_hand, practice=True)
    return board_reply(scene, done, before=(t("Practice: “hint oracle” sees every card now."),))


async def _asked(
    scene: Scene, at_hand: AtHand, action: str, sentence: str, *, yes: bool
) -> Reply | None:
    """The question before the clean mark goes, where there is one to lose."""
    if at_hand.row.assisted:
        return None
    question = Question(f"{action}.{at_hand.session.seq}", action, sentence)
    return await sure(scene, at_hand, question, yes=yes)


async def _hint(scene: Scene, at_hand: AtHand, job: Job[Hint]) -> Reply:
    try:
        found = await ask(scene, job)
    except Trouble as trouble:
        return say(no_answer(scene, trouble), private=True)
    if found.why not in _NO_ANSWER:
        await _take_mark_off(scene, at_hand)
    dealt = not at_hand.session.actions
    sentence = hint_sentence(found, at_hand.table, scene.look, dealt=dealt)
    keys = [_key(scene, at_hand, "board")]
    if found.move is not None:
        keys.insert(0, _play_key(scene, at_hand, found.move))
    elif found.why is Why.COUNT:
        keys.insert(0, _key(scene, at_hand, "count"))
    elif found.why is Why.NO_WIN:
        keys.insert(0, _key(scene, at_hand, "new" if dealt else "undo"))
    reply = say(sentence, rows=(tuple(keys),), private=True)
    return replace(reply, hint=found.move.code if found.move else None)


async def _take_mark_off(scene: Scene, at_hand: AtHand, *, practice: bool = False) -> AtHand:
    """Store that the player was helped, before they see how; raises Stale if the game moved on."""
    row = at_hand.row

    async def work(uow: UnitOfWork) -> None:
        fresh = await uow.games.get(row.id)
        if fresh is None or fresh.seq != row.seq or fresh.status != "running":
            raise Stale(row.id, row.seq)
        open_daily = fresh.daily is not None and is_open(fresh.daily, scene.now)
        await uow.games.update(
            row.id,
            helped=True,
            practice=fresh.practice or practice,
            unranked=fresh.unranked or (practice and open_daily),
        )

    await scene.services.storage.write(work)
    helped = replace(row, helped=True, practice=row.practice or practice)
    scene.current = AtHand(helped, at_hand.session)
    return scene.current


def _play_key(scene: Scene, at_hand: AtHand, move: Move) -> Button:
    token = tokens.OnGame(at_hand.row.id, at_hand.session.seq, f"m.{move.code}")
    return Button(scene.t("Play it"), tokens.encode(token), Style.PRIMARY)


def _key(scene: Scene, at_hand: AtHand, action: str) -> Button:
    t = scene.t
    labels = {
        "board": t("Board"),
        "undo": t("Undo"),
        "new": t("New game"),
        "count": t("Count up"),
        "practice": t("Practice"),
    }
    token = tokens.OnGame(at_hand.row.id, at_hand.session.seq, action)
    return Button(labels[action], tokens.encode(token))
