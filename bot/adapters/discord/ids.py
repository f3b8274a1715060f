"""Custom ids: a token of the core, and a mark of ours after it.

``~n`` marks the buttons of a notice that only its reader sees; ``~1``, ``~2``… keep ids apart
where one message carries the same token twice.
"""

from __future__ import annotations

from bot import tokens

PATTERN = r"(?P<token>1:[gps]:[a-z0-9.=!>_:-]{1,62})(?:~(?P<mark>n?[0-9]*))?"
NOTICE = "n"


class Ids:
    """The custom ids of one message: each is given once."""

    def __init__(self, *, notice: bool) -> None:
        """Mark them all as a notice's, or none."""
        self._mark = NOTICE if notice else ""
        self._given: set[str] = set()

    def give(self, token: str) -> str:
        """A custom id for ``token`` that no other item of the message has."""
        mark, number = self._mark, 0
        while (custom_id := f"{token}~{mark}" if mark else token) in self._given:
            number += 1
            mark = f"{self._mark}{number}"
        self._given.add(custom_id)
        return custom_id


MOVE_FIELD = "move"
_MODAL = "1:m:"


def modal_id(token: str) -> str:
    """The custom id of the field for a move, opened by a button of this token."""
    decoded = tokens.decode(token)
    assert isinstance(decoded, tokens.OnGame)  # the button stands on a game's page
    return f"{_MODAL}{decoded.game_id}"


def game_of(custom_id: str) -> int | None:
    """The game on whose board the field was opened, or None for a field that isn't ours."""
    number = custom_id.removeprefix(_MODAL)
    return int(number) if custom_id.startswith(_MODAL) and number.isdigit() else None
