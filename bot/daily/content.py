"""A chat's daily post: today's deals, how yesterday goes, the last closed date, streaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot import links, tokens
from bot.boards import text
from bot.daily.dates import DAY, last_closed
from bot.daily.deals import ORDER, seal_of
from bot.daily.ranking import Result, ranked
from bot.daily.standing import results
from bot.daily.streaks import streak
from bot.daily.words import GRIP, closing, day_name, described, short_day
from bot.handlers.daily_tokens import LINE, PLAY, TABLE, button, letter
from bot.handlers.keeping import clock
from bot.i18n import Texts
from bot.names import clean, isolated
from bot.render.progress import bars
from bot.replies import Block, BlockKind, Button, Reply, Rows, Style
from bot.sessions import deck_of
from bot.titles import TITLES
from games.catalogue import find
from games.session import Event, Session
from storage import Reading
from storage.dailies import Daily

SIGNS = {"bakers-game": "♥", "calculation": "♣", "devils-grip": "♠"}
_NAMED = 3
"""Names told of each game; the table has the others."""
_STREAKS = 5
_LONG = 2
"""The shortest streak worth a word."""


@dataclass(frozen=True, slots=True)
class Told:
    """How a game of an earlier date went in a chat; ``par`` is None where it says nothing.

    ``bars`` are those of the best that solved it, best first.
    """

    game: str
    par: int | None
    results: tuple[Result, ...]
    bars: tuple[str, ...] = ()

    @property
    def best(self) -> list[Result]:
        """Who solved it, as far as they are named."""
        return self.solved[:_NAMED]

    @property
    def solved(self) -> list[Result]:
        """Who solved it, best first."""
        return [line.result for line in ranked(self.results) if line.result.solved]


@dataclass(frozen=True, slots=True)
class News:
    """All that a post tells of earlier dates: yesterday so far, the last closed, streaks."""

    yesterday: tuple[Told, ...]
    closed_day: date
    closed: tuple[Told, ...]
    streaks: tuple[tuple[str, int], ...]


async def news(
    reading: Reading, chat_id: int, day: date, games: Sequence[str], now: datetime
) -> News:
    """What there is to tell in a chat on a date."""
    before, ended = day - DAY, min(last_closed(now), day - DAY)
    yesterday = await _told(reading, chat_id, before, games, now)
    closed = await _told(reading, chat_id, ended, games, now) if ended != before else yesterday
    runs = [
        (name, streak(days, last_closed(now)).current)
        for name, days in (await reading.dailies.solved_here(chat_id)).values()
    ]
    long = sorted((each for each in runs if each[1] >= _LONG), key=lambda each: (-each[1], each[0]))
    return News(yesterday, ended, closed, tuple(long[:_STREAKS]))


async def _told(
    reading: Reading, chat_id: int, day: date, games: Sequence[str], now: datetime
) -> tuple[Told, ...]:
    made = {each.game: each for each in await reading.dailies.of(day)}
    told = []
    for game in ORDER:
        if game in games and game in made:
            tries = await results(reading, day, game, now, chat_id)
            each = Told(game, None if game == GRIP else made[game].par, tries)
            drawn = [await _bars(reading, result.game_id) for result in each.best]
            told.append(replace(each, bars=tuple(drawn)))
    return tuple(told)


async def _bars(reading: Reading, game_id: int) -> str:
    """How a game went, without a card."""
    row = await reading.games.get(game_id)
    assert row is not None  # one snapshot
    events = [
        Event(seq, action, code) for seq, action, code, _ in await reading.games.events(game_id)
    ]
    return bars(Session.replay(find(row.game), deck_of(row), events))


def post(  # noqa: PLR0913 - what a post is made of, each part named
    t: Texts,
    day: date,
    made: Sequence[Daily],
    games: Sequence[str],
    told: News,
    *,
    mark: tuple[int, str] = (0, ""),
) -> Reply:
    """The post as a reply for everybody; ``made`` are all dailies of the date, for the seal.

    ``mark`` is the chat and its seal, for links that lead to the private chat and to its table.
    """
    today = [each for each in made if each.game in games]
    blocks = [
        Block(BlockKind.TITLE, t("Patience · {date}", date=day_name(t, day))),
        text(
            t.plural(
                "A fresh deal, and it can be won.",
                "{n} fresh deals, and each can be won.",
                len(today),
            )
        ),
        text("\n".join(_deal(t, each) for each in today)),
    ]
    if any(each.results for each in told.yesterday):
        head = t("Yesterday, so far") if told.closed_day != day - DAY else t("Yesterday")
        blocks += [Block(BlockKind.TITLE, head), text(_lines(t, told.yesterday))]
    if told.closed_day != day - DAY and any(each.results for each in told.closed):
        head = t("Final for {date}", date=short_day(t, told.closed_day))
        blocks += [Block(BlockKind.TITLE, head), text(_lines(t, told.closed))]
    if told.streaks:
        names = ", ".join(f"{_name(t, name)} {n}" for name, n in told.streaks)
        blocks.append(text(t("In a row: {names}", names=names)))
    until = t("First try counts · till {moment}", moment=closing(t, day))
    blocks.append(Block(BlockKind.SMALL, until))
    seal = seal_of([each.deal for each in made])
    blocks.append(Block(BlockKind.SMALL, t("Seal {seal}", seal=seal)))
    return Reply(tuple(blocks), _rows(t, day, today, told, mark))


def _deal(t: Texts, daily: Daily) -> str:
    return f"{SIGNS[daily.game]} {TITLES[daily.game]} · {described(t, daily)}"


def _lines(t: Texts, games: Sequence[Told]) -> str:
    """A line for each game that somebody tried: how many solved it, the best, who met par."""
    return "\n".join(line for each in games if each.results for line in _game(t, each))


def _game(t: Texts, each: Told) -> list[str]:
    solved = each.solved
    count = t("{solved} of {n} solved", solved=len(solved), n=len(each.results))
    best = [_best(t, each.game, result) for result in each.best]
    lines = [f"{SIGNS[each.game]} " + " · ".join((count, *([", ".join(best)] if best else [])))]
    par = each.par
    met = [r for r in solved if par is not None and r.moves <= par]
    if met:
        names = ", ".join(_name(t, result.name) for result in met[:_NAMED])
        more = t(" and {n} more", n=len(met) - _NAMED) if len(met) > _NAMED else ""
        lines.append("   " + t("par {par} met by {names}", par=par, names=names + more))
    lines += [_share(t, result, drawn) for result, drawn in zip(each.best, each.bars, strict=True)]
    return lines


def _share(t: Texts, result: Result, drawn: str) -> str:
    """How somebody came to their solve: no card is in it."""
    clean_mark = [t("clean ✓")] if result.clean else []
    return f"   {drawn} " + " · ".join((_name(t, result.name), clock(result.seconds), *clean_mark))


def _best(t: Texts, game: str, result: Result) -> str:
    name = _name(t, result.name)
    return name if game == GRIP else f"{name} {result.moves}"


def _name(t: Texts, name: str) -> str:
    return isolated(clean(name)) if clean(name) else t("a player")


def _rows(t: Texts, day: date, today: Sequence[Daily], told: News, mark: tuple[int, str]) -> Rows:
    play = tuple(
        (
            replace(
                button(TITLES[each.game], PLAY, letter(each.game), day, style=Style.PRIMARY),
                link=links.encode(links.Daily(each.game, day, *mark)),
            ),
        )
        for each in today
    )
    first = letter(today[0].game)
    ways = [button(t("Yesterday"), TABLE, first, day - DAY)]
    if told.closed:
        ways.append(button(t("Winning lines"), LINE, first, told.closed_day))
    rules = Button(t("Rules"), tokens.encode(tokens.OnPage("help", ("daily",))))
    return (*play, (*ways, rules))
