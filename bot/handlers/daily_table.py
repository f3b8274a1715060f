"""A date's table: first tries at one daily, here or everywhere, page by page."""

from __future__ import annotations

from datetime import date

from bot.boards import rating, say, text
from bot.daily.dates import is_closed, opens
from bot.daily.ranking import Ranked, Result
from bot.daily.standing import Table, table
from bot.daily.words import day_name
from bot.handlers.daily_tokens import HERE, SHOW, TABLE, WORLD, Asked, button, letter
from bot.handlers.keeping import clock
from bot.i18n import Texts
from bot.names import isolated
from bot.replies import Block, BlockKind, Reply, Rows, Style
from bot.scene import Scene
from bot.titles import TITLES
from games.catalogue import find
from storage import Reading

PAGE = 10


async def first_table(scene: Scene, game: str, day: date, whose: str = "") -> Reply:
    """The table as a command shows it: unless it says ``whose``, here, in private everybody's."""
    if scene.now < opens(day):
        return say(scene.t("{date} hasn't begun yet.", date=day_name(scene.t, day)), private=True)
    scope = whose or (WORLD if scene.chat.private else HERE)
    return await table_page(scene, Asked(TABLE, game, day, scope))


async def table_page(scene: Scene, asked: Asked) -> Reply:
    """One page of the table, the reader's own line always beneath."""
    day, player, here = asked.day, scene.player, scene.here
    assert day is not None  # whoever asks has named it

    async def work(reading: Reading) -> Table:
        if asked.scope == HERE and here is None:
            return Table(0, 0, 0, 0, (), None)
        return await table(
            reading,
            day,
            asked.game,
            scene.now,
            player.id if player else None,
            chat_id=here.id if asked.scope == HERE and here is not None else None,
            page=asked.number,
            size=PAGE,
        )

    found = await scene.services.storage.read(work)
    more = found.listed > found.start + PAGE
    rows = _rows(scene, asked, page=found.start // PAGE, more=more)
    return Reply((*_head(scene, asked, found), *_table(scene, found)), rows)


def _head(scene: Scene, asked: Asked, found: Table) -> tuple[Block, ...]:
    t, day = scene.t, asked.day
    assert day is not None  # as above
    where = t("everywhere") if asked.scope == WORLD else t("here")
    head = f"{TITLES[asked.game]} · {day_name(t, day)} · {where}"
    told = t("{solved} of {n} solved", solved=found.solved, n=found.tries)
    if not is_closed(day, scene.now):
        told += " · " + t("so far")
    return Block(BlockKind.TITLE, head), Block(BlockKind.SMALL, told)


def _table(scene: Scene, found: Table) -> tuple[Block, ...]:
    shown, mine = found.lines, found.mine
    if not found.tries:
        return (text(scene.t("Nobody yet. Be the first!")),)
    if not shown and mine is None:
        return (text(scene.t("Who has tried it doesn't want to be shown.")),)
    lines = [_line(scene, each, mine) for each in shown]
    if mine is not None and all(each.result.player_id != mine.result.player_id for each in shown):
        lines += [*([" .."] if shown else []), _line(scene, mine, mine)]
    return (Block(BlockKind.BOARD, "\n".join(lines)),)


def _line(scene: Scene, each: Ranked, mine: Ranked | None) -> str:
    t, result = scene.t, each.result
    rank = "–" if each.rank is None else str(each.rank)
    if mine is not None and result.player_id == mine.result.player_id:
        name = t("you")
    else:
        name = isolated(result.name) if result.named and result.name else t("a player")
    return f"{rank:>3} {figures(result):<12} {name}"


def figures(result: Result) -> str:
    """What ranks, in columns: moves, the clean mark and the time, or the score."""
    if result.solved:
        return f"{result.moves:>3}{'*' if result.clean else ' '} {clock(result.seconds)}"
    if result.leftover is not None:
        return f"+{result.leftover:>2}"
    return f"{result.foundation:>2}/52"


def result_in_words(t: Texts, result: Result) -> str:
    """``solved, clean ✓, 104 moves, 12:41``, ``41 of 52``, ``6 left over, good``."""
    if result.solved:
        moves = t.plural("{n} move", "{n} moves", result.moves)
        mark = t("solved, clean ✓") if result.clean else t("solved")
        return f"{mark}, {moves}, {clock(result.seconds)}"
    if result.leftover is not None and result.lost:
        left = t.plural("{n} left over", "{n} left over", result.leftover)
        return left + rating(t, result.leftover)
    score = t("{score} of {total}", score=result.foundation, total=_total(result))
    return t("under way, {score}", score=score) if result.open else score


def _total(result: Result) -> int:
    return find("calculation" if result.leftover is None else "devils-grip").total


def _rows(scene: Scene, asked: Asked, *, page: int, more: bool) -> Rows:
    t, day = scene.t, asked.day
    games = tuple(
        button(
            title, TABLE, letter(game), day, scope=asked.scope, twin="g",
            style=Style.PRIMARY if game == asked.game else Style.PLAIN,
        )
        for game, title in TITLES.items()
    )  # fmt: skip
    scopes = tuple(
        button(
            label, TABLE, letter(asked.game), day, scope=scope, twin="s",
            style=Style.PRIMARY if scope == asked.scope else Style.PLAIN,
        )
        for scope, label in ((HERE, t("here")), (WORLD, t("everywhere")))
    )  # fmt: skip
    where = letter(asked.game), day
    pages = [button(t("Daily"), SHOW, day=day)]
    if page:
        pages.append(button(t("Earlier"), TABLE, *where, scope=asked.scope, number=page - 1))
    if more:
        pages.append(button(t("More"), TABLE, *where, scope=asked.scope, number=page + 1))
    return games, scopes, tuple(pages)
