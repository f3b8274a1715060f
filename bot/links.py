"""Deep links: what a link into the bot may carry, in 64 letters, digits, ``-`` and ``_``.

``p_<game>[_<word>…]`` plays a game, or a deal of it; words of other signs are kept as one word in
base 64 after ``q_<game>_``. ``d_<game>_<date>`` plays the daily of a date, with
``_<number>_<seal>`` of a chat on its table. ``s_<number>_<seal>`` shows what somebody shared about
a game, ``r_<number>_<seal>`` the game itself, move by move, and ``c_<number>_<seal>`` takes up a
challenge: numbers in base 36, and a seal of 16 hexadecimal digits that this program alone can make,
so that nobody opens what wasn't shared.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re
from dataclasses import dataclass
from datetime import date

from bot import tokens
from bot.daily.dates import read_day

LONGEST = 64
KEY = "links"
"""The name under which the database keeps the program's key for seals."""
HELLO = "hello"
"""A link that only opens the chat."""

_PLAIN = re.compile(r"[A-Za-z0-9-]+\Z")
_NUMBER = re.compile(r"[0-9a-z]{1,12}\Z")
_SEAL = re.compile(r"[0-9a-f]{16}\Z")
_GAME = re.compile(r"[a-z][a-z-]{0,30}\Z")


@dataclass(frozen=True, slots=True)
class Play:
    """Play a game: ``words`` are what follows its name after ``play``."""

    game: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shared:
    """A finished game that its player passed on: what is told of it, or all its moves."""

    game_id: int
    seal: str
    moves: bool = False


@dataclass(frozen=True, slots=True)
class Daily:
    """Play the daily of a game and date; on the table of a chat, where its seal is ours."""

    game: str
    day: date
    chat_id: int = 0
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Take up a challenge, or go on with one's game of it."""

    number: int
    seal: str


Link = Play | Shared | Daily | Challenge


def seal(key: bytes, game_id: int) -> str:
    """The seal of a game under the program's own key."""
    return hmac.new(key, f"shared game {game_id}".encode(), "sha256").hexdigest()[:16]


def seal_of_chat(key: bytes, chat_id: int) -> str:
    """The seal of a chat that dailies are played for."""
    return hmac.new(key, f"dailies of chat {chat_id}".encode(), "sha256").hexdigest()[:16]


def seal_of_challenge(key: bytes, number: int) -> str:
    """The seal of a challenge."""
    return hmac.new(key, f"challenge {number}".encode(), "sha256").hexdigest()[:16]


def sealed(key: bytes, link: Shared) -> bool:
    """Whether the link's seal is ours."""
    return hmac.compare_digest(seal(key, link.game_id), link.seal)


def encode(link: Link) -> str:
    """The text of a link; raises ValueError when it would be too long."""
    match link:
        case Play():
            text = _play(link)
        case Daily(game, day, chat_id, mark):
            text = f"d_{game}_{day:%Y%m%d}"
            text += f"_{tokens.base36(chat_id)}_{mark}" if chat_id else ""
        case Challenge(number, mark):
            text = f"c_{tokens.base36(number)}_{mark}"
        case Shared(game_id, mark, moves):
            text = f"{'r' if moves else 's'}_{tokens.base36(game_id)}_{mark}"
    if len(text) > LONGEST:
        raise ValueError(f"no link can hold this: {len(text)} signs")
    return text


def _play(link: Play) -> str:
    if all(_PLAIN.match(word) for word in link.words):
        return "_".join(("p", link.game, *link.words))
    return f"q_{link.game}_{_base64(' '.join(link.words).encode())}"


def decode(text: str) -> Link | None:
    """The link of a text, or None when it isn't one of ours."""
    if len(text) > LONGEST:
        return None
    match text.split("_", 2):
        case ["p", game] if _GAME.match(game):
            return Play(game)
        case ["p", game, words] if _GAME.match(game):
            parts = tuple(words.split("_"))
            return Play(game, parts) if all(map(_PLAIN.match, parts)) else None
        case ["q", game, packed] if _GAME.match(game):
            words = _unpacked(packed)
            return Play(game, tuple(words.split())) if words else None
        case ["d", game, rest] if _GAME.match(game):
            return _daily(game, rest.split("_"))
        case ["s" | "r" as kind, number, mark] if _NUMBER.match(number) and _SEAL.match(mark):
            return Shared(int(number, 36), mark, moves=kind == "r")
        case ["c", number, mark] if _NUMBER.match(number) and _SEAL.match(mark):
            return Challenge(int(number, 36), mark)
    return None


def _daily(game: str, parts: list[str]) -> Daily | None:
    day = read_day(parts[0])
    match parts[1:]:
        case [] if day is not None:
            return Daily(game, day)
        case [number, mark] if day is not None and _NUMBER.match(number) and _SEAL.match(mark):
            return Daily(game, day, int(number, 36), mark)
    return None


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unpacked(packed: str) -> str:
    try:
        return base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""
