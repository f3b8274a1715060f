"""Playing a date's daily: one game at a time, the first try counts, the rest is practice."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from bot.boards import say
from bot.daily.dates import is_closed, opens
from bot.daily.rules import is_practice
from bot.daily.words import closing, day_name, moment
from bot.handlers.asked_deals import Wanted
from bot.handlers.seating import new_game, show_game, sit_down
from bot.handlers.solving import no_daily
from bot.replies import Reply
from bot.scene import Scene
from bot.workers import Trouble
from games.catalogue import find
from games.deals import is_prepared, lay_out
from storage import UnitOfWork
from storage.dailies import Daily
from storage.records import GameRow, Kind


async def dailies_of(scene: Scene, day: date) -> tuple[Daily, ...] | Reply:
    """The dailies of a date, or why there are none to be had."""
    t, services = scene.t, scene.services
    if scene.now < opens(day):
        return say(
            t("{date} begins {moment}.", date=day_name(t, day), moment=moment(t, opens(day))),
            private=True,
        )
    made = await services.storage.read(lambda reading: reading.dailies.of(day))
    if is_closed(day, scene.now) and not made:
        return say(t("There is no daily of {date}.", date=day_name(t, day)), private=True)
    try:
        return await services.dailies.of(day, services.storage, services.solvers, scene.now)
    except Trouble:
        return say(no_daily(scene), private=True)


async def play_daily(scene: Scene, game: str, day: date) -> Reply:
    """Go on with the player's game of that daily, or begin one."""
    made = await dailies_of(scene, day)
    if isinstance(made, Reply):
        return made
    return await begin(scene, next(each for each in made if each.game == game))


async def begin(scene: Scene, daily: Daily) -> Reply:
    """The board of the game, with a word about what it counts for."""
    rules = find(daily.game)
    kind: Kind = "prepared" if is_prepared(rules, daily.deal) else "shuffled"
    wanted = Wanted(rules, daily.deal, lay_out(rules, daily.deal), kind)

    async def work(uow: UnitOfWork) -> GameRow:
        visit = await scene.enter(uow)
        running = await uow.games.running(visit.player.id, daily.game, daily.day)
        if running:
            return await sit_down(uow, scene, visit, running[0])
        tries = await uow.games.tries(visit.player.id, daily.game, daily.deal, daily.day)
        new = replace(new_game(scene, visit, wanted, "running"), daily=daily.day)
        if is_practice(tries, daily.day, scene.now):
            new = new.as_practice()
        return await sit_down(uow, scene, visit, await uow.games.add(new))

    row = await scene.services.storage.write(work)
    shown = await show_game(scene, row)
    return replace(shown, blocks=(*say(_counting(scene, row)).blocks, *shown.blocks))


def _counting(scene: Scene, row: GameRow) -> str:
    t = scene.t
    assert row.daily is not None
    if row.practice and is_closed(row.daily, scene.now):
        return t("From the archive: this is practice.")
    if row.practice:
        return t("Your first try counted; this is practice.")
    return t("The first try counts, until {moment}.", moment=closing(t, row.daily))
