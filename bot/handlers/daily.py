"""``daily``: a date's deals with the player's own standing, and the ways on from there."""

from __future__ import annotations

from datetime import date, timedelta

from bot import tokens
from bot.boards import say, text
from bot.daily.dates import DAY, is_closed, last_closed, opens, read_day, today
from bot.daily.deals import ORDER, seal_of
from bot.daily.ranking import Ranked
from bot.daily.standing import table
from bot.daily.streaks import Streak, streak
from bot.daily.words import closing, day_name, described
from bot.daily.zones import zone_of
from bot.handlers import reminding
from bot.handlers.daily_again import post_again
from bot.handlers.daily_archive import archive, line_of
from bot.handlers.daily_play import dailies_of, play_daily
from bot.handlers.daily_table import first_table, result_in_words, table_page
from bot.handlers.daily_tokens import ARCHIVE, LINE, PLAY, SHOW, TABLE, button, letter, read
from bot.handlers.zone_choice import zone_here
from bot.reading.words import WHOSE, fold
from bot.replies import Block, BlockKind, Button, Reply, Rows, Style
from bot.scene import Scene
from bot.titles import TITLES, game_among
from storage import Reading
from storage.dailies import Daily

_SAID_ANYWAY = frozenset("today hoy en de el la of the".split())
"""Words that change nothing."""
_YESTERDAY = frozenset({"yesterday", "ayer"})
_TABLE = frozenset("table top standing standings tabla clasificacion".split())
_ARCHIVE = frozenset("archive archivo past pasados".split())


async def today_of(scene: Scene) -> date:
    """Today in the chat's zone; in private in the player's own, else UTC."""
    return today(zone_of(await zone_here(scene)), scene.now)


async def daily_command(scene: Scene, words: str) -> Reply:
    """``daily [game] [date] [table [here|everywhere]|archive]``, in any order; ``daily remind``."""
    typed = fold(words).replace("’", "'").split()
    if typed and typed[0] in reminding.WORDS:
        return await reminding.remind(scene, typed[1:])
    game, said = game_among(typed)
    day, wish, whose = await today_of(scene), SHOW, ""
    for word in (each for each in said if each not in _SAID_ANYWAY):
        if word in _YESTERDAY:
            day -= timedelta(days=1)
        elif word in _TABLE:
            wish = TABLE
        elif word in WHOSE:
            wish, whose = TABLE, WHOSE[word]
        elif word in _ARCHIVE:
            wish = ARCHIVE
        elif (found := read_day(word)) is not None:
            day = found
        else:
            return say(_unread(scene, word), private=True)
    if wish == ARCHIVE:
        return await archive(scene, 0)
    if wish == TABLE:
        return await first_table(scene, game or ORDER[0], day, whose)
    return await play_daily(scene, game, day) if game else await show_day(scene, day)


def _unread(scene: Scene, word: str) -> str:
    return scene.t(
        "I don't know “{word}”. For example: “{example}”.",
        word=word[:40],
        example=scene.t("daily calculation 2026-12-01"),
    )


async def daily_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """What a button of these pages opens; None where it names nothing."""
    asked = read(arguments)
    if asked is None:
        return None
    match asked.page:
        case "play" if asked.game:
            return await play_daily(scene, asked.game, asked.day or await today_of(scene))
        case "table" if asked.game and asked.day:
            return await table_page(scene, asked)
        case "line" if asked.game and asked.day:
            return await line_of(scene, asked.game, asked.day, asked.number)
        case "again" if asked.day:
            return await post_again(scene, asked.day)
        case "archive":
            return await archive(scene, asked.number)
        case "show":
            return await show_day(scene, asked.day or await today_of(scene))
    return None


async def show_day(scene: Scene, day: date) -> Reply:
    """A date's deals, how the player stands at each, and when it closes."""
    made = await dailies_of(scene, day)
    if isinstance(made, Reply):
        return made
    t, closed = scene.t, is_closed(day, scene.now)
    player = scene.player

    async def work(reading: Reading) -> tuple[dict[str, Ranked], dict[str, int], Streak]:
        if player is None:
            return {}, {}, Streak()
        mine: dict[str, Ranked] = {}
        ranks: dict[str, int] = {}
        for game in ORDER:
            found = await table(reading, day, game, scene.now, player.id)
            if found.mine is not None:
                mine[game] = found.mine
                ranks[game] = found.listed
        solved = await reading.dailies.solved(player.id)
        return mine, ranks, streak(solved, last_closed(scene.now))

    mine, ranks, run = await scene.services.storage.read(work)
    lines = []
    for each in made:
        lines.append(f"{TITLES[each.game]} · {described(t, each)}")
        if each.game in mine:
            lines.append("  " + _own_line(scene, mine[each.game], ranks[each.game]))
    blocks = [
        Block(BlockKind.TITLE, t("Daily · {date}", date=day_name(t, day))),
        text("\n".join(lines)),
        *(text(each) for each in _about_streak(scene, run)),
    ]
    if closed:
        blocks.append(text(t("This date has closed; what is played now is practice.")))
        blocks.append(text("\n".join(each.deal for each in made)))
    else:
        until = closing(t, day)
        blocks.append(text(t("First try counts · till {moment}", moment=until)))
    seal = seal_of([each.deal for each in made])
    blocks.append(Block(BlockKind.SMALL, t("Seal {seal}", seal=seal)))
    return Reply(tuple(blocks), _rows(scene, made, day, closed=closed), private=True)


def _own_line(scene: Scene, standing: Ranked, players: int) -> str:
    t = scene.t
    said = t("you: {result}", result=result_in_words(t, standing.result))
    if standing.rank is None:
        return said
    return f"{said} · " + t(
        "place {rank} of {n}", rank=standing.rank, n=max(players, standing.rank)
    )


def _about_streak(scene: Scene, run: Streak) -> tuple[str, ...]:
    t = scene.t
    if not run.best:
        return ()
    said = t.plural("{n} day in a row", "{n} days in a row", run.current)
    said += " · " + t("best {n}", n=run.best)
    if run.freezes:
        said += " · " + t.plural("{n} freeze in hand", "{n} freezes in hand", run.freezes)
    return (said,)


def _rows(scene: Scene, made: tuple[Daily, ...], day: date, *, closed: bool) -> Rows:
    t = scene.t
    play = tuple(
        (button(TITLES[each.game], PLAY, letter(each.game), day, style=Style.PRIMARY),)
        for each in made
    )
    ways = [button(t("Standings"), TABLE, letter(ORDER[0]), day)]
    if closed:
        ways.append(button(t("Winning lines"), LINE, letter(ORDER[0]), day))
    before = day - DAY
    ways.append(button(t("Day before"), SHOW, day=before))
    if scene.now >= opens(day + DAY):
        ways.append(button(t("Day after"), SHOW, day=day + DAY))
    more = (button(t("Archive"), ARCHIVE), reminding.way(scene), _rules(t("Rules")))
    return (*play, tuple(ways), more)


def _rules(label: str) -> Button:
    return Button(label, tokens.encode(tokens.OnPage("help", ("daily",))))
