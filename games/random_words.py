"""The random words that deals are made of (FORMATS.md, "Deals")."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any


def random_words(prefix: bytes) -> Iterator[int]:
    """Endless 32-bit words: the big-endian groups of SHA-256(prefix, counter from 0)."""
    counter = 0
    while True:
        digest = hashlib.sha256(prefix + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        counter += 1


def below(bound: int, words: Iterator[int]) -> int:
    """A uniform number from 0 to ``bound`` - 1; words that would favour some are passed over."""
    limit = 2**32 - 2**32 % bound
    return next(word for word in words if word < limit) % bound


def shuffle(things: list[Any], words: Iterator[int]) -> None:
    """Fisher–Yates in place: each thing from the last to the second with one not behind it."""
    for last in range(len(things) - 1, 0, -1):
        chosen = below(last + 1, words)
        things[last], things[chosen] = things[chosen], things[last]
