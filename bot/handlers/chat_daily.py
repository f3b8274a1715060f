"""A chat's daily post: where, when and of which games; chosen by who manages the chat."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date

from bot.boards import text
from bot.daily.dates import today
from bot.daily.deals import ORDER
from bot.daily.schedule import ROTATION, games_of, next_post_at, read_time
from bot.daily.zones import Unknown, find_zone, zone_of
from bot.handlers.unknown_time import no_time
from bot.handlers.unknown_zone import no_zone
from bot.handlers.zone_choice import MINE
from bot.reading.words import OFF, ON, ZONE
from bot.replies import Block
from bot.scene import Scene
from bot.titles import find_game
from storage import UnitOfWork
from storage.dailies import Schedule

WORDS = frozenset("daily diario diaria".split())
NINE = 9 * 60
"""The time of a post for which none was chosen."""
_HERE = frozenset("here aqui".split())
_IN = frozenset("in en".split())
_AT = frozenset("at time a hora".split())
_OF_ZONE = ZONE | {"de", "of"}
"""After the word for time these speak of a zone: ``time zone``, ``hora de Madrid``."""
_THE = frozenset("la las".split())
"""Before a time in Spanish: ``a las 21:00``."""
_HALF = frozenset("am pm a.m. p.m. a. p. m.".split())
_GAMES = frozenset("games game juegos juego".split())
_ALL = frozenset("all todos".split())
_TURN = frozenset({ROTATION, "rotacion", "turn", "turnos"})
_NOW = frozenset("now ahora ya".split())
_PLACE = re.compile(r"<?#?(-?[0-9]{1,20})>?")


@dataclass(slots=True)
class Wish:
    """What is to change; None stays as it is."""

    on: bool | None = None
    place: str | None = None
    minute: int | None = None
    zone: str | None = None
    games: str | None = None
    at_once: bool = False


async def change(scene: Scene, words: tuple[str, ...]) -> tuple[Block, ...]:
    """``on``, ``off``, ``here``, ``in PLACE``, ``at TIME``, ``zone ZONE``, ``games …``, ``now``.

    In any order; what is wrong with them, and then nothing is changed.
    """
    wish = Wish()
    left = list(words)
    while left:
        wrong = _take(scene, wish, left)
        if wrong:
            return (text(wrong),)
    refused = await scene.services.storage.write(lambda uow: _store(scene, wish, uow))
    return (text(refused),) if refused else ()


def _take(scene: Scene, wish: Wish, left: list[str]) -> str:
    """Take what the next words say off ``left``; what is wrong with them, else nothing."""
    word = left.pop(0)
    if word in ON | OFF:
        wish.on = word in ON
    elif word in _HERE:
        wish.place = scene.chat.place
    elif word in _NOW:
        wish.at_once = True
    elif word in _IN:
        # A city is no place of a chat.
        return "" if _zone_off(wish, left) else _take_place(scene, wish, left)
    elif word in ZONE:
        return _take_zone(scene, wish, left)
    elif word in _AT:
        return _take_time(scene, wish, left)
    elif word[:1].isdigit():
        left.insert(0, word)
        return _take_time(scene, wish, left)
    elif word not in _GAMES:
        left.insert(0, word)
        return _take_games(scene, wish, left)
    elif not left:
        return _take_games(scene, wish, left)
    return ""


def _take_place(scene: Scene, wish: Wish, left: list[str]) -> str:
    name = left.pop(0) if left else ""
    found = _PLACE.fullmatch(name)
    known = scene.chat.known_places
    if found is None or (not scene.chat.place):
        return scene.t("Name the place by a mention or by its number, or say here.")
    if known is not None and not known.takes_posts(found[1]):
        return scene.t(
            "I can't post in “{name}”: there is no such place, or I may not write there.",
            name=name[:40],
        )
    wish.place = found[1]
    return ""


def _take_zone(scene: Scene, wish: Wish, left: list[str]) -> str:
    """As many words as make a zone, since cities have several; ``mine`` is who asks's own."""
    if left and left[0] in MINE:
        left.pop(0)
        wish.zone = scene.player.zone if scene.player else None
        return "" if wish.zone else scene.t("You haven't chosen your time zone yet.")
    if not left:
        return scene.t("Say a city such as Europe/Madrid, or UTC+5:45.")
    if _zone_off(wish, left):
        return ""
    said = " ".join(left)[:40]
    left.clear()
    return no_zone(scene, said)


