"""From what people type to words that a phrase can be read from.

Nothing here knows the position; one word may still mean several things (``3h`` is a card and a
code), and ``phrases`` tries them all.
"""

from __future__ import annotations

import re
import unicodedata

from games.cards import Card
from games.notation import read_card

LONGEST_MESSAGE = 2000
MOST_WORDS = 400

_SIGNS = str.maketrans(
    {"♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s"}
    | dict.fromkeys("\ufe0e\ufe0f\u200b\u200c\u200d\u2066\u2067\u2068\u2069\u200e\u200f", "")
    | dict.fromkeys("›>→-–—»", " ")
    | dict.fromkeys("↑^", " home "),
)
_RANKS = {"as": "a", "ace": "a", "jota": "j", "jack": "j", "sota": "j", "valet": "j"} | {
    "dama": "q", "queen": "q", "reina": "q", "rey": "k", "king": "k", "ten": "t", "diez": "t",
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "dos": "2", "tres": "3", "cuatro": "4", "cinco": "5", "seis": "6", "siete": "7",
    "ocho": "8", "nueve": "9", "10": "t", "1": "a",
}  # fmt: skip
_SUITS = {"clubs": "c", "treboles": "c", "diamonds": "d", "diamantes": "d"} | {
    "hearts": "h", "corazones": "h", "spades": "s", "picas": "s", "club": "c", "trebol": "c",
    "diamond": "d", "diamante": "d", "heart": "h", "corazon": "h", "spade": "s", "pica": "s",
}  # fmt: skip
_SPOKEN = re.compile(
    r"\b(\w+) (?:of|de) (" + "|".join(sorted(_SUITS, key=len, reverse=True)) + r")\b",
)
PLACE = "@"
"""Before a word that can only be a place: ``column 3`` becomes ``@3``."""
_PLACES = re.compile(
    r"\b(column|columna|col|cell|celda|waste|descarte|foundation|base)"
    r" ([1-8a-d]|one|two|three|four|five|six|seven|eight"
    r"|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho)\b"
)
_TWO_CARDS = re.compile(r"((?:10|[2-9atjqk1])[cdhs])((?:10|[2-9atjqk1])[cdhs])\Z")

TURN = frozenset(
    "turn draw deal turns voltea voltear vuelve roba robar saca sacar gira girar".split()
)
SWAP = frozenset("swap exchange cambia cambiar intercambia intercambiar permuta".split())
HOME = frozenset("h home up base bases foundation foundations fundacion casa arriba".split())
WASTE = frozenset("w waste descarte talon".split())
FILLER = frozenset(
    (
        "to on onto over in into the from and with at put move join play place pile column col "
        "cell card my a al en la el los las sobre de desde con y e pon pone mueve mover une unir "
        "juega coloca lugar monton columna celda carta mi hacia por"
    ).split()
)
"""Words that say nothing a move needs. ``a`` is Spanish for *to* and a cell: both are tried."""

WHOSE = dict.fromkeys("here aqui chat server servidor grupo".split(), "here") | dict.fromkeys(
    "everywhere global all-servers todos todas mundo everyone partes".split(), "world"
)
"""Whose results a table has: of who acts in this chat, or everybody's."""
ON = frozenset("on yes si true 1 encendido activado".split())
OFF = frozenset("off no false 0 apagado desactivado".split())
ZONE = frozenset("zone timezone zona".split())


def fold(text: str) -> str:
    """Lower case, without accents and compatibility forms: how words are compared."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def clauses(text: str) -> tuple[tuple[str, ...], ...]:
    """The words of each clause; commas, semicolons, full stops and line ends part clauses."""
    folded = fold(text.translate(_SIGNS))
    parts = re.split(r"[,;\n\r]+|\.(?=\s|$)|\bthen\b|\bluego\b", folded)
    return tuple(words for part in parts if (words := _words(part)))


def _words(clause: str) -> tuple[str, ...]:
    clause = re.sub(r"\s*=\s*(?=\S)", _tight_equals, clause)
    clause = _SPOKEN.sub(_spoken_card, clause)
    clause = _PLACES.sub(_place_word, clause)
    words: list[str] = []
    for word in clause.split():
        two = _TWO_CARDS.match(word)
        words.extend(two.groups() if two else (word,))
    return tuple(words)


def _tight_equals(found: re.Match[str]) -> str:
    # "a1 = c3" is one code; "26 =3h" are two words, the second one forced.
    return " =" if found.group()[0] in " \t" and not found.group()[-1].isspace() else "="


def _place_word(found: re.Match[str]) -> str:
    kind, name = found[1], found[2]
    if len(name) > 1:
        name = "1" if name in ("one", "uno", "una") else _RANKS[name]
    letter = "w" if kind in WASTE else "f" if kind in HOME else ""
    return f"{PLACE}{letter}{name}"


def _spoken_card(found: re.Match[str]) -> str:
    rank = _RANKS.get(found[1], found[1])
    return rank + _SUITS[found[2]]


def as_card(word: str) -> Card | None:
    """The card a word names, or None."""
    return read_card(word)


def as_rank(word: str) -> int | None:
    """The rank a word names by itself (``9``, ``king``), or None."""
    sign = _RANKS.get(word, word)
    found = "a23456789tjqk".find(sign) if len(sign) == 1 else -1
    return found + 1 if found >= 0 else None
