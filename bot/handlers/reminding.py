"""``daily remind``: a word in private on dates whose dailies the player hasn't begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot import tokens
from bot.boards import text
from bot.daily.reminder import EVENING, PAGE, planned
from bot.daily.schedule import DAY_MINUTES, STEPS, read_time, typed_time, wall_time
from bot.daily.words import moment_in
from bot.daily.zones import Unknown, find_zone
from bot.handlers import zone_choice
from bot.handlers.accounts import PLATFORMS
from bot.handlers.unknown_time import no_time
from bot.handlers.unknown_zone import no_zone
from bot.reading.words import OFF, ON, ZONE
from bot.replies import Block, BlockKind, Button, Reply, Rows, Style
from bot.scene import Scene
from storage import Reading, UnitOfWork
from storage.dailies import Reminder
from storage.people import Identity

WORDS = frozenset("remind reminder reminders avisar aviso avisame recordar recordatorio".split())
_SAID_ANYWAY = frozenset("at a la las time hora me in en de of".split()) | ZONE
_LONGEST_TIME = 4
"""Words of a time: ``9 p. m.``, with one to spare."""

Kept = tuple[Reminder | None, Identity | None]
"""The player's reminder, and the identity that it is written to."""


async def remind(scene: Scene, words: Sequence[str]) -> Reply:
    """``[on|off|TIME] [[zone] ZONE]`` in any order; without words how it stands."""
    said = [word for word in words if word not in _SAID_ANYWAY]
    if said and said[0] in OFF:
        return await _off(scene)
    if not said:
        return await page(scene)
    minute, rest = _time_among(words)
    zone, where = _zone_among(rest)
    if isinstance(zone, Unknown):
        meant_zone = minute is not None or not ZONE.isdisjoint(words)
        sorry = no_zone(scene, where[:40]) if meant_zone else no_time(scene, where)
        return await page(scene, sorry)
    if not scene.actor.reachable:
        return await page(scene)
    await scene.services.storage.write(lambda uow: _store(scene, minute, zone, uow))
    return await page(scene, scene.t("Done."))


