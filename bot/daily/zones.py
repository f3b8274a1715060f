"""Time zones as people name them, and the zone behind a stored name.

A stored name is an IANA one (``Europe/Madrid``) or a fixed distance (``UTC+05:45``).
"""

from __future__ import annotations

import re
import zoneinfo
from dataclasses import dataclass
from datetime import UTC, timedelta, timezone, tzinfo
from difflib import get_close_matches
from functools import cache

from bot.reading.words import fold

_FIXED = re.compile(r"(?:utc|gmt)?\s*([+\-−–])\s*(\d{1,2})(?::?(\d{2}))?\Z", re.ASCII)
_BEFORE = re.compile(r"(?:(?:horaria|hora|time|de|of) )+")
"""What people say before a zone: ``hora de Madrid``, ``zona horaria Madrid``."""
_FURTHEST = timedelta(hours=14)
_SUGGESTED = 5

_ALIASES = {
    "utc": "UTC", "gmt": "UTC", "z": "UTC", "zulu": "UTC", "universal": "UTC",
    "cet": "Europe/Paris", "cest": "Europe/Paris", "mez": "Europe/Berlin", "met": "Europe/Paris",
    "eet": "Europe/Athens", "eest": "Europe/Athens", "wet": "Europe/Lisbon",
    "west": "Europe/Lisbon", "bst": "Europe/London", "msk": "Europe/Moscow",
    "est": "America/New_York", "edt": "America/New_York", "et": "America/New_York",
    "eastern": "America/New_York", "cst": "America/Chicago", "cdt": "America/Chicago",
    "ct": "America/Chicago", "central": "America/Chicago", "mst": "America/Denver",
    "mdt": "America/Denver", "mt": "America/Denver", "mountain": "America/Denver",
    "pst": "America/Los_Angeles", "pdt": "America/Los_Angeles", "pt": "America/Los_Angeles",
    "pacific": "America/Los_Angeles", "ist": "Asia/Kolkata", "india": "Asia/Kolkata",
    "jst": "Asia/Tokyo", "japan": "Asia/Tokyo", "kst": "Asia/Seoul", "npt": "Asia/Kathmandu",
    "nepal": "Asia/Kathmandu", "aest": "Australia/Sydney", "aedt": "Australia/Sydney",
    "acst": "Australia/Adelaide", "awst": "Australia/Perth", "nzst": "Pacific/Auckland",
    "nzdt": "Pacific/Auckland", "espana": "Europe/Madrid", "spain": "Europe/Madrid",
    "canarias": "Atlantic/Canary", "londres": "Europe/London", "nueva york": "America/New_York",
    "ciudad de mexico": "America/Mexico_City", "cdmx": "America/Mexico_City",
    "mexico": "America/Mexico_City", "bogota": "America/Bogota", "argentina":
    "America/Argentina/Buenos_Aires", "chile": "America/Santiago", "barcelona": "Europe/Madrid",
    "peru": "America/Lima", "colombia": "America/Bogota", "beijing": "Asia/Shanghai",
    "pekin": "Asia/Shanghai", "tokio": "Asia/Tokyo", "sao paulo": "America/Sao_Paulo",
    "san francisco": "America/Los_Angeles", "seattle": "America/Los_Angeles",
    "boston": "America/New_York", "washington": "America/New_York", "mumbai": "Asia/Kolkata",
    "buenos aires": "America/Argentina/Buenos_Aires", "delhi": "Asia/Kolkata",
    "munich": "Europe/Berlin", "ginebra": "Europe/Zurich",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unknown:
    """No zone is called so; ``nearest`` are names that may have been meant."""

    nearest: tuple[str, ...]


def zone_of(name: str) -> tzinfo:
    """The zone of a stored name; UTC for one that this machine's tables don't know any more."""
    if name == "UTC":
        return UTC
    if name.startswith("UTC"):
        fixed = _fixed(name)
        return UTC if fixed is None else fixed
    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return UTC


def find_zone(text: str) -> str | Unknown:
    """The stored name of the zone that somebody means: IANA, a city, an alias, ``UTC+5:45``."""
    plain = _plain(text)
    before = _BEFORE.match(plain)
    said = plain[before.end() :] if before else plain
    if (fixed := _fixed(said)) is not None:
        return _name_of(fixed)
    found = _ALIASES.get(said) or _names().get(said) or _cities().get(said)
    if found is not None:
        return found
    return Unknown(suggest(text))


def suggest(text: str, most: int = _SUGGESTED) -> tuple[str, ...]:
    """Zones whose name, city or alias begins like ``text``, holds it, or is spelt nearly so."""
    said = _plain(text)[:60]
    called = {**_names(), **_cities(), **_ALIASES}
    begins = [called[each] for each in sorted(called) if each.startswith(said)]
    holds = [called[each] for each in sorted(called) if len(said) > 1 and said in each]
    close = [called[each] for each in get_close_matches(said, called, n=most, cutoff=0.6)]
    return tuple(dict.fromkeys(begins + holds + close))[:most]


def _plain(text: str) -> str:
    return " ".join(fold(text[:100]).replace("_", " ").split())


def _fixed(text: str) -> timezone | None:
    found = _FIXED.match(fold(text))
    if found is None:
        return None
    distance = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    if distance > _FURTHEST or int(found[3] or 0) > 59:
        return None
    if found[1] != "+":
        distance = -distance
    # Nowhere on Earth is further behind.
    return None if distance < -timedelta(hours=12) else timezone(distance)


def _name_of(zone: timezone) -> str:
    minutes = int(zone.utcoffset(None).total_seconds()) // 60
    if not minutes:
        return "UTC"
    hours, minute = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours:02}:{minute:02}"


@cache
def _names() -> dict[str, str]:
    """IANA names by their plain spelling; bare abbreviations and old forms are left out."""
    kept = (name for name in sorted(zoneinfo.available_timezones()) if _is_place(name))
    return {_plain(name): name for name in kept}


def _is_place(name: str) -> bool:
    area, slash, _ = name.partition("/")
    return bool(slash) and area not in ("Etc", "SystemV", "posix", "right")


@cache
def _cities() -> dict[str, str]:
    """The last parts of IANA names."""
    return {_plain(name.rpartition("/")[2]): name for name in _names().values()}
