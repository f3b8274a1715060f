"""Which game a player sits at: making rows, room among the running ones, and going on."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from bot.boards import board_reply
from bot.guide import is_guided
from bot.handlers.asked_deals import Wanted
from bot.handlers.missing import no_game
from bot.ledger import keep_end, left_over
from bot.replies import Reply
from bot.scene import Scene
from bot.sessions import AtHand
from games.cards import texts
from games.session import RESIGN, Event
from storage import Reading, UnitOfWork
from storage.people import Visit
from storage.records import GameChanges, GameRow, NewGame, Status


async def go_on(scene: Scene, row: GameRow) -> Reply:
    """Show a game and make it the one that moves here belong to."""

    async def work(uow: UnitOfWork) -> bool:
        if await uow.games.get(row.id) is None:
            return False
        await sit_down(uow, scene, await scene.enter(uow), row)
        return True

    here = scene.visit is not None and scene.visit.current_game == row.id
    if not here and not await scene.services.storage.write(work):
        return no_game(scene)
    return await show_game(scene, row)


async def running_game(scene: Scene, key: str) -> GameRow | None:
    """The player's running game of the kind that is no guided one, if there is one."""
    player = scene.player
    if player is None:
        return None
    rows = await scene.services.storage.read(
        lambda reading: in_the_way(reading, player.id, key, guided=False)
    )
    return rows[0] if rows else None


async def in_the_way(
    reading: Reading, player_id: int, key: str, daily: date | None = None, *, guided: bool
) -> tuple[GameRow, ...]:
    """The running games that leave no room for another of the kind, the latest first.

    Guided games stand in each other's way and in nobody else's.
    """
    rows = await reading.games.running(player_id, key, daily)
    return tuple(row for row in rows if is_guided(row) is guided)


def new_game(scene: Scene, visit: Visit, wanted: Wanted, status: Status) -> NewGame:
    """A row for ``wanted`` that begins here and now."""
    game = wanted.game
    position = game.deal(wanted.deck)
    new = NewGame(
        player_id=visit.player.id,
        identity_id=visit.identity.id,
        chat_id=visit.chat_id,
        game=game.key,
        deal=wanted.deal,
        cards=texts(wanted.deck.cards),
        starters=texts(wanted.deck.starters),
        rules_version=game.rules_version,
        started_at=scene.now,
        status=status,
        kind=wanted.kind,
        foundation=game.score(position).foundation,
        leftover=left_over(game, position),
    )
    return new.as_practice() if wanted.practice else new


async def make_room(
    uow: UnitOfWork, scene: Scene, visit: Visit, key: str, *, guided: bool = False
) -> GameRow | None:
    """The running game of the kind that has been played; an unplayed one is taken away."""
    for row in await in_the_way(uow, visit.player.id, key, guided=guided):
        if row.first_move_at is not None:
            return row
        await scene.ends(uow, row.id)
        await uow.games.discard(row.id, scene.now)
    return None


async def give_up(uow: UnitOfWork, row: GameRow, scene: Scene, status: Status) -> None:
    """End a running game by an event: a press on its board at this moment comes too late.

    Its moves are not replayed, so that a game which can't be read any more ends too.
    """
    event = Event(row.seq + 1, row.seq + 1, RESIGN)
    changes = GameChanges(status=status, ending=RESIGN, ended_at=scene.now)
    await keep_end(uow, row, scene.now)
    await uow.games.append(row.id, row.seq, (event,), changes, scene.now)
    await scene.ends(uow, row.id)


async def take_up(uow: UnitOfWork, scene: Scene, visit: Visit, row: GameRow) -> GameRow:
    """Begin a deal that was only offered."""
    # The clock of a game runs from its first board, not from the offer.
    await uow.games.update(row.id, status="running", asked=None, started_at=scene.now)
    return await sit_down(uow, scene, visit, replace(row, status="running"))


async def sit_down(uow: UnitOfWork, scene: Scene, visit: Visit, row: GameRow) -> GameRow:
    """Make a game the one that moves in this chat belong to; a challenge it is for counts it."""
    row = await uow.challenges.count(row)
    await uow.people.set_current(visit, row.id)
    scene.visit = replace(visit, current_game=row.id)
    return row


async def show_game(scene: Scene, row: GameRow) -> Reply:
    """The game as it is stored now, and its board."""

    async def work(reading: Reading) -> AtHand:
        fresh = await reading.games.get(row.id)
        return await scene.services.sessions.at_hand(fresh or row, reading.games.events)

    scene.current = await scene.services.storage.read(work)
    return board_reply(scene, scene.current)
