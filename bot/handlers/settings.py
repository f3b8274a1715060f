"""What a player can set, by words or by buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from bot import tokens
from bot.boards import board_reply, say
from bot.daily.reminder import plan_anew
from bot.daily.zones import Unknown, find_zone
from bot.handlers import reminding, zone_choice
from bot.handlers.unknown_zone import no_zone
from bot.i18n import LANGUAGES, N_
from bot.look import THEMES
from bot.reading.words import OFF, ON, ZONE, fold
from bot.replies import Button, Reply, Style
from bot.scene import Scene
from storage import UnitOfWork
from storage.people import PlayerChanges

LANGUAGE_NAMES = {"en": "English", "es": "Español"}
LANGUAGE_WORDS = {"en": "en", "english": "en", "ingles": "en"} | {
    "es": "es", "spanish": "es", "espanol": "es", "castellano": "es",
}  # fmt: skip
THEME_NAMES = {
    "letters": N_("letters"), "suits": N_("suits"), "emoji": N_("emoji"), "words": N_("words"),
}  # fmt: skip
_THEME_WORDS = {"letters": "letters", "letras": "letters"} | {
    "suits": "suits", "palos": "suits", "signos": "suits",
    "emoji": "emoji", "emojis": "emoji", "words": "words", "palabras": "words",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is on or off: its words, and what it does."""

    field: str
    words: frozenset[str]
    label: str


SWITCHES = (
    Switch(
        "autoturn",
        frozenset({"autoturn", "autovuelta", "voltear"}),
        N_("autoturn: in Calculation the next card comes up by itself"),
    ),
    Switch("auto", frozenset({"auto"}), N_("auto: safe moves are played after each of yours")),
    Switch(
        "named_everywhere",
        frozenset({"named", "name", "nombre", "visible"}),
        N_("named: your name on the board of all servers"),
    ),
)
SHORT = {"autoturn": N_("autoturn"), "auto": N_("auto"), "named_everywhere": N_("named")}


async def settings_command(scene: Scene, words: str) -> Reply:
    """Show the settings, or change one: ``settings autoturn off``."""
    said = fold(words).replace("=", " ").split()
    if not said:
        return await page(scene)
    value = said[-1] if len(said) > 1 else ""
    if said[0] in ("language", "idioma"):
        return await language_command(scene, value)
    if said[0] in ("theme", "tema"):
        return await theme_command(scene, value)
    if said[0] in reminding.WORDS:
        return await reminding.remind(scene, said[1:])
    if (at := next((n for n, word in enumerate(said) if word in ZONE), None)) is not None:
        reply = await zone_command(scene, " ".join(said[at + 1 :]))
        others = " ".join(said[:at]).removesuffix("time").strip()
        return await settings_command(scene, others) if others else reply
    for switch in SWITCHES:
        if said[0] in switch.words:
            if value not in ON | OFF:
                example = scene.t("settings {name} off", name=scene.t(SHORT[switch.field]))
                return say(scene.t("Say on or off: “{example}”.", example=example))
            return await change(scene, switch.field, "on" if value in ON else "off")
    return await page(scene, scene.t("There is no setting “{name}”.", name=said[0][:40]))


async def language_command(scene: Scene, words: str) -> Reply:
    """Show or choose the language."""
    chosen = LANGUAGE_WORDS.get(fold(words).strip())
    if chosen is None:
        return say(spoken(scene, unknown=words), rows=(_language_row(scene),))
    return await change(scene, "language", chosen)


def spoken(scene: Scene, *, unknown: str = "") -> str:
    """The languages there are and the words that choose them, after an ``unknown`` one if any."""
    t = scene.t
    names = ", ".join(f"{code} ({LANGUAGE_NAMES[code]})" for code in LANGUAGES)
    known = t("I speak {languages}.", languages=names)
    if not unknown:
        return known
    return t("I don't speak “{name}”.", name=unknown[:40]) + " " + known


