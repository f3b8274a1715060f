"""Starting games, and what is asked when another of the kind is under way."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import tokens
from bot.boards import deal_name, named, say
from bot.handlers import accounts
from bot.handlers.asked_deals import Wanted, deal_refusal, wanted_deal
from bot.handlers.missing import game_buttons, no_game
from bot.handlers.seating import (
    give_up,
    go_on,
    make_room,
    new_game,
    running_game,
    show_game,
    sit_down,
    take_up,
)
from bot.handlers.wished_deals import wish_of, wished
from bot.permissions import may
from bot.reading.words import fold
from bot.replies import Button, Reply, Style
from bot.scene import Scene
from bot.sessions import AtHand, deck_of
from bot.titles import TITLES, find_game
from games.cards import texts
from games.catalogue import find
from games.errors import BadDeal
from games.session import Session
from storage import Reading, UnitOfWork
from storage.records import GameRow

QUESTION = "play"
"""What is asked of somebody to whom a deal was offered; also the command whose repeat is a yes."""


@dataclass(frozen=True, slots=True)
class Busy:
    """Another game of the kind runs; the wanted one waits as ``offered``."""

    running: GameRow
    offered: GameRow


async def play_command(scene: Scene, words: str) -> Reply:
    """``play [game] [deal] [starters]``: a menu, the running game, or a new one."""
    wanted = await _wanted(scene, words)
    if isinstance(wanted, Wanted):
        return await begin(scene, wanted)
    await accounts.let_go(scene, "")
    return wanted


async def _wanted(scene: Scene, words: str) -> Wanted | Reply:
    if not words.strip():
        return await menu(scene)
    key, rest = find_game(words.split())
    if key is None:
        return say(
            scene.t("Which game? I know {games}.", games=", ".join(TITLES.values())),
            rows=game_buttons(),
        )
    game = find(key)
    if not rest and (running := await running_game(scene, key)) is not None:
        return await go_on(scene, running)
    wish = wish_of(rest)
    try:
        if wish:
            return await wished(scene, game, wish, rest[1:])
        return wanted_deal(scene, game, rest)
    except BadDeal as error:
        return say(deal_refusal(scene, game, error))


async def menu(scene: Scene) -> Reply:
    """Ask which game it shall be."""
    return say(scene.t("Which game shall it be?"), rows=game_buttons())


async def begin(scene: Scene, wanted: Wanted) -> Reply:
    """Start ``wanted``; if another game of its kind is under way, ask which one is to go on."""

    async def work(uow: UnitOfWork) -> GameRow | Busy:
        visit = await scene.enter(uow)
        running = await make_room(uow, scene, visit, wanted.game.key)
        if running is not None and _is_of(running, wanted):
            return await sit_down(uow, scene, visit, running)
        new = new_game(scene, visit, wanted, "running")
        if await uow.dailies.is_one(new.game, new.deal):
            # Its winning line stands in the archive for everybody to read.
            new = replace(new, helped=True)
        if running is None:
            row = await uow.games.add(new)
            return await sit_down(uow, scene, visit, row)
        for row in await uow.games.offered(visit.player.id, wanted.game.key):
            # Saying it again is a yes; a second press of the same button is none: fingers slip.
            again = visit.identity.asked == _asked(running) and row.asked == _instead_of(running)
            if scene.typed and again and _is_of(row, wanted):
                await give_up(uow, running, scene, "resigned")
                return await take_up(uow, scene, visit, row)
            await uow.games.discard(row.id, scene.now)
        offered = await uow.games.add(replace(new, status="offered"))
        await uow.games.update(offered.id, asked=_instead_of(running))
        return Busy(running, offered)

    outcome = await scene.services.storage.write(work)
    if isinstance(outcome, Busy):
        return await _ask(scene, outcome)
    await accounts.let_go(scene, "")
    return await show_game(scene, outcome)


def answer(scene: Scene, text: str) -> bool | None:
    """Whether a message takes a deal just offered or goes on, in the words of its buttons.

    None if it says neither, or nothing was offered.
    """
    if accounts.asked(scene).partition(".")[0] != QUESTION:
        return None
    return _ANSWERS.get(" ".join(fold(text).replace(",", " ").split()).strip(" .!"))


_ANSWERS = {
    "go on": False, "go on with it": False, "seguir": False, "sigue": False, "sigo": False,
    "give up": True, "give it up": True, "give up start": True, "give up and start": True,
    "give it up and start": True, "abandonar y empezar": True, "abandonarla y empezar": True,
}  # fmt: skip


def _is_of(row: GameRow, wanted: Wanted) -> bool:
    return (row.deal, row.starters) == (wanted.deal, texts(wanted.deck.starters))


def _asked(running: GameRow) -> str:
    """The question itself: with whom it is asked, since the game need not be the one at hand."""
    return f"{QUESTION}.{running.id}"


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
        running = await make_room(uow, scene, visit, row.game)
        if running is not None:
            if row.asked != _instead_of(running):
                await uow.games.update(row.id, asked=_instead_of(running))
                return Busy(running, row)
            await give_up(uow, running, scene, "resigned")
        return await take_up(uow, scene, visit, row)

    outcome = await scene.services.storage.write(work)
    if isinstance(outcome, Busy):
        return await _ask(scene, outcome)
    return no_game(scene) if outcome is None else await go_on(scene, outcome)


async def keep_running(scene: Scene, at_hand: AtHand) -> Reply:
    """Go on with a running game; deals offered instead of it are forgotten."""

    async def work(uow: UnitOfWork) -> None:
        for row in await uow.games.offered(at_hand.row.player_id, at_hand.row.game):
            await uow.games.discard(row.id, scene.now)
        await uow.games.update(at_hand.row.id, asked=None)

    await scene.services.storage.write(work)
    return await go_on(scene, at_hand.row)


async def answered(scene: Scene, *, yes: bool) -> Reply | None:
    """The answer to a typed yes or no, where a deal was offered last instead of a running game."""
    word, _, about = accounts.asked(scene).partition(".")
    if word != QUESTION or not scene.playable:
        return None
    await accounts.note(scene, asked=None)

    async def work(reading: Reading) -> AtHand | None:
        row = await reading.games.get(int(about))
        if row is None or not may(scene.player, row):
            return None
        return await scene.services.sessions.at_hand(row, reading.games.events)

    running = await scene.services.storage.read(work)
    if running is None:
        return None
    return await (_take_offer if yes else keep_running)(scene, running)


async def _take_offer(scene: Scene, at_hand: AtHand) -> Reply:
    offered = await scene.services.storage.read(
        lambda reading: reading.games.offered(at_hand.row.player_id, at_hand.row.game)
    )
    if not offered:
        return await go_on(scene, at_hand.row)
    row = offered[0]
    session = Session.start(at_hand.game, deck_of(row))
    return await start_offered(scene, AtHand(row, session))


async def new_random(scene: Scene, key: str) -> Reply:
    """A random deal of the game."""
    return await begin(scene, wanted_deal(scene, find(key), ["random"]))


async def _ask(scene: Scene, busy: Busy) -> Reply:
    t = scene.t
    await accounts.note(scene, asked=_asked(busy.running))
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
