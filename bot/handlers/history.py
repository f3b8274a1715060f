"""Going back and forth, starting over, giving up."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import tokens
from bot.boards import board_reply, named, over_reply, say, text
from bot.daily.rules import counts
from bot.handlers.again import begin_again
from bot.handlers.challenge_news import challenge_news
from bot.handlers.ending import ending
from bot.handlers.missing import game_buttons
from bot.handlers.turns import keep
from bot.replies import Button, Reply, Style
from bot.scene import Scene
from bot.sessions import AtHand
from games.session import COUNT, RESIGN, NothingToDo
from storage import UnitOfWork

_ASKED_ONCE = frozenset({"undo", "hint", "check", "practice"})


@dataclass(frozen=True, slots=True)
class Question:
    """Something asked before it is done: ``kind`` remembers it, ``action`` does it.

    A kind is a word and, behind a dot, the ``seq`` at which a bare yes still answers it.
    """

    kind: str
    action: str
    sentence: str


async def sure(scene: Scene, at_hand: AtHand, question: Question, *, yes: bool) -> Reply | None:
    """None when the player has said yes, by button or by the same message again; else the question.

    Asking changes nothing of the game. A second press of the same button is no yes: fingers slip.
    """
    asked = at_hand.row.asked or ""
    if question.kind.partition(".")[0] in _ASKED_ONCE:
        again = asked.partition(".")[0] == question.kind.partition(".")[0]
    else:
        again = asked == question.kind
    if yes or (scene.typed and again):
        return None

    async def work(uow: UnitOfWork) -> None:
        await uow.games.update(at_hand.row.id, asked=question.kind)

    await scene.services.storage.write(work)
    t = scene.t
    here = at_hand.row.id, at_hand.session.seq
    buttons = (
        Button(t("Yes"), tokens.encode(tokens.OnGame(*here, question.action + "!")), Style.PRIMARY),
        Button(t("No"), tokens.encode(tokens.OnGame(*here, "no"))),
    )
    return say(question.sentence, rows=(buttons,), private=True)


async def let_go(scene: Scene, word: str) -> None:
    """Forget a question when something else is said instead of answering it.

    What is asked before the clean mark goes is asked once a game, so it stays.
    """
    at_hand = scene.current
    if at_hand is None or at_hand.row.asked is None:
        return
    if at_hand.row.asked.partition(".")[0] in {word, *_ASKED_ONCE}:
        return
    await _forget(scene, at_hand)


async def _forget(scene: Scene, at_hand: AtHand) -> None:
    async def work(uow: UnitOfWork) -> None:
        await uow.games.update(at_hand.row.id, asked=None)

    await scene.services.storage.write(work)
    if scene.current is not None and scene.current.row.id == at_hand.row.id:
        scene.current = AtHand(replace(at_hand.row, asked=None), at_hand.session)


async def no(scene: Scene, at_hand: AtHand) -> Reply:
    """The answer to any question: forget it and show the board."""
    await _forget(scene, at_hand)
    return board_reply(scene, at_hand)


async def undo(scene: Scene, at_hand: AtHand, *, yes: bool = False) -> Reply:
    """Take back the last thing the player did, with all that followed from it."""
    t, session = scene.t, at_hand.session
    if at_hand.row.status == "won":
        return board_reply(scene, at_hand, before=(t("This game is won; there is no way back."),))
    if session.ending or not (at_hand.open or at_hand.row.status == "lost"):
        return over_reply(scene, at_hand)
    if not session.actions:
        return board_reply(scene, at_hand, before=(t("There is nothing to undo."),))
    passes = session.undo_reveals
    if passes and counts(at_hand.row, scene.now):
        said = t("That goes back past a card that was hidden: not in the first try at a daily.")
        return say(said, private=True)
    if (passes or at_hand.row.practice) and not at_hand.row.assisted:
        question = Question(
            f"undo.{session.seq}",
            "undo",
            t("That goes back past a card that was hidden and takes the clean mark off. Undo?")
            if passes
            else t("This game was reviewed; going on with it takes the clean mark off. Undo?"),
        )
        if (asked := await sure(scene, at_hand, question, yes=yes)) is not None:
            return asked
    back, events = session.undo()
    done = await keep(scene, at_hand, back, events, helped=passes)
    return board_reply(scene, done, told=t("undone"))


async def redo(scene: Scene, at_hand: AtHand) -> Reply:
    """Bring back what was undone last."""
    try:
        forth, events = at_hand.session.redo()
    except NothingToDo:
        return board_reply(scene, at_hand, before=(scene.t("There is nothing to redo."),))
    if not at_hand.open:
        return over_reply(scene, at_hand)
    done = await keep(scene, at_hand, forth, events, played=True)
    return board_reply(scene, done, told=scene.t("redone"), after=await ending(scene, done))


async def restart(scene: Scene, at_hand: AtHand, *, yes: bool = False) -> Reply:
    """The same deal from its start.

    Where nothing is hidden this is an undo to the start, the same try; elsewhere it ends the try.
    """
    t, session = scene.t, at_hand.session
    if not at_hand.open and at_hand.row.status != "lost":
        return await begin_again(scene, at_hand)
    if not session.actions and not session.ending:
        return board_reply(scene, at_hand, before=(t("This is the start already."),))
    if session.ending or (at_hand.game.hides and at_hand.row.status == "lost"):
        return await begin_again(scene, at_hand)
    if not at_hand.game.hides:
        back, events = session.restart()
        done = await keep(scene, at_hand, back, events)
        return board_reply(scene, done, told=t("back at the start"))
    question = Question(
        f"restart.{session.seq}",
        "restart",
        t("Start this deal again? This try ends, and the next one is not clean: cards were seen.")
        if at_hand.row.seen_hidden
        else t("Start this deal again? This try ends, and the next one counts as the second."),
    )
    if (asked := await sure(scene, at_hand, question, yes=yes)) is not None:
        return asked
    return await begin_again(scene, at_hand)


async def resign(scene: Scene, at_hand: AtHand, *, yes: bool = False) -> Reply:
    """Give the game up; one nobody has played yet just goes away."""
    t, news = scene.t, Reply(())
    if not at_hand.open:
        return over_reply(scene, at_hand)
    if at_hand.row.first_move_at is not None:
        question = Question(
            f"resign.{at_hand.session.seq}",
            "resign",
            t("Give {game} up for good?", game=named(at_hand.row)),
        )
        if (asked := await sure(scene, at_hand, question, yes=yes)) is not None:
            return asked
        ended, events = at_hand.session.end(RESIGN)
        await keep(scene, at_hand, ended, events)
        await scene.services.storage.read(lambda reading: scene.ends(reading, at_hand.row.id))
        news = await challenge_news(scene, at_hand.row, hidden=scene.chat.whispers)
    elif at_hand.row.daily is not None:
        return await _set_aside(scene, at_hand)
    else:
        await _discard(scene, at_hand)
    scene.current = None
    said = t("{game} is given up. Which game next?", game=named(at_hand.row))
    rows = (*news.rows, *game_buttons())
    if at_hand.row.first_move_at is not None:
        token = tokens.OnGame(at_hand.row.id, at_hand.session.seq + 1, "review")
        rows = (*rows, (Button(t("Review this one"), tokens.encode(token)),))
    return Reply((*news.blocks, text(said)), rows)


async def _discard(scene: Scene, at_hand: AtHand) -> None:
    async def work(uow: UnitOfWork) -> None:
        await scene.ends(uow, at_hand.row.id)
        await uow.games.discard(at_hand.row.id, scene.now)

    await scene.services.storage.write(work)


async def _set_aside(scene: Scene, at_hand: AtHand) -> Reply:
    """Leave an unplayed daily: its time runs from the first look at it, so it isn't dealt anew."""

    async def work(uow: UnitOfWork) -> None:
        visit = await scene.enter(uow)
        await uow.people.set_current(visit, None)
        scene.visit = replace(visit, current_game=None)

    await scene.services.storage.write(work)
    scene.current = None
    said = scene.t("{game} waits for you. Which game next?", game=named(at_hand.row))
    return say(said, rows=game_buttons())


async def count_up(scene: Scene, at_hand: AtHand) -> Reply:
    """End a Devil's Grip with the score it has, once nothing more can go in."""
    t = scene.t
    try:
        ended, events = at_hand.session.end(COUNT)
    except NothingToDo:
        sentence = (
            t("Counting up comes when the stock is empty and no waste card fits any more.")
            if at_hand.open
            and at_hand.session.game.score(at_hand.session.position).leftover is not None
            else t("There is nothing to count up here.")
        )
        return board_reply(scene, at_hand, before=(sentence,))
    if not at_hand.open:
        return over_reply(scene, at_hand)
    done = await keep(scene, at_hand, ended, events)
    return board_reply(scene, done, after=await ending(scene, done))
