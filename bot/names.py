"""Names and words that people gave, made harmless."""

from __future__ import annotations

import unicodedata

LONGEST = 32
_ISOLATE, _POP = "\u2068", "\u2069"
_DROPPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MOST_MARKS = 2


def clean(name: str) -> str:
    """``name`` on one line, without controls or direction marks, at most ``LONGEST`` signs.

    Piled-up combining marks are cut too: they would paint over the lines around them.
    """
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", name[: LONGEST * 20]):
        category = unicodedata.category(sign)
        if category in _DROPPED:
            kept.append(" ")
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    words = " ".join("".join(kept).split())
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + "…"


def plain(text: str) -> str:
    """``text`` without direction marks and with blanks for controls, so that it can be quoted.

    Line feeds stay: they part moves.
    """
    return "".join(map(_harmless, text))


def _harmless(sign: str) -> str:
    match unicodedata.category(sign):
        case "Cc" | "Cs" | "Zl" | "Zp":
            return "\n" if sign == "\n" else " "
        case "Cf" if unicodedata.bidirectional(sign) != "BN":
            return ""
    return sign


def isolated(name: str) -> str:
    """``name`` between isolates, so that right-to-left names leave the line around them alone."""
    return f"{_ISOLATE}{name}{_POP}"
