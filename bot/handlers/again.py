"""Another try at a deal: from its start, or as practice from the middle of an ended game."""

from __future__ import annotations

from dataclasses import replace

from bot.boards import say
from bot.guide import is_guided
from bot.handlers.asked_deals import Wanted
from bot.handlers.seating import give_up, in_the_way, make_room, new_game, show_game, sit_down
from bot.ledger import store
from bot.permissions import may
from bot.replies import Reply
from bot.scene import Scene
from bot.sessions import AtHand
from bot.titles import title
from games.session import Event, Session
from storage import UnitOfWork
from storage.records import GameRow


async def begin_again(scene: Scene, at_hand: AtHand) -> Reply:
    """Another try at the same deal; the one under way ends as restarted."""
    row = at_hand.row
    guided = is_guided(row)

    async def work(uow: UnitOfWork) -> GameRow | None:
        visit = await scene.enter(uow)
        fresh = await uow.games.get(row.id)
        if fresh is not None and may(visit.player, fresh) and fresh.status == "running":
            # One more of the kind may run, from before accounts were joined: this one goes.
            await give_up(uow, fresh, scene, "restarted")
        else:
            others = await in_the_way(uow, visit.player.id, row.game, row.daily, guided=guided)
            for other in others:
                if other.first_move_at is not None:
                    return None
            if row.daily is None:
                await make_room(uow, scene, visit, row.game, guided=guided)
        deck = at_hand.session.deck
        wanted = Wanted(at_hand.game, row.deal, deck, row.kind, guided)
        new = new_game(scene, visit, wanted, "running")
        if row.daily is not None:
            # Of a daily the first try counts; every other one is practice.
            new = replace(new, daily=row.daily).as_practice()
        again = await uow.games.add(new)
        return await sit_down(uow, scene, visit, again)

    done = await scene.services.storage.write(work)
    if done is None:
        return _other_runs(scene, row)
    return await show_game(scene, done)


async def begin_from(scene: Scene, at_hand: AtHand, step: int) -> Reply:
    """Practice at the deal of an ended game from the position after ``step`` of its moves."""
    row, done = at_hand.row, at_hand.session
    session, events = Session.start(at_hand.game, done.deck), tuple[Event, ...]()
    for move in done.line[:step]:
        session, new = session.act((move,))
        events += new

    guided = is_guided(replace(row, practice=True))

    async def work(uow: UnitOfWork) -> GameRow | None:
        visit = await scene.enter(uow)
        if row.daily is None:
            await make_room(uow, scene, visit, row.game, guided=guided)
        if await in_the_way(uow, visit.player.id, row.game, row.daily, guided=guided):
            return None
        await uow.games.update(row.id, practice=True)
        wanted = Wanted(at_hand.game, row.deal, done.deck, row.kind)
        new = new_game(scene, visit, wanted, "running")
        again = await uow.games.add(replace(new, daily=row.daily).as_practice())
        if events:
            begun = AtHand(again, Session.start(at_hand.game, done.deck))
            chat = visit.chat_id
            await store(uow, begun, session, events, scene.now, chat_id=chat, played=True)
        return await sit_down(uow, scene, visit, again)

    begun = await scene.services.storage.write(work)
    if begun is None:
        return _other_runs(scene, row)
    return await show_game(scene, begun)


def _other_runs(scene: Scene, row: GameRow) -> Reply:
    return say(
        scene.t("Another {game} is running; finish or resign it first.", game=title(row.game))
    )
