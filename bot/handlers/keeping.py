"""What a game leaves behind: share blocks, replays, records."""

from __future__ import annotations

from collections.abc import Callable

from bot import tokens
from bot.boards import board_block, named, rating, say, secret, text
from bot.daily.rules import kept_secret
from bot.daily.words import whole_day
from bot.handlers.daily_facts import facts_of, in_a_row
from bot.handlers.daily_waits import waits
from bot.handlers.shared import FINISHED, link_to
from bot.i18n import Texts
from bot.reading.words import fold
from bot.render import describe_moves
from bot.render.progress import bars, progress
from bot.replies import Block, BlockKind, Button, Reply, Style
from bot.scene import Scene
from bot.sessions import AtHand
from bot.titles import find_game, title
from games.cards import texts
from games.catalogue import find
from games.deals import lay_out
from games.record import write_record
from storage import Reading
from storage.records import GameRow

_WORDS = frozenset("words palabras".split())

Steps = Callable[[int, int], tokens.Token]
"""The token of a key that leads to a step; the number of the key keeps equal ones apart."""


async def share_command(scene: Scene, words: str) -> Reply:
    """A block to pass on about the game finished last; it shows no card, ``words`` also no bars."""
    said = fold(words).split()
    spoken = scene.look.spoken or not _WORDS.isdisjoint(said)
    found = await latest(scene, " ".join(w for w in said if w not in _WORDS), FINISHED)
    if found is None:
        return say(scene.t("There is no finished game to share yet."))
    return await share(scene, found, spoken=spoken)


async def share(scene: Scene, at_hand: AtHand, *, spoken: bool | None = None) -> Reply:
    """A spoiler-free block: the result, the figures, the score after each tenth of the game.

    In plain words where it is ``spoken``, by default as the reader's theme is.
    """
    if at_hand.row.status not in FINISHED:
        return say(scene.t("This can be shared once the game has ended."), private=True)
    t, row, facts = scene.t, at_hand.row, await facts_of(scene, at_hand.row)
    result, moves = (
        _result(t, row, at_hand.game.total),
        t.plural("{n} move", "{n} moves", row.moves),
    )
    if row.daily is None:
        lines = [f"{named(row)}: {result}"]
    else:
        head = t("Patience daily · {date}", date=whole_day(t, row.daily))
        lines = [head, f"{title(row.game)}: {result}"]
    if facts.par is not None and row.status == "won":
        moves = t("{moves} (par {par})", moves=moves, par=facts.par)
    lines.append(f"{moves} · {clock(row.seconds)}")
    if scene.look.spoken if spoken is None else spoken:
        lines.append(_spoken_progress(t, at_hand))
    else:
        # Devil's Grip has no foundations: its cards are in their rows, or not yet.
        unit = t("cards in place") if at_hand.game.leaves_over else t("cards home")
        lines.append(f"{bars(at_hand.session)} {unit}")
    where = await link_to(scene, row) or _command(row)
    lines.append(" · ".join(filter(None, (in_a_row(scene, facts), where))))
    return Reply((text("\n".join(lines)),))


def _command(row: GameRow) -> str:
    """What whoever would play the same types."""
    if row.daily is None:
        usual = texts(lay_out(find(row.game), row.deal).starters)
        chosen = f" {row.starters}" if row.starters != usual else ""
        return f"/play {row.game} {row.deal}{chosen}"
    return f"/daily {row.game} {row.daily}"


def _result(t: Texts, row: GameRow, total: int) -> str:
    if row.status == "won":
        return t("solved, clean ✓") if row.clean_solve else t("solved")
    if row.leftover is not None and row.status == "lost":
        left = t.plural("{n} left over", "{n} left over", row.leftover)
        return left + rating(t, row.leftover)
    return t("{score} of {total}", score=row.foundation, total=total)


