"""What stands on the screen: the board, the keys under it, and what a reply adds to the talk."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bot import tokens
from bot.replies import Block, BlockKind, Button, Live, Page, Reply, Rows

_BACK = frozenset({"board", "no", "keep"})
"""Actions of keys that lead back, nothing done."""
_LOCAL = ""
"""The token of the key Back that this screen adds: nothing that the core knows."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board in view: its title, what happened last, and the board itself."""

    title: str = ""
    small: str = ""
    board: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where Back leads: a board with its keys. ``live`` is None where there is no live board."""

    picture: Picture | None = None
    rows: Rows = ()
    live: Live | None = None

    @property
    def page(self) -> Page | None:
        """What stands under the live board."""
        return self.live.page if self.live else None

    def outlives(self, reply: Reply) -> bool:
        """Whether ``reply`` shows the same game as it was before: its answer was overtaken."""
        mine, other = self.live, reply.live
        if mine is None or other is None or mine.game_id != other.game_id:
            return False
        return other.seq < mine.seq


@dataclass(frozen=True, slots=True)
class Showing:
    """The screen as it is. ``picture`` is None while no game has been shown."""

    picture: Picture | None = None
    rows: Rows = ()
    home: Place = field(default=Place())

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The keys in reading order."""
        return tuple(button for row in self.rows for button in row)

    @property
    def way_back(self) -> Button | None:
        """The key that leads back, if one is shown."""
        return _way_back(self.rows, self.home)

    @property
    def takes_moves(self) -> bool:
        """Whether a single sign may be a move: the keys are those of a game that is played on."""
        return self.home.page is Page.BOARD and not self.strayed

    @property
    def strayed(self) -> bool:
        """Whether other keys than those of ``home`` are shown."""
        return self.rows != self.home.rows or self.picture != self.home.picture

    def back(self) -> Showing:
        """The screen with what it showed before a page was opened."""
        return replace(self, picture=self.home.picture, rows=self.home.rows)


def is_local(button: Button) -> bool:
    """Whether the key is this screen's own way back."""
    return button.token == _LOCAL


def after(showing: Showing, reply: Reply, back: str) -> Showing:
    """The screen once ``reply`` has come; ``back`` is the word on a key that leads back."""
    if showing.home.outlives(reply):
        return showing
    if reply.live is not None:
        live = _picture(reply)
        return Showing(live, reply.rows, Place(live, reply.rows, reply.live))
    home = showing.home
    if reply.beside:
        home = replace(home, rows=reply.rows)
    elif _game_is_gone(home, reply) or not home.rows:
        home = Place(None, reply.rows)
    picture: Picture | None = _picture(reply) if _is_replay(reply) else home.picture
    rows = reply.rows or home.rows
    if rows != home.rows and _way_back(rows, home) is None:
        rows = (*rows, (Button(back, _LOCAL),))
    return Showing(picture, rows, home)


def told(reply: Reply) -> tuple[Block, ...]:
    """What of ``reply`` belongs into the talk: all but a board that is shown beside it.

    What happened (the small line) is told of live boards, not of pages of keys over them.
    """
    if reply.live is None and not _is_replay(reply):
        return reply.blocks
    played = reply.live is not None and reply.live.page in (Page.BOARD, Page.ENDED)
    kinds = {BlockKind.TEXT, BlockKind.SMALL} if played else {BlockKind.TEXT}
    return tuple(block for block in reply.blocks if block.kind in kinds)


def _picture(reply: Reply) -> Picture:
    texts = {block.kind: block.text for block in reversed(reply.blocks)}
    kinds = (BlockKind.TITLE, BlockKind.SMALL, BlockKind.BOARD)
    return Picture(*(texts.get(kind, "") for kind in kinds))


def _game_is_gone(home: Place, reply: Reply) -> bool:
    """Whether the board in view is of a game that is no more; an ended one may stay in view."""
    # Without a look the reply tells of a fault, and nothing of games.
    shown = home.page not in (None, Page.ENDED)
    return shown and reply.game is None and reply.look is not None


def _is_replay(reply: Reply) -> bool:
    """Whether the reply shows a step of an ended game: a board to look at, not to play on."""
    return any(_action(button).startswith("replay.") for button in _flat(reply.rows)) and any(
        block.kind is BlockKind.BOARD for block in reply.blocks
    )


def _way_back(rows: Rows, home: Place) -> Button | None:
    """The one button that leads back; in a list of games each leads to another."""
    own = next((button for button in _flat(rows) if is_local(button)), None)
    found = [button for button in _flat(rows) if _leads_back(button, home)]
    many = [button for button in _flat(rows) if _action(button) == "board"]
    return found[0] if own is None and found and len(many) < 2 else own


def _leads_back(button: Button, home: Place) -> bool:
    match tokens.decode(button.token):
        case tokens.OnGame(game_id, _, action) if action in _BACK:
            return home.live is None or home.live.game_id == game_id
    return is_local(button)


def _action(button: Button) -> str:
    match tokens.decode(button.token):
        case tokens.OnGame(_, _, action):
            return action
    return ""


def _flat(rows: Rows) -> tuple[Button, ...]:
    return tuple(button for row in rows for button in row)
