"""Past dates: a list to play as practice, and the published winning lines to step through."""

from __future__ import annotations

from datetime import date

from bot.boards import board_block, say
from bot.daily.dates import is_closed, last_closed
from bot.daily.deals import ORDER
from bot.daily.words import closing, day_name, short_day
from bot.handlers.daily_tokens import ARCHIVE, LINE, PLAY, SHOW, button, letter
from bot.render import describe_moves
from bot.replies import Block, BlockKind, Reply, Rows, Style
from bot.scene import Scene
from bot.titles import TITLES
from games.catalogue import find
from games.deals import lay_out
from storage import Reading
from storage.dailies import Daily

PAGE = 10
_STEPS = 10


async def archive(scene: Scene, page: int) -> Reply:
    """A page of the dates that have closed, each with what the player solved of it."""
    t, player = scene.t, scene.player
    last = last_closed(scene.now)

    async def work(reading: Reading) -> tuple[tuple[date, ...], dict[date, set[str]]]:
        days = await reading.dailies.days(last, page * PAGE, PAGE + 1)
        won: dict[date, set[str]] = {}
        for row in await reading.dailies.own(player.id, days) if player and days else ():
            if row.status == "won" and row.daily is not None:
                won.setdefault(row.daily, set()).add(row.game)
        return days, won

    days, won = await scene.services.storage.read(work)
    if not days:
        return say(t("No date has closed yet."), private=True)
    lines = [f"{day_name(t, day)}  {_marks(won.get(day, set()))}" for day in days[:PAGE]]
    title = Block(BlockKind.TITLE, t("Past dailies"))
    note = Block(
        BlockKind.SMALL, t("✓ solved, in the order {games}", games=", ".join(TITLES.values()))
    )
    rows = tuple(
        tuple(button(short_day(t, day), SHOW, day=day) for day in days[:PAGE][n : n + 5])
        for n in range(0, min(PAGE, len(days)), 5)
    )
    pages = []
    if page:
        pages.append(button(t("Earlier"), ARCHIVE, number=page - 1))
    if len(days) > PAGE:
        pages.append(button(t("More"), ARCHIVE, number=page + 1))
    blocks = (title, Block(BlockKind.BOARD, "\n".join(lines)), note)
    return Reply(blocks, (*rows, tuple(pages)) if pages else rows, private=True)


def _marks(games: set[str]) -> str:
    return "".join("✓" if game in games else "·" for game in ORDER)


async def line_of(scene: Scene, game: str, day: date, step: int) -> Reply:
    """The board after ``step`` moves of the published line, once the date has closed."""
    t = scene.t
    if not is_closed(day, scene.now):
        said = t(
            "The winning line is shown when the date has closed, {moment}.", moment=closing(t, day)
        )
        return say(said, private=True)
    made = await scene.services.storage.read(lambda reading: reading.dailies.of(day))
    daily = next((each for each in made if each.game == game), None)
    if daily is None:
        return say(t("There is no daily of {date}.", date=day_name(t, day)), private=True)
    rules, codes = find(game), daily.line.split()
    step = min(step, len(codes))
    moves = tuple(rules.parse(code) for code in codes[:step])
    positions = rules.along(rules.deal(lay_out(rules, daily.deal)), moves)
    table = rules.table(positions[-1])
    head = t(
        "Winning line of {game}, {date} · {n}/{total}",
        game=TITLES[game],
        date=short_day(t, day),
        n=step,
        total=len(codes),
    )
    blocks = [Block(BlockKind.TITLE, head)]
    if step:
        told = describe_moves(rules.table(positions[-2]), table, moves[-1:], scene.look)
        blocks.append(Block(BlockKind.SMALL, told))
    blocks.append(board_block(scene, table))
    return Reply(tuple(blocks), _line_rows(scene, daily, step, len(codes)), private=True)


def _line_rows(scene: Scene, daily: Daily, step: int, last: int) -> Rows:
    t, where = scene.t, (letter(daily.game), daily.day)
    goals = ((t("Start"), 0), (f"-{_STEPS}", step - _STEPS), ("-1", step - 1), ("+1", step + 1),
             (f"+{_STEPS}", step + _STEPS), (t("End"), last))  # fmt: skip
    steps = tuple(
        button(
            label, LINE, *where, number=max(0, min(goal, last)), twin=str(number),
            style=Style.PLAIN if 0 <= goal <= last else Style.DISABLED,
        )
        for number, (label, goal) in enumerate(goals)
    )  # fmt: skip
    games = tuple(
        button(title, LINE, letter(game), daily.day, twin="g") for game, title in TITLES.items()
    )
    ways = (
        button(t("Play it"), PLAY, *where, style=Style.PRIMARY),
        button(t("Daily"), SHOW, day=daily.day),
    )
    return steps, games, ways
