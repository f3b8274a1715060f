"""The random words that deals are made of (FORMATS.md, "Deals")."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator


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
