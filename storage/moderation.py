"""What the host has decided about people and chats."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from storage.repositories.forgotten import mark

Kind = Literal["person", "chat", "name"]
"""Whom a measure keeps out: a person, or everybody in a chat; a ``name`` is only not shown."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One decision; ``external_id`` is empty where a person has deleted what was kept of them."""

    mark: str
    kind: Kind
    platform: str
    external_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Measures:
    """Every decision as a keyed mark, which is all that is needed to judge whoever comes."""

    key: bytes = b""
    marks: frozenset[str] = frozenset()

    def hold(self, kind: Kind, platform: str, external_id: str) -> bool:
        """Whether there is such a measure about a person or a chat."""
        return bool(self.marks) and mark(self.key, platform, external_id, kind) in self.marks