def clock(total: int) -> str:
    """Seconds as ``12:41`` or ``1:02:03``."""
    minutes, second = divmod(total, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def _spoken_progress(t: Texts, at_hand: AtHand) -> str:
    scores = ", ".join(str(score) for score in progress(at_hand.session))
    if at_hand.game.leaves_over:
        return t("Cards in place after each tenth: {scores}.", scores=scores)
    return t("Cards home after each tenth: {scores}.", scores=scores)


async def export_command(scene: Scene, words: str) -> Reply:
    """The record of the game at hand, or of the last one, as text."""
    found = scene.current if not words.strip() else None
    found = found or await latest(scene, words, None)
    if found is None:
        return say(scene.t("There is no game to export yet."))
    if kept_secret(found.row, scene.now):
        return say(waits(scene, found.row), private=True)
    row, session = found.row, found.session
    result = row.status if row.status in FINISHED else "unfinished"
    headers = {
        "Player": scene.name,
        "Site": scene.actor.platform,
        "Date": row.started_at.isoformat(timespec="seconds"),
        "Result": result,
    }
    if row.assisted:
        headers["Assisted"] = "yes"
    record = write_record(found.game.key, row.deal, session.deck, session.line, headers)
    block = Block(BlockKind.BOARD, record.rstrip("\n"))
    return Reply((block,), private=True, secret=secret(scene, row))


async def replay_command(scene: Scene, words: str) -> Reply:
    """Step through the game finished last."""
    found = await latest(scene, words, FINISHED)
    if found is None:
        return say(scene.t("There is no finished game to replay yet."))
    return await replay(scene, found, 0)


async def replay(scene: Scene, at_hand: AtHand, step: int, steps: Steps | None = None) -> Reply:
    """The board after ``step`` moves of the kept line, with keys to go on and back.

    ``steps`` makes the keys' tokens for those who look at another player's game.
    """
    t, line = scene.t, at_hand.session.line
    positions = at_hand.session.positions()
    step = max(0, min(step, len(line)))
    table = at_hand.game.table(positions[step])
    told = ""
    if step:
        before = at_hand.game.table(positions[step - 1])
        told = describe_moves(before, table, (line[step - 1],), scene.look)
    head = t("Replay of {game} · {n}/{total}", game=named(at_hand.row), n=step, total=len(line))
    blocks = [Block(BlockKind.TITLE, head)]
    if told:
        blocks.append(Block(BlockKind.SMALL, told))
    blocks.append(board_block(scene, table))
    if not step and steps is None and (link := await link_to(scene, at_hand.row, moves=True)):
        blocks.append(text(t("To pass it on: {link}", link=link)))
    goals = ((t("Start"), 0), ("-10", step - 10), ("-1", step - 1), ("+1", step + 1),
             ("+10", step + 10), (t("End"), len(line)))  # fmt: skip
    keys = tuple(
        _step_button(steps or _own(at_hand.row), label, goal, len(line), number)
        for number, (label, goal) in enumerate(goals)
    )
    return Reply(
        tuple(blocks),
        (keys,),
        private=kept_secret(at_hand.row, scene.now),
        secret=secret(scene, at_hand.row),
    )


def _own(row: GameRow) -> Steps:
    return lambda step, number: tokens.OnGame(row.id, row.seq, f"replay.{step}.{number}")


def _step_button(steps: Steps, label: str, goal: int, last: int, number: int) -> Button:
    token = steps(max(0, min(goal, last)), number)
    usable = 0 <= goal <= last
    return Button(label, tokens.encode(token), Style.PLAIN if usable else Style.DISABLED)


async def latest(scene: Scene, words: str, statuses: frozenset[str] | None) -> AtHand | None:
    """The player's latest game in one of ``statuses``, of the kind ``words`` name if they do."""
    player = scene.player
    if player is None:
        return None
    key, _ = find_game(words.split())

    async def work(reading: Reading) -> AtHand | None:
        for row in await reading.games.latest(player.id, 50):
            fits = (statuses is None or row.status in statuses) and key in (None, row.game)
            if fits and row.first_move_at is not None:
                return await scene.services.sessions.at_hand(row, reading.games.events)
        return None

    return await scene.services.storage.read(work)
