"""A game at hand as a reply: title, what happened, the board, its buttons."""

from __future__ import annotations

from dataclasses import replace

from bot import tokens
from bot.daily.rules import kept_secret
from bot.guide import coach
from bot.i18n import Texts
from bot.layouts import (
    Ask,
    BoardKeys,
    Controls,
    Key,
    KeyRows,
    board_keys,
    in_core_rows,
    keys,
    menu_keys,
)
from bot.render import board, lines
from bot.replies import Block, BlockKind, Button, GameView, Live, Page, Places, Reply, Rows
from bot.scene import Scene
from bot.sessions import AtHand
from bot.titles import title
from games.game import Outcome
from games.table import Table
from storage.records import GameRow


def text(sentence: str) -> Block:
    """A plain sentence as a block."""
    return Block(BlockKind.TEXT, sentence)


def say(*sentences: str, rows: Rows = (), private: bool = False) -> Reply:
    """A reply of sentences alone."""
    return Reply(tuple(text(each) for each in sentences), rows, private)


def named(row: GameRow) -> str:
    """Game and deal: ``Baker's Game #617``, ``Calculation patience``."""
    return f"{title(row.game)} {shown_deal(row)}"


def shown_deal(row: GameRow) -> str:
    """The deal as it may be shown; a daily goes by its date, for its text is told later."""
    return deal_name(row.deal) if row.daily is None else f"daily {row.daily}"


def deal_name(deal: str) -> str:
    """A deal as people say it: numbers with their sign, words as they are."""
    return f"#{deal}" if deal.isascii() and deal.isdigit() else deal


def view(at_hand: AtHand, hint: str | None = None) -> GameView:
    """The game for programs that read the answers, with the hint just given."""
    return GameView(
        at_hand.row.game,
        at_hand.row.deal if at_hand.row.daily is None else shown_deal(at_hand.row),
        at_hand.session.seq,
        at_hand.game.describe(at_hand.session.position),
        at_hand.session.outcome.value,
        hint,
    )


def controls(scene: Scene, at_hand: AtHand) -> Controls:
    """What the keys must know beyond the table."""
    session, game = at_hand.session, at_hand.game
    open_ = at_hand.open
    return Controls(
        can_undo=bool(session.actions) and not session.ending and at_hand.row.status != "won",
        can_redo=bool(session.undone) and open_,
        auto_on=bool(scene.player and scene.player.auto),
        can_finish=open_ and bool(game.finish(session.position)),
        can_tidy=open_ and bool(game.tidy(session.position)),
        may_count_up=open_ and game.may_count_up(session.position),
        outcome=at_hand.outcome,
    )


def board_reply(
    scene: Scene,
    at_hand: AtHand,
    *,
    told: str = "",
    before: tuple[str, ...] = (),
    after: tuple[str, ...] = (),
) -> Reply:
    """The live board: sentences ``before`` it, ``told`` in the small line, ``after`` beneath."""
    beside = controls(scene, at_hand)
    blocks = (
        *(text(each) for each in before),
        *_drawn(scene, at_hand, told),
        *(text(each) for each in after),
    )
    if beside.outcome is not Outcome.PLAYING:
        rows = on_game(at_hand, keys(at_hand.table, scene.look, beside))
        return Reply(blocks, rows, live=_live(scene, at_hand, Page.ENDED))
    found = board_keys(at_hand.table, scene.look, beside)
    in_rows = in_core_rows(at_hand.row.game, found, scene.look)
    told_next = tuple(text(each) for each in coach(at_hand, scene.look, in_rows))
    live = replace(_live(scene, at_hand, Page.BOARD), places=_places(at_hand, found))
    return Reply((*blocks, *told_next), on_game(at_hand, in_rows), live=live)


def secret(scene: Scene, row: GameRow) -> bool:
    """Whether others are here who may not see this game yet: they may be playing the same deal."""
    return (row.challenge is not None or kept_secret(row, scene.now)) and not scene.chat.private


def _live(scene: Scene, at_hand: AtHand, page: Page) -> Live:
    row, look = at_hand.row, scene.look
    alone = secret(scene, row)
    return Live(row.id, at_hand.session.seq, row.game, look.language, look.theme, page, None, alone)


def _places(at_hand: AtHand, found: BoardKeys) -> Places:
    return Places(
        {name: _button(at_hand, key) for name, key in found.places.items()},
        {name: _button(at_hand, key) for name, key in found.controls.items()},
        tuple(_button(at_hand, key) for key in found.joins),
    )


def over_reply(scene: Scene, at_hand: AtHand) -> Reply:
    """The board of a game in which nothing can be done any more, and the word for it."""
    return board_reply(scene, at_hand, before=(scene.t("This game is over."),))


def asking_reply(scene: Scene, at_hand: AtHand, ask: Ask, *, before: tuple[str, ...] = ()) -> Reply:
    """The board with a question and the keys that answer it."""
    blocks = (*(text(each) for each in before), *_drawn(scene, at_hand, ""), text(ask.question))
    live = _live(scene, at_hand, Page.QUESTION)
    return Reply(blocks, on_game(at_hand, ask.rows), live=live)


def menu_reply(scene: Scene, at_hand: AtHand) -> Reply:
    """The board with its second page of keys."""
    rows = menu_keys(scene.look, controls(scene, at_hand))
    live = _live(scene, at_hand, Page.MENU)
    return Reply(_drawn(scene, at_hand, ""), on_game(at_hand, rows), live=live)


def on_game(at_hand: AtHand, rows: KeyRows) -> Rows:
    """Keys with the tokens of this game as it is now."""
    return tuple(tuple(_button(at_hand, key) for key in row) for row in rows)


def _button(at_hand: AtHand, key: Key) -> Button:
    token = tokens.encode(tokens.OnGame(at_hand.row.id, at_hand.session.seq, key.action))
    return Button(key.label, token, key.style)


def _drawn(scene: Scene, at_hand: AtHand, told: str) -> tuple[Block, ...]:
    score = at_hand.game.score(at_hand.session.position)
    head = f"{named(at_hand.row)} · {score.foundation}/{at_hand.game.total}"
    return (
        Block(BlockKind.TITLE, head),
        Block(BlockKind.SMALL, _small(scene.t, scene, at_hand, told)),
        board_block(scene, at_hand.table),
    )


def board_block(scene: Scene, table: Table) -> Block:
    """A table as the reader's theme and the platform show it."""
    drawn = lines(table, scene.look, pictures=scene.chat.pictures)
    return Block(BlockKind.BOARD, board(table, scene.look), drawn)


def _small(t: Texts, scene: Scene, at_hand: AtHand, told: str) -> str:
    row = at_hand.row
    parts = [t("move {n}", n=row.moves) if row.first_move_at else t("new deal")]
    if row.kind == "prepared":
        parts.append(t("prepared deal, can be won"))
    if row.attempt > 1 and row.first_move_at:
        parts.append(t("try {n}", n=row.attempt))
    if row.practice:
        parts.append(t("practice"))
    elif row.assisted:
        parts.append(t("assisted"))
    if scene.player and scene.player.auto:
        parts.append(t("auto on"))
    return " · ".join((*parts, told) if told else parts)


def rating(t: Texts, leftover: int) -> str:
    """Bicycle's word for what was left over, after a comma; empty above ten (RULES.md)."""
    for most, word in ((2, t("brilliant")), (5, t("excellent")), (10, t("good"))):
        if leftover <= most:
            return f", {word}"
    return ""
