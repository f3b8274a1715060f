"""The page on which a chat's daily post is set up, and its line on the page of the whole setup."""

from __future__ import annotations

from bot import tokens
from bot.boards import text
from bot.daily.deals import ORDER
from bot.daily.poster import CLOSED, FORBIDDEN, GONE
from bot.daily.schedule import DAY_MINUTES, ROTATION, STEPS, games_of, typed_time, wall_time
from bot.daily.words import moment_in
from bot.handlers import zone_choice
from bot.handlers.daily_tokens import letter
from bot.replies import Block, BlockKind, Button, Reply, Rows, Style
from bot.scene import Scene
from bot.titles import TITLES
from storage.dailies import Schedule

BACK = ("back",)
"""The arguments of the button that leads to the whole setup."""
ZONES = ("zones",)
"""Those of the one that leads to the time zones; a region may follow."""


async def shown(scene: Scene) -> tuple[Block, ...]:
    """Whether there is a daily post, where and when."""
    return (_line(scene, await _schedule(scene)),)


async def rows(scene: Scene) -> Rows:
    """The way to the page."""
    return ((_button(scene.t("Daily post"), "daily"),),)


async def page(scene: Scene) -> tuple[tuple[Block, ...], Rows]:
    """All about the daily post, with a button for each change."""
    t, schedule = scene.t, await _schedule(scene)
    blocks = [_line(scene, schedule)]
    if schedule is not None:
        blocks += _details(scene, schedule)
    blocks.append(
        Block(
            BlockKind.SMALL,
            t("In words: “setup daily at 9:30 zone Europe/Madrid”, “setup daily in”, a mention."),
        )
    )
    back = (_button(t("Back"), *BACK),)
    if schedule is None:
        return tuple(blocks), ((_button(t("On"), "daily", "on"),), back)
    return tuple(blocks), (*_switches(scene, schedule), *_choices(scene, schedule), back)


async def zones(scene: Scene, region: str = "") -> Reply:
    """The zones that the post may follow: cities of a region, and the reader's own."""
    schedule = await _schedule(scene)
    now = schedule.zone if schedule is not None else "UTC"
    keys = zone_choice.rows(
        scene,
        now,
        region,
        lambda label, words, chosen: _button(label, "daily", "zone", *words, chosen=chosen),
        lambda label, words, chosen: _button(label, *ZONES, *words, chosen=chosen),
    )
    ways = [_button(scene.t("Back"), "daily")]
    own = scene.player and scene.player.zone
    if own and own != now:
        ways.insert(0, _button(scene.t("Mine: {zone}", zone=own), "daily", "zone", "mine"))
    return Reply((text(zone_choice.asked(scene)),), (*keys, tuple(ways)), private=True)


async def _schedule(scene: Scene) -> Schedule | None:
    here = scene.here
    if here is None:
        return None
    return await scene.services.storage.read(lambda reading: reading.schedules.get(here.id))


def _line(scene: Scene, schedule: Schedule | None) -> Block:
    t = scene.t
    if schedule is None or not schedule.on:
        return text(t("daily post: off"))
    when = t("at {time} ({zone})", time=wall_time(schedule.minute), zone=schedule.zone)
    if not schedule.place:
        return text(t("daily post: {when}", when=when))
    sentence = t("daily post: {when} in #{place}", when=when, place=schedule.place)
    return Block(BlockKind.TEXT, sentence, places=(schedule.place,))


def _details(scene: Scene, schedule: Schedule) -> list[Block]:
    t = scene.t
    names = [TITLES[game] for game in ORDER if game in schedule.games.split()]
    games = ", ".join(names) or t("all three")
    if schedule.games == ROTATION:
        games = t("one a day, in turn")
    blocks = [text(t("games: {games}", games=games))]
    if schedule.on and schedule.paused:
        blocks.append(text(_why_paused(scene, schedule.paused)))
    at = schedule.next_at
    if at is not None:
        there = moment_in(t, at, schedule.zone)
        own = moment_in(t, at, (scene.player and scene.player.zone) or "UTC")
        said = t("Next post: {moment}.", moment=there)
        if own != there:
            said = t("Next post: {moment}, that is {own}.", moment=there, own=own)
        blocks.append(Block(BlockKind.TEXT, said, moments=((own, at),) if own != there else ()))
    return blocks


def _why_paused(scene: Scene, reason: str) -> str:
    t = scene.t
    why = {
        GONE: t("Posting is paused: the place is gone."),
        FORBIDDEN: t("Posting is paused: I may not write there."),
        CLOSED: t("Posting is paused: the topic is closed."),
    }
    return why.get(reason, t("Posting is paused: the post was refused."))


def _switches(scene: Scene, schedule: Schedule) -> Rows:
    t = scene.t
    if not schedule.on:
        return ((_button(t("On"), "daily", "on"),),)
    first = [_button(t("Off"), "daily", "off")]
    if schedule.paused:
        first.append(_button(t("Go on"), "daily", "on"))
    else:
        first.append(_button(t("Post now"), "daily", "now"))
    if schedule.place != scene.chat.place:
        first.append(_button(t("Post here"), "daily", "here"))
    first.append(_button(t("Time zone"), *ZONES))
    steps = tuple(
        _button(label, "daily", "at", typed_time((schedule.minute + step) % DAY_MINUTES))
        for step, label in STEPS
    )
    return tuple(first), steps


def _choices(scene: Scene, schedule: Schedule) -> Rows:
    """Games one by one, all, and one in turn."""
    t, turn = scene.t, schedule.games == ROTATION
    now = () if turn else games_of(schedule.games, scene.now.date())
    each = []
    for game in ORDER:
        others = [one for one in ORDER if (one in now) != (one == game)]
        keys = map(letter, others or ORDER)
        each.append(_button(TITLES[game], "daily", "games", *keys, chosen=game in now))
    ways = (
        _button(t("All three"), "daily", "all", chosen=len(now) == len(ORDER)),
        _button(t("One in turn"), "daily", ROTATION, chosen=turn),
    )
    return tuple(each), ways


def _button(label: str, *arguments: str, chosen: bool = False) -> Button:
    token = tokens.encode(tokens.OnPage("setup", arguments))
    return Button(label, token, Style.PRIMARY if chosen else Style.PLAIN)