def _zone_off(wish: Wish, left: list[str]) -> bool:
    """Whether the next words are a zone, which then is taken off ``left``."""
    for count in range(min(len(left), 4), 0, -1):
        found = find_zone(" ".join(left[:count]))
        if not isinstance(found, Unknown):
            wish.zone = found
            del left[:count]
            return True
    return False


def _take_time(scene: Scene, wish: Wish, left: list[str]) -> str:
    if left and left[0] in _THE:
        left.pop(0)
    if left and left[0] in _OF_ZONE:
        return ""
    if not left and wish.zone is not None:
        return ""  # ``Madrid time``
    said = left.pop(0) if left else ""
    while left and left[0] in _HALF:
        said = f"{said} {left.pop(0)}"
    wish.minute = read_time(said)
    return no_time(scene, said) if wish.minute is None else ""


def _take_games(scene: Scene, wish: Wish, left: list[str]) -> str:
    if left and left[0] in _ALL | _TURN:
        wish.games = ROTATION if left.pop(0) in _TURN else ""
        return ""
    chosen: set[str] = set()
    while left and (found := find_game(left))[0] is not None:
        chosen.add(str(found[0]))
        left[:] = found[1]
    if not chosen and _zone_off(wish, left):
        return ""
    if not chosen and wish.minute is not None and wish.zone is None and left:
        return no_zone(scene, left[0][:40])
    if not chosen:
        return scene.t("Say on, off, here, a time, a zone, all, rotation or names of games.")
    wish.games = (
        "" if len(chosen) == len(ORDER) else " ".join(each for each in ORDER if each in chosen)
    )
    return ""


async def _store(scene: Scene, wish: Wish, uow: UnitOfWork) -> str:
    """Store what is wished; why that can't be, else nothing."""
    chat, now = scene.chat, scene.now
    scene.here = await uow.people.find_chat(chat.platform, chat.external_id)
    if scene.here is None:
        scene.here = await uow.people.set_chat(
            chat.platform, chat.external_id, private=chat.private, now=now, language=None
        )
    before = await uow.schedules.get(scene.here.id)
    if before is None and (wish.on is False or wish.at_once):
        return scene.t("There is no daily post here yet.")
    schedule = _changed(before or _first(scene), wish)
    known = chat.known_places
    if known is not None and schedule.on and not before and not known.takes_posts(schedule.place):
        return scene.t("I may not write here. Choose another place: “setup daily in”, its mention.")
    schedule = await _with_next(uow, schedule, scene)
    if wish.at_once:
        day = today(zone_of(schedule.zone), now)
        if not schedule.on or schedule.paused:
            return scene.t("The daily post is off.")
        if await _all_posted(uow, schedule, day):
            return scene.t("Today's dailies are posted already.")
        schedule = replace(schedule, next_at=now, next_day=day)
    await uow.schedules.put(schedule)
    if not scene.actor.veiled:
        visit = await scene.enter(uow)
        await uow.schedules.set_by(schedule.chat_id, visit.identity.id)
    return ""


def _first(scene: Scene) -> Schedule:
    """What holds until it is chosen otherwise: here, at nine, where the manager lives."""
    assert scene.here is not None  # it has just been made known
    zone = (scene.player and scene.player.zone) or "UTC"
    return Schedule(scene.here.id, scene.chat.place, zone, NINE, "", True, "", None, None)


def _changed(before: Schedule, wish: Wish) -> Schedule:
    after = replace(
        before,
        on=before.on if wish.on is None else wish.on,
        place=before.place if wish.place is None else wish.place,
        minute=before.minute if wish.minute is None else wish.minute,
        zone=wish.zone or before.zone,
        games=before.games if wish.games is None else wish.games,
    )
    # Whoever turns it on or chooses a place has seen to what made it pause.
    return replace(after, paused="") if wish.on or wish.place is not None else after


async def _with_next(uow: UnitOfWork, schedule: Schedule, scene: Scene) -> Schedule:
    """The schedule with its next post: of a date that wasn't posted before."""
    if not schedule.on or schedule.paused:
        return replace(schedule, next_at=None, next_day=None)
    zone, after = zone_of(schedule.zone), scene.now
    while True:
        due = next_post_at(zone, schedule.minute, after)
        if not await _all_posted(uow, schedule, due.day):
            return replace(schedule, next_at=due.at, next_day=due.day)
        after = due.at


async def _all_posted(uow: UnitOfWork, schedule: Schedule, day: date) -> bool:
    claims = await uow.schedules.claims(schedule.chat_id, day)
    return set(games_of(schedule.games, day)) <= {each.game for each in claims}