def _time_among(words: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """The first time among the words, as minutes after midnight, and the other words."""
    for start, word in enumerate(words):
        if word[:1].isdigit():
            for end in range(min(start + _LONGEST_TIME, len(words)), start, -1):
                minute = read_time(" ".join(words[start:end]))
                if minute is not None:
                    return minute, (*words[:start], *words[end:])
    return None, words


def _zone_among(words: Sequence[str]) -> tuple[str | Unknown | None, str]:
    """The zone that the words name, None for none, and what they call it.

    What is said anyway is left out bit by bit: ``La Paz`` and ``Port of Spain`` have such words.
    """
    left = [word for word in words if word not in ON | ZONE]
    while True:
        found = find_zone(" ".join(left))
        if not isinstance(found, Unknown):
            return found, " ".join(left)
        if left and left[0] in _SAID_ANYWAY:
            left.pop(0)
        elif left and left[-1] in _SAID_ANYWAY:
            left.pop()
        else:
            return (found, " ".join(left)) if left else (None, "")


async def remind_page(scene: Scene, arguments: tuple[str, ...]) -> Reply:
    """What a button of the page does: the same as its words."""
    return await remind(scene, arguments)


async def _store(scene: Scene, minute: int | None, zone: str | None, uow: UnitOfWork) -> None:
    """Keep it for who asks, to be written to as they ask."""
    visit = await scene.enter(uow)
    player = visit.player
    if zone is not None or player.unreached:
        player = await uow.people.set(player.id, zone=zone or player.zone, unreached=False)
        scene.visit = replace(visit, player=player)
    before = await uow.reminders.get(player.id)
    if minute is None:
        minute = EVENING if before is None else before.minute
    language = scene.look.language
    wanted = before or Reminder(player.id, visit.identity.id, minute, language)
    wanted = replace(
        wanted,
        identity_id=visit.identity.id,
        minute=minute,
        language=language,
        on=True,
        refused=0,
    )
    await uow.reminders.put(planned(wanted, player.zone, scene.now))


async def _off(scene: Scene) -> Reply:
    player = scene.player

    async def work(uow: UnitOfWork) -> bool:
        before = await uow.reminders.get(player.id) if player else None
        if before is None or not before.on:
            return False
        await uow.reminders.put(planned(replace(before, on=False), None, scene.now))
        return True

    done = await scene.services.storage.write(work)
    return await page(scene, scene.t("Done.") if done else "")


async def kept(scene: Scene) -> Kept:
    """How it stands."""
    player = scene.player
    if player is None:
        return None, None

    async def work(reading: Reading) -> Kept:
        found = await reading.reminders.get(player.id)
        if found is None:
            return None, None
        theirs = await reading.people.identities(player.id)
        return found, next((each for each in theirs if each.id == found.identity_id), None)

    return await scene.services.storage.read(work)


async def line(scene: Scene) -> str:
    """How it stands, in a line of the settings."""
    return _line(scene, await kept(scene))


def _line(scene: Scene, stands: Kept) -> str:
    t, (reminder, identity) = scene.t, stands
    if reminder is None or identity is None or not reminder.on:
        return t("daily reminder: off")
    platform = t(PLATFORMS.get(identity.platform, identity.platform))
    return t(
        "daily reminder: at {time} ({zone}), on {platform}",
        time=wall_time(reminder.minute),
        zone=(scene.player and scene.player.zone) or "UTC",
        platform=platform,
    )


async def page(scene: Scene, *before: str) -> Reply:
    """The reminder as it is, with a button for each change."""
    t, stands = scene.t, await kept(scene)
    reminder = stands[0]
    on = reminder is not None and reminder.on
    blocks = [text(each) for each in (*before, _line(scene, stands)) if each]
    if not on and not scene.actor.reachable:
        blocks.append(
            text(t("Here I can't write to you by myself: ask for it on Discord or Telegram."))
        )
        return _alone(blocks)
    blocks += _details(scene, reminder) if reminder is not None and on else []
    about = t("In private, if you haven't begun that date's dailies: “daily remind 20:30”.")
    blocks.append(Block(BlockKind.SMALL, about))
    rows = _rows(scene, reminder) if reminder is not None and on else ((_button(t("On"), "on"),),)
    return _alone(blocks, rows)


def _alone(blocks: list[Block], rows: Rows = ()) -> Reply:
    """For who asks alone; where it can't be hidden it goes to where reminders go."""
    return Reply(tuple(blocks), rows, private=True, secret=True)


def _details(scene: Scene, reminder: Reminder) -> list[Block]:
    t, zone = scene.t, scene.player and scene.player.zone
    blocks = []
    if reminder.next_at is not None:
        when = moment_in(t, reminder.next_at, zone or "UTC")
        blocks.append(
            Block(
                BlockKind.TEXT,
                t("Next: {moment}.", moment=when),
                moments=((when, reminder.next_at),),
            )
        )
    if zone is None:
        blocks.append(text(t("You haven't chosen your time zone yet.")))
    return blocks


def _rows(scene: Scene, reminder: Reminder) -> Rows:
    t = scene.t
    if not scene.actor.reachable:
        return ((_button(t("Off"), "off"),),)
    steps = tuple(
        _button(label, typed_time((reminder.minute + step) % DAY_MINUTES)) for step, label in STEPS
    )
    return (_button(t("Off"), "off"), zone_choice.way(scene)), steps


def way(scene: Scene) -> Button:
    """The way to the page."""
    return _button(scene.t("Daily reminder"))


def _button(label: str, *arguments: str) -> Button:
    return Button(label, tokens.encode(tokens.OnPage(PAGE, arguments)), Style.PLAIN)


async def with_end(scene: Scene, reply: Reply) -> Reply:
    """``reply`` under the news that reminders have ended since they don't arrive, told once."""
    player = scene.player
    if player is None or not player.unreached:
        return reply
    if reply.private and not scene.typed:
        return reply  # perhaps shown for a moment only
    await scene.services.storage.write(lambda uow: uow.people.set(player.id, unreached=False))
    sentence = scene.t(
        "Your daily reminder is off: I couldn't write to you in private. Once I can, “daily "
        "remind on” brings it back."
    )
    return replace(reply, blocks=(text(sentence), *reply.blocks))
