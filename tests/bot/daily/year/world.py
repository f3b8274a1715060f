"""The platforms of the year: what stands in each chat, and who was told that a post may be lost."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime
from random import Random

from bot.daily.deals import ORDER
from bot.titles import TITLES
from tests.bot.daily.year.lives import FAIL, RECOGNISES, Posting

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
REFUSED = 1 / 60
"""How often a platform doesn't take a post just now."""


@dataclass(frozen=True)
class Stands:
    """A message that people see: the date and games it is about."""

    chat: int
    day: date
    games: tuple[str, ...]
    nonce: str
    at: datetime


@dataclass
class World:
    """All that was posted, in order."""

    draw: Random
    now: datetime
    posts: list[Stands] = field(default_factory=list)
    told: Counter[int] = field(default_factory=Counter)
    hindered: dict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    """Moments at which a chat's post was refused or its process ended."""
    recognised: int = 0

    def post(self, posting: Posting) -> str:
        """A message arrives, is recognised as one that is there, or isn't taken."""
        for number in range(len(self.posts) - 1, -1, -1):
            there = self.posts[number]
            if self.now - there.at >= RECOGNISES[posting.platform]:
                break
            if (there.chat, there.nonce) == (posting.chat, posting.nonce):
                self.recognised += 1
                return str(number)
        if self.draw.random() < REFUSED:
            self.hindered[posting.chat].append(self.now)
            return FAIL
        self.posts.append(
            Stands(
                posting.chat, day_of(posting.title), games_in(posting.text), posting.nonce, self.now
            )
        )
        return str(len(self.posts) - 1)


def day_of(title: str) -> date:
    """The date in a post's title, ``Patience · Tue 1 Dec 2026``."""
    found = re.fullmatch(r"Patience · \w{3} (\d+) (\w{3}) (\d{4})", title)
    assert found is not None, title
    return date(int(found[3]), 1 + MONTHS.index(found[2]), int(found[1]))


def games_in(text: str) -> tuple[str, ...]:
    """The games whose deals a post offers: a line each, that tells how hard the deal is."""
    lines = text.splitlines()
    return tuple(game for game in ORDER if any(f" {TITLES[game]} · " in line for line in lines))
