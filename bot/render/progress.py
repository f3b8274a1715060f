"""How a game went, without a card: the score after each tenth of it."""

from __future__ import annotations

from games.session import Session

BARS = "▁▂▃▄▅▆▇█"
TENTHS = 10


def progress(session: Session) -> tuple[int, ...]:
    """The score after each tenth of the kept line."""
    positions = session.positions()
    last = len(positions) - 1
    marks = [positions[last * tenth // TENTHS] for tenth in range(1, TENTHS + 1)]
    return tuple(session.game.score(position).foundation for position in marks)


def bars(session: Session) -> str:
    """``progress`` as ten bars."""
    top = len(BARS) - 1
    return "".join(BARS[score * top // session.game.total] for score in progress(session))