async def theme_command(scene: Scene, words: str) -> Reply:
    """Show or choose how cards are drawn."""
    chosen = _THEME_WORDS.get(fold(words).strip())
    if chosen is None:
        unknown = [scene.t("There is no theme “{name}”.", name=words[:40])] if words else []
        question = scene.t("How shall the cards look?")
        return say(*unknown, question, rows=(_theme_row(scene),))
    return await change(scene, "theme", chosen)


async def zone_command(scene: Scene, words: str) -> Reply:
    """Show or choose the player's own time zone, by which a date begins and moments are told."""
    if not words:
        return zone_choice.choice(scene)
    found = find_zone(words)
    if isinstance(found, Unknown):
        return zone_choice.choice(scene, before=no_zone(scene, words[:40]))
    return await change(scene, "zone", found)


async def zone_page(scene: Scene, arguments: tuple[str, ...]) -> Reply:
    """The zones of a region to choose from, or the choice of one."""
    match arguments:
        case ("set", city):
            return await zone_command(scene, city)
        case (region,):
            return zone_choice.choice(scene, region)
    return zone_choice.choice(scene)


async def change(scene: Scene, field: str, value: str) -> Reply:
    """Store a setting and show what it changes."""
    if not _possible(field, value):
        return await page(scene)
    stored: object = value == "on" if value in ("on", "off") else value
    changes = cast("PlayerChanges", {field: stored})

    async def work(uow: UnitOfWork) -> None:
        visit = await scene.enter(uow)
        player = await uow.people.set(visit.player.id, **changes)
        scene.visit = replace(visit, player=player)
        if field == "zone":
            await plan_anew(uow, player.id, scene.now)

    await scene.services.storage.write(work)
    if field in ("language", "theme") and scene.current is not None and scene.current.open:
        return board_reply(scene, scene.current)
    return await page(scene, scene.t("Done."))


def _possible(field: str, value: str) -> bool:
    if field == "language":
        return value in LANGUAGES
    if field == "theme":
        return value in THEMES
    if field == "zone":
        return find_zone(value) == value
    return field in SHORT and value in ("on", "off")


async def page(scene: Scene, *before: str) -> Reply:
    """All settings as they are, with a button for each change."""
    t, player = scene.t, scene.player
    look = scene.look
    lines = [
        t("language: {name}", name=LANGUAGE_NAMES[look.language]),
        t("theme: {name}", name=t(THEME_NAMES[look.theme])),
        t("zone: {name}", name=(player and player.zone) or "UTC"),
    ]
    rows: list[tuple[Button, ...]] = [_language_row(scene), _theme_row(scene)]
    switches = []
    for switch in SWITCHES:
        on = getattr(player, switch.field) if player else switch.field == "autoturn"
        state = t("on") if on else t("off")
        lines.append(f"{t(switch.label)} – {state}")
        label = f"{t(SHORT[switch.field])}: {state}"
        switches.append(_button(label, switch.field, "off" if on else "on", chosen=False))
    rows.append(tuple(switches))
    lines.append(await reminding.line(scene))
    rows.append((zone_choice.way(scene), reminding.way(scene)))
    return say(*before, t("Your settings:"), *lines, rows=tuple(rows))


def _language_row(scene: Scene) -> tuple[Button, ...]:
    now = scene.look.language
    return tuple(
        _button(LANGUAGE_NAMES[code], "language", code, chosen=code == now) for code in LANGUAGES
    )


def _theme_row(scene: Scene) -> tuple[Button, ...]:
    now, t = scene.look.theme, scene.t
    return tuple(
        _button(t(THEME_NAMES[theme]), "theme", theme, chosen=theme == now) for theme in THEMES
    )


def _button(label: str, field: str, value: str, *, chosen: bool) -> Button:
    token = tokens.encode(tokens.OnSetting(field, value))
    return Button(label, token, Style.PRIMARY if chosen else Style.PLAIN)
