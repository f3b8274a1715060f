"""Choosing a time zone by buttons: cities of a region, each with the time it is there."""

from __future__ import annotations

from collections.abc import Callable

from bot import tokens
from bot.boards import text
from bot.daily.zones import zone_of
from bot.i18n import N_
from bot.replies import Button, Reply, Rows, Style
from bot.scene import Scene

PAGE = "zone"
"""The name under which buttons find the page of the player's own zone."""
MINE = frozenset("mine own mia mio propia".split())
REGIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "europe": (
        N_("Europe, Africa"),
        (
            "Atlantic/Canary", "Europe/Lisbon", "Europe/London", "Europe/Madrid", "Europe/Paris",
            "Europe/Berlin", "Europe/Rome", "Europe/Warsaw", "Europe/Athens", "Europe/Istanbul",
            "Europe/Moscow", "Africa/Lagos", "Africa/Cairo", "Africa/Nairobi",
            "Africa/Johannesburg",
        ),
    ),
    "america": (
        N_("America"),
        (
            "America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York",
            "America/Halifax", "America/Mexico_City", "America/Guatemala", "America/Bogota",
            "America/Lima", "America/Caracas", "America/La_Paz", "America/Santiago",
            "America/Argentina/Buenos_Aires", "America/Montevideo", "America/Sao_Paulo",
        ),
    ),
    "asia": (
        N_("Asia, Pacific"),
        (
            "Asia/Dubai", "Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka",
            "Asia/Bangkok", "Asia/Shanghai", "Asia/Singapore", "Asia/Manila", "Asia/Tokyo",
            "Australia/Perth", "Australia/Adelaide", "Australia/Sydney", "Pacific/Auckland",
            "Pacific/Honolulu",
        ),
    ),
}  # fmt: skip
_IN_ROW = 5

Key = Callable[[str, tuple[str, ...], bool], Button]
"""A button with this label that brings these words; whether it is what holds now."""


def rows(scene: Scene, now: str, region: str, choose: Key, turn: Key) -> Rows:
    """The cities of a region and UTC, and the ways to the other regions.

    ``choose`` brings a word that ``find_zone`` knows, ``turn`` the name of a region.
    """
    shown = region if region in REGIONS else _region_of(now)
    _, names = REGIONS[shown]
    cities = [choose(_label(scene, name), (word_of(name),), name == now) for name in names]
    others = tuple(
        turn(scene.t(title), (key,), key == shown) for key, (title, _) in REGIONS.items()
    )
    return (
        *(tuple(cities[n : n + _IN_ROW]) for n in range(0, len(cities), _IN_ROW)),
        (*others, choose("UTC", ("utc",), now == "UTC")),
    )


def word_of(name: str) -> str:
    """The city of a zone's name, of signs that a button can carry."""
    return name.rpartition("/")[2].casefold()


def _label(scene: Scene, name: str) -> str:
    city = name.rpartition("/")[2].replace("_", " ")
    return f"{city} {scene.now.astimezone(zone_of(name)):%H:%M}"


def _region_of(name: str) -> str:
    area = name.partition("/")[0]
    if area == "America":
        return "america"
    return "asia" if area in ("Asia", "Australia", "Pacific", "Indian") else "europe"


async def zone_here(scene: Scene) -> str:
    """The zone in which this chat tells times: its daily post's, in private the player's own."""
    player, here = scene.player, scene.here
    if scene.chat.private:
        return (player and player.zone) or "UTC"
    if here is None:
        return "UTC"
    schedule = await scene.services.storage.read(lambda reading: reading.schedules.get(here.id))
    return schedule.zone if schedule else "UTC"


# The player's own


def way(scene: Scene) -> Button:
    """The way to the page."""
    return _button(scene.t("Time zone"), ())


def choice(scene: Scene, region: str = "", *, before: str = "") -> Reply:
    """The cities to choose from, for the player's own zone."""
    now = (scene.player and scene.player.zone) or "UTC"
    keys = rows(
        scene,
        now,
        region,
        lambda label, words, chosen: _button(label, ("set", *words), chosen=chosen),
        lambda label, words, chosen: _button(label, words, chosen=chosen),
    )
    said = tuple(text(each) for each in (before, asked(scene)) if each)
    return Reply(said, keys, private=True)


def asked(scene: Scene) -> str:
    """What is asked above the cities."""
    return scene.t("What time is it there now? Press it, or say a city or UTC+5:45.")


def _button(label: str, arguments: tuple[str, ...], *, chosen: bool = False) -> Button:
    token = tokens.encode(tokens.OnPage(PAGE, arguments))
    return Button(label, token, Style.PRIMARY if chosen else Style.PLAIN)
