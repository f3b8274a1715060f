"""After the end: where a win was lost, and going back there as practice."""

from __future__ import annotations

from dataclasses import replace

from bot import tokens
from bot.boards import board_reply, say
from bot.daily.rules import kept_secret
from bot.handlers.again import begin_from
from bot.handlers.daily_waits import waits
from bot.handlers.keeping import latest
from bot.handlers.solving import ask, no_answer
from bot.render import named_move
from bot.replies import Button, Reply, Style
from bot.scene import Scene
from bot.sessions import AtHand
from bot.titles import TITLES, find_game
from bot.workers import Trouble
from bot.workers.jobs import Review, ReviewGame
from games.moves import counted
from storage import Stale, UnitOfWork

NOT_WON = frozenset({"lost", "resigned"})


async def review_command(scene: Scene, words: str) -> Reply:
    """Review the game at hand, or the one lost or given up last."""
    key, _ = find_game(words.split())
    if words.strip() and key is None:
        known = ", ".join(TITLES.values())
        return say(scene.t("Which game? I know {games}.", games=known), private=True)
    found = scene.current if key is None else None
    if found is None or found.row.status not in NOT_WON:
        found = await latest(scene, words, NOT_WON) or found
    if found is None:
        return say(scene.t("There is no finished game to review yet."), private=True)
    return await review(scene, found)


async def review(scene: Scene, at_hand: AtHand) -> Reply:
    """The last position from which a win existed, with a button that goes back there.

    The game is practice from then on: should it be opened again by undo, it isn't clean.
    """
    t = scene.t
    if at_hand.open:
        sentence = t("A review comes after the end; “check” tells whether it can still be won.")
        return board_reply(scene, at_hand, before=(sentence,))
    if at_hand.row.status == "won":
        return board_reply(scene, at_hand, before=(t("This game is won; nothing went wrong."),))
    if (refused := await _refused(scene, at_hand)) is not None:
        return refused
    job = ReviewGame(at_hand.row.game, at_hand.row.deal, at_hand.session.deck, at_hand.session.line)
    try:
        found = await ask(scene, job)
    except Trouble as trouble:
        return say(no_answer(scene, trouble), private=True)
    if found.last is not None or found.first is not None:
        await _make_practice(scene, at_hand)
    keys = [Button(t("Board"), _token(at_hand, "board"))]
    if found.last is not None:
        back = Button(t("Go back there"), _token(at_hand, f"back.{found.last}"), Style.PRIMARY)
        keys.insert(0, back)
    sentences = [_sentence(scene, at_hand, found)]
    if found.par is not None:
        sentences.append(
            t.plural(
                "{n} card is the least leftover found for this deal with every card known.",
                "{n} cards are the least leftover found for this deal with every card known.",
                found.par,
            )
        )
    return say(*sentences, rows=(tuple(keys),), private=True)


async def go_back(scene: Scene, at_hand: AtHand, step: int) -> Reply:
    """A practice game from the position after ``step`` moves of an ended game."""
    if at_hand.open or at_hand.row.status == "won" or step > len(at_hand.session.line):
        return board_reply(scene, at_hand)
    if (refused := await _refused(scene, at_hand)) is not None:
        return refused
    return await begin_from(scene, at_hand, step)


async def _refused(scene: Scene, at_hand: AtHand) -> Reply | None:
    """Why nothing is said of this game: it was never played, or its deal is being played."""
    row = at_hand.row
    if row.status not in NOT_WON or row.first_move_at is None:
        return say(scene.t("There is no finished game to review yet."), private=True)
    if kept_secret(row, scene.now):
        return say(waits(scene, row), private=True)
    running = await scene.services.storage.read(
        lambda reading: reading.games.running(row.player_id)
    )
    same = (
        (other.game, other.deal) == (row.game, row.deal) for other in running if not other.practice
    )
    if any(same):
        sentence = scene.t("You are playing this deal again; its review comes after that.")
        return say(sentence, private=True)
    return None


async def _make_practice(scene: Scene, at_hand: AtHand) -> None:
    row = at_hand.row

    async def work(uow: UnitOfWork) -> None:
        fresh = await uow.games.get(row.id)
        if fresh is None or fresh.seq != row.seq:
            raise Stale(row.id, row.seq)
        await uow.games.update(row.id, practice=True)

    await scene.services.storage.write(work)
    if scene.current is not None and scene.current.row.id == row.id:
        scene.current = AtHand(replace(row, practice=True), at_hand.session)


def _sentence(scene: Scene, at_hand: AtHand, found: Review) -> str:
    t, line = scene.t, at_hand.session.line
    last, first = found.last, found.first
    if last is None:
        if first == 0:
            return t("This deal could not be won from the start: that is proved.")
        if first is not None:
            return t(
                "After move {first} no win was left: that is proved. Before it nothing is decided.",
                first=counted(line[:first]),
            )
        return t("Not decided: the search ended at its limit. That says nothing against the game.")
    if last == len(line):
        return t("It could still be won where it ended, after move {last}.", last=counted(line))
    at = counted(line[:last])
    if first == last + 1:
        table = at_hand.game.table(at_hand.session.positions()[last])
        move = named_move(line[last], table, scene.look)
        return t(
            "After move {last} it could still be won; what lost it: {move}.", last=at, move=move
        )
    if first is None:
        return t("After move {last} it could still be won; what came then is not decided.", last=at)
    return t(
        "After move {last} it could still be won, after move {first} no more: both are proved. "
        "Between them nothing is decided.",
        last=at,
        first=counted(line[:first]),
    )


def _token(at_hand: AtHand, action: str) -> str:
    return tokens.encode(tokens.OnGame(at_hand.row.id, at_hand.row.seq, action))
