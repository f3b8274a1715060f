"""Wall times of a year, worked out in another way than the program's: by looking at the wall.

A zone's wall is read every quarter of an hour, as UTC goes on. What is posted at a time comes when
the wall first shows it on that date; where it never does, the clock was put on past it, and the
post comes as much later as the clock was put on.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

STEP = timedelta(minutes=15)
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Wall:
    """What a zone's wall shows: moments by wall time, times left out, times shown twice."""

    shown: dict[datetime, datetime]
    left_out: dict[datetime, datetime]
    twice: frozenset[datetime]

    def moment(self, day: date, minute: int) -> datetime:
        """When a date's post comes."""
        wall = datetime.combine(day, time(*divmod(minute, 60)))
        return self.shown[wall] if wall in self.shown else self.left_out[wall]


def wall_of(zone: tzinfo, first: date, days: int) -> Wall:
    """What the wall shows from the day before ``first`` to the day after the last."""
    shown: dict[datetime, datetime] = {}
    left_out: dict[datetime, datetime] = {}
    twice = set()
    at = datetime.combine(first - DAY, time(), UTC) - DAY
    before = at.astimezone(zone).replace(tzinfo=None)
    while at < datetime.combine(first, time(), UTC) + (days + 2) * DAY:
        wall = at.astimezone(zone).replace(tzinfo=None)
        if wall in shown:
            twice.add(wall)
        shown.setdefault(wall, at)
        for number in range(1, (wall - before) // STEP):
            # As if the clock hadn't been put on: so much time after it last showed another.
            left_out[before + number * STEP] = at + (number - 1) * STEP
        at, before = at + STEP, wall
    return Wall(shown, left_out, frozenset(twice))
