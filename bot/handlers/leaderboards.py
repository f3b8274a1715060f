"""Leaderboards: by game, window and place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot import names, tokens
from bot.boards import say
from bot.i18n import N_
from bot.reading.words import WHOSE, fold
from bot.replies import Block, BlockKind, Button, Reply, Style
from bot.scene import Scene
from bot.titles import TITLES, game_among, title
from games.catalogue import find
from storage import Reading, periods
from storage.records import Standing

PAGE = 10
LAST_PAGE = 9999
EVERYWHERE = 0
ANY_GAME = ""

WINDOWS = {"all": N_("all time"), "month": N_("this month")} | {
    "week": N_("this week"), "day": N_("today"),
}  # fmt: skip
_WINDOW_WORDS = {"all": "all", "todo": "all", "siempre": "all", "ever": "all", "total": "all"} | {
    "month": "month", "mes": "month", "week": "week", "semana": "week",
    "today": "day", "day": "day", "hoy": "day", "dia": "day",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """Which leaderboard: a game's key or any, a window, here or everywhere, and its page."""

    game: str = ANY_GAME
    window: str = "all"
    scope: str = "here"
    page: int = 0


async def top_command(scene: Scene, words: str) -> Reply:
    """``top [game] [today|week|month|all] [here|everywhere]``, in any order."""
    game, said = game_among(fold(words).replace("’", "'").split())
    window = "all"
    scope = "world" if scene.chat.private else "here"
    for word in said:
        if word in _WINDOW_WORDS:
            window = _WINDOW_WORDS[word]
        elif word in WHOSE:
            scope = WHOSE[word]
        elif word not in ("en", "las", "los", "this", "este", "esta", "of", "de"):
            return say(
                scene.t(
                    "I don't know “{word}”. For example: “{example}”.",
                    word=word[:40],
                    example=scene.t("top calculation week everywhere"),
                )
            )
    return await leaderboard(scene, Asked(game or ANY_GAME, window, scope))


async def top_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """The leaderboard that a button's arguments name, or None when they name none."""
    match arguments:
        case [game, window, scope, page, *_] if (
            (game == "any" or game in TITLES)
            and window in WINDOWS
            and scope in ("here", "world")
            and page.isdigit()
        ):
            asked = Asked("" if game == "any" else game, window, scope, min(int(page), LAST_PAGE))
            return await leaderboard(scene, asked)
    return None


async def leaderboard(scene: Scene, asked: Asked) -> Reply:
    """One page of a leaderboard, the reader's own line always beneath."""
    period = _period(asked.window, scene.now.date())
    player = scene.player

    async def work(reading: Reading) -> tuple[tuple[Standing, ...], Standing | None]:
        scope = await _scope(scene, asked, reading)
        if scope is None:
            return (), None
        board = (scope, asked.game, period)
        lines = await reading.standings.page(*board, asked.page * PAGE, PAGE + 1)
        own = await reading.standings.own(*board, player.id) if player else None
        return lines, own

    lines, own = await scene.services.storage.read(work)
    return _drawn(scene, asked, lines, own)


async def _scope(scene: Scene, asked: Asked, reading: Reading) -> int | None:
    """The stored number of the board's scope; None for a chat where nobody has acted."""
    if asked.scope == "world":
        return EVERYWHERE
    chat = await reading.people.find_chat(scene.chat.platform, scene.chat.external_id)
    return chat.id if chat else None


def _period(window: str, today: date) -> str:
    keys = {"day": periods.of_day, "week": periods.of_week, "month": periods.of_month}
    return keys[window](today) if window in keys else periods.ALL


def _drawn(scene: Scene, asked: Asked, lines: tuple[Standing, ...], own: Standing | None) -> Reply:
    t = scene.t
    game = title(asked.game) if asked.game else t("All games")
    where = t("everywhere") if asked.scope == "world" else t("here")
    head = f"{game} · {t(WINDOWS[asked.window])} · {where}"
    shown = lines[:PAGE]
    table = [_heading(scene, asked)]
    table += [_line(scene, asked, each, own) for each in shown]
    if own is None:
        note = t("You have solved none yet.")
    else:
        note = ""
        if all(each.player_id != own.player_id for each in shown):
            table += [
                " .." if scene.look.theme == "letters" else " ··",
                _line(scene, asked, own, own),
            ]
    if not shown and not asked.page:
        blocks = [
            Block(BlockKind.TITLE, head),
            Block(BlockKind.TEXT, t("Nobody yet. Be the first!")),
        ]
    else:
        blocks = [Block(BlockKind.TITLE, head), Block(BlockKind.BOARD, "\n".join(table))]
        if note:
            blocks.append(Block(BlockKind.TEXT, note))
    return Reply(tuple(blocks), _buttons(scene, asked, more=len(lines) > PAGE))


def _ranks_leftover(key: str) -> bool:
    return key != ANY_GAME and find(key).leaves_over


def _heading(scene: Scene, asked: Asked) -> str:
    t = scene.t
    won, clean = t("won"), t("clean")
    least = " " + t("left") if _ranks_leftover(asked.game) else ""
    return f"  # {won:>3} {clean}{least}"


def _line(scene: Scene, asked: Asked, each: Standing, own: Standing | None) -> str:
    t = scene.t
    rank = "–" if each.rank is None else str(each.rank)
    widths = max(3, len(t("won"))), len(t("clean"))
    figures = f"{rank:>3} {each.solved:>{widths[0]}} {each.clean:>{widths[1]}}"
    if _ranks_leftover(asked.game):
        least = "" if each.leftover is None else str(each.leftover)
        figures += " " + least.rjust(len(t("left")))
    mine = own is not None and each.player_id == own.player_id
    if mine:
        name = t("you")
    else:
        name = names.isolated(each.name) if each.named and each.name else t("a player")
    return f"{figures}  {name}"


def _buttons(scene: Scene, asked: Asked, *, more: bool) -> tuple[tuple[Button, ...], ...]:
    t = scene.t
    windows = tuple(
        _to(t(WINDOWS[window]), asked, window=window, chosen=window == asked.window)
        for window in WINDOWS
    )
    games = (
        _to(t("All games"), asked, game=ANY_GAME, chosen=not asked.game),
        *(_to(name, asked, game=key, chosen=key == asked.game) for key, name in TITLES.items()),
    )
    scopes = (
        _to(t("here"), asked, scope="here", chosen=asked.scope == "here"),
        _to(t("everywhere"), asked, scope="world", chosen=asked.scope == "world"),
    )
    pages = []
    if asked.page:
        pages.append(_to(t("Earlier"), asked, page=asked.page - 1))
    if more:
        pages.append(_to(t("More"), asked, page=asked.page + 1))
    return (windows, games, scopes, tuple(pages)) if pages else (windows, games, scopes)


def _to(  # noqa: PLR0913 - one changed part of the board each
    label: str,
    asked: Asked,
    *,
    game: str | None = None,
    window: str | None = None,
    scope: str | None = None,
    page: int = 0,
    chosen: bool = False,
) -> Button:
    key = asked.game if game is None else game
    kind = "g" if game is not None else "w" if window else "s" if scope else "p"
    # What the key changes keeps tokens apart where several keys lead to one page.
    arguments = (key or "any", window or asked.window, scope or asked.scope, str(page), kind)
    token = tokens.encode(tokens.OnPage("top", arguments))
    return Button(label, token, Style.PRIMARY if chosen else Style.PLAIN)
