"""Starting games, going on with them, and the list of those that run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import tokens
from bot.boards import board_reply, deal_name, named, say
from bot.handlers.asked_deals import Wanted, deal_refusal, wanted_deal
from bot.handlers.missing import game_buttons, no_game
from bot.handlers.wished_deals import wish_of, wished
from bot.ledger import store
from bot.replies import Button, Reply, Style
from bot.scene import Scene
from bot.sessions import AtHand, deck_of
from bot.titles import TITLES, find_game, title
from games.cards import texts
from games.catalogue import find
from games.errors import BadDeal
from games.session import RESIGN, Event, Session
from storage import Reading, UnitOfWork
from storage.records import GameChanges, GameRow, NewGame, Status, Visit


@dataclass(frozen=True, slots=True)
class Busy:
    """Another game of the kind runs; the wanted one waits as ``offered``."""

    running: GameRow
    offered: GameRow


async def play_command(scene: Scene, words: str) -> Reply:
    """``play [game] [deal] [starters]``: a menu, the running game, or a new one."""
    if not words.strip():
        return await menu(scene)
    key, rest = find_game(words.split())
    if key is None:
        return say(
            scene.t("Which game? I know {games}.", games=", ".join(TITLES.values())),
            rows=game_buttons(),
        )
    game = find(key)
    if not rest and (running := await _running(scene, key)) is not None:
        return await go_on(scene, running)
    wish = wish_of(rest)
    try:
        wanted = (
            await wished(scene, game, wish, rest[1:]) if wish else wanted_deal(scene, game, rest)
        )
    except BadDeal as error:
        return say(deal_refusal(scene, game, error))
    return wanted if isinstance(wanted, Reply) else await begin(scene, wanted)


async def menu(scene: Scene) -> Reply:
    """Ask which game it shall be."""
    return say(scene.t("Which game shall it be?"), rows=game_buttons())


async def begin(scene: Scene, wanted: Wanted) -> Reply:
    """Start ``wanted``; if another game of its kind is under way, ask which one is to go on."""

    async def work(uow: UnitOfWork) -> GameRow | Busy:
        visit = await scene.enter(uow)
        running = await _make_room(uow, scene, visit, wanted.game.key)
        if running is not None and _is_of(running, wanted):
            return await _sit_down(uow, scene, visit, running)
        if running is None:
            row = await uow.games.add(_new(scene, visit, wanted, "running"))
            return await _sit_down(uow, scene, visit, row)
        for row in await uow.games.offered(visit.player.id, wanted.game.key):
            again = running.asked == "play" and row.asked == _instead_of(running)
            if again and _is_of(row, wanted):
                await _give_up(uow, running, scene, "resigned")
                return await _take_up(uow, scene, visit, row)
            await uow.games.discard(row.id, scene.now)
        offered = await uow.games.add(_new(scene, visit, wanted, "offered"))
        await uow.games.update(offered.id, asked=_instead_of(running))
        await uow.games.update(running.id, asked="play")
        return Busy(running, offered)

    outcome = await scene.services.storage.write(work)
    if isinstance(outcome, Busy):
        return _which(scene, outcome)
    return await _show(scene, outcome)


def _is_of(row: GameRow, wanted: Wanted) -> bool:
    return (row.deal, row.starters) == (wanted.deal, texts(wanted.deck.starters))


def _instead_of(running: GameRow) -> str:
    """What an offer stands for: giving up this game as it is now, not after further moves."""
    return f"{running.id}.{running.seq}"


async def start_offered(scene: Scene, at_hand: AtHand) -> Reply:
    """Resign what runs and start the deal that was offered instead."""

    async def work(uow: UnitOfWork) -> GameRow | Busy | None:
        visit = await scene.enter(uow)
        # Two presses at once: the second finds it started, and must not give it up.
        row = await uow.games.get(at_hand.row.id)
        if row is None or row.status != "offered":
            return row
        running = await _make_room(uow, scene, visit, row.game)
        if running is not None:
            if row.asked != _instead_of(running):
                await uow.games.update(row.id, asked=_instead_of(running))
                return Busy(running, row)
            await _give_up(uow, running, scene, "resigned")
        return await _take_up(uow, scene, visit, row)

    outcome = await scene.services.storage.write(work)
    if isinstance(outcome, Busy):
        return _which(scene, outcome)
    return no_game(scene) if outcome is None else await go_on(scene, outcome)


async def keep_running(scene: Scene, at_hand: AtHand) -> Reply:
    """Go on with a running game; deals offered instead of it are forgotten."""

    async def work(uow: UnitOfWork) -> None:
        for row in await uow.games.offered(at_hand.row.player_id, at_hand.row.game):
            await uow.games.discard(row.id, scene.now)
        await uow.games.update(at_hand.row.id, asked=None)

    await scene.services.storage.write(work)
    return await go_on(scene, at_hand.row)


async def take_offer(scene: Scene, at_hand: AtHand) -> Reply:
    """A typed yes to the deal offered instead of a running game."""
    offered = await scene.services.storage.read(
        lambda reading: reading.games.offered(at_hand.row.player_id, at_hand.row.game)
    )
    if not offered:
        return await go_on(scene, at_hand.row)
    row = offered[0]
    session = Session.start(at_hand.game, deck_of(row))
    return await start_offered(scene, AtHand(row, session))


async def begin_again(scene: Scene, at_hand: AtHand) -> Reply:
    """Another try at the same deal; the one under way ends as restarted."""
    row = at_hand.row

    async def work(uow: UnitOfWork) -> GameRow | None:
        visit = await scene.enter(uow)
        for other in await uow.games.running(visit.player.id, row.game):
            if other.id != row.id and other.first_move_at is not None:
                return None
        await _make_room(uow, scene, visit, row.game)
        fresh = await uow.games.get(row.id)
        if fresh is not None and fresh.status == "running":
            await _give_up(uow, fresh, scene, "restarted")
        deck = at_hand.session.deck
        wanted = Wanted(at_hand.game, row.deal, deck, row.kind)
        again = await uow.games.add(_new(scene, visit, wanted, "running"))
        return await _sit_down(uow, scene, visit, again)

    done = await scene.services.storage.write(work)
    if done is None:
        return _other_runs(scene, row)
    return await _show(scene, done)


async def begin_from(scene: Scene, at_hand: AtHand, step: int) -> Reply:
    """Practice at the deal of an ended game from the position after ``step`` of its moves."""
    row, done = at_hand.row, at_hand.session
    session, events = Session.start(at_hand.game, done.deck), tuple[Event, ...]()
    for move in done.line[:step]:
        session, new = session.act((move,))
        events += new

    async def work(uow: UnitOfWork) -> GameRow | None:
        visit = await scene.enter(uow)
        if await _make_room(uow, scene, visit, row.game) is not None:
            return None
        await uow.games.update(row.id, practice=True)
        wanted = Wanted(at_hand.game, row.deal, done.deck, row.kind)
        new = _new(scene, visit, wanted, "running")
        again = await uow.games.add(replace(new, practice=True))
        await uow.games.update(again.id, assisted=True)
        again = replace(again, assisted=True)
        if events:
            begun = AtHand(again, Session.start(at_hand.game, done.deck))
            chat = visit.chat_id
            await store(uow, begun, session, events, scene.now, chat_id=chat, played=True)
        return await _sit_down(uow, scene, visit, again)

    begun = await scene.services.storage.write(work)
    if begun is None:
        return _other_runs(scene, row)
    return await _show(scene, begun)


def _other_runs(scene: Scene, row: GameRow) -> Reply:
    return say(
        scene.t("Another {game} is running; finish or resign it first.", game=title(row.game))
    )


async def new_random(scene: Scene, key: str) -> Reply:
    """A random deal of the game."""
    return await begin(scene, wanted_deal(scene, find(key), ["random"]))


async def go_on(scene: Scene, row: GameRow) -> Reply:
    """Show a game and make it the one that moves here belong to."""

    async def work(uow: UnitOfWork) -> bool:
        if await uow.games.get(row.id) is None:
            return False
        await _sit_down(uow, scene, await scene.enter(uow), row)
        return True

    here = scene.visit is not None and scene.visit.current_game == row.id
    if not here and not await scene.services.storage.write(work):
        return no_game(scene)
    return await _show(scene, row)


async def games_command(scene: Scene, words: str) -> Reply:
    """The running games with a button each; ``games 2`` goes on with the second."""
    player = scene.player
    rows: tuple[GameRow, ...] = ()
    if player is not None:
        rows = await scene.services.storage.read(lambda reading: reading.games.running(player.id))
    if not rows:
        return say(
            scene.t("No game of yours is running. Which one shall it be?"), rows=game_buttons()
        )
    number = int(words) if words.isascii() and words.isdigit() and len(words) <= 4 else 0
    if 0 < number <= len(rows):
        return await go_on(scene, rows[number - 1])
    here = scene.current.row.id if scene.current else None
    lines = [_listed(scene, number, row, here) for number, row in enumerate(rows, 1)]
    buttons = tuple(
        (Button(named(row), tokens.encode(tokens.OnGame(row.id, row.seq, "board"))),)
        for row in rows[:20]
    )
    return say(scene.t("Your games:"), *lines, rows=buttons)


def _listed(scene: Scene, number: int, row: GameRow, here: int | None) -> str:
    score = scene.t("{score} of {total}", score=row.foundation, total=find(row.game).total)
    mark = scene.t(" (here)") if row.id == here else ""
    return f"{number}. {named(row)} · {score}{mark}"


async def _running(scene: Scene, key: str) -> GameRow | None:
    player = scene.player
    if player is None:
        return None
    rows = await scene.services.storage.read(lambda reading: reading.games.running(player.id, key))
    return rows[0] if rows else None


def _new(scene: Scene, visit: Visit, wanted: Wanted, status: Status) -> NewGame:
    game = wanted.game
    score = game.score(game.deal(wanted.deck))
    return NewGame(
        player_id=visit.player.id,
        chat_id=visit.chat_id,
        game=game.key,
        deal=wanted.deal,
        cards=texts(wanted.deck.cards),
        starters=texts(wanted.deck.starters),
        rules_version=game.rules_version,
        started_at=scene.now,
        status=status,
        kind=wanted.kind,
        foundation=score.foundation,
        leftover=score.leftover,
    )


async def _make_room(uow: UnitOfWork, scene: Scene, visit: Visit, key: str) -> GameRow | None:
    """The running game of the kind that has been played; an unplayed one is taken away."""
    for row in await uow.games.running(visit.player.id, key):
        if row.first_move_at is not None:
            return row
        await uow.games.discard(row.id, scene.now)
    return None


async def _give_up(uow: UnitOfWork, row: GameRow, scene: Scene, status: Status) -> None:
    """End a running game by an event: a press on its board at this moment comes too late.

    Its moves are not replayed, so that a game which can't be read any more ends too.
    """
    event = Event(row.seq + 1, row.seq + 1, RESIGN)
    changes = GameChanges(status=status, ending=RESIGN, ended_at=scene.now)
    await uow.games.append(row.id, row.seq, (event,), changes, scene.now)


async def _take_up(uow: UnitOfWork, scene: Scene, visit: Visit, row: GameRow) -> GameRow:
    # The clock of a game runs from its first board, not from the offer.
    await uow.games.update(row.id, status="running", asked=None, started_at=scene.now)
    return await _sit_down(uow, scene, visit, replace(row, status="running"))


async def _sit_down(uow: UnitOfWork, scene: Scene, visit: Visit, row: GameRow) -> GameRow:
    await uow.people.set_current(visit.player.id, visit.chat_id, row.id)
    scene.visit = replace(visit, current_game=row.id)
    return row


async def _show(scene: Scene, row: GameRow) -> Reply:
    async def work(reading: Reading) -> AtHand:
        fresh = await reading.games.get(row.id)
        return await scene.services.sessions.at_hand(fresh or row, reading.games.events)

    scene.current = await scene.services.storage.read(work)
    return board_reply(scene, scene.current)


def _which(scene: Scene, busy: Busy) -> Reply:
    t = scene.t
    go = tokens.OnGame(busy.running.id, busy.running.seq, "keep")
    start = tokens.OnGame(busy.offered.id, 0, "start")
    return say(
        t(
            "{game} is under way. Go on with it, or give it up and start {deal}?",
            game=named(busy.running),
            deal=deal_name(busy.offered.deal),
        ),
        rows=(
            (
                Button(t("Go on"), tokens.encode(go), Style.PRIMARY),
                Button(t("Give up, start"), tokens.encode(start)),
            ),
        ),
    )
