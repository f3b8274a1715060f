"""What is posted about a challenge: who meets whom, how far they are, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.boards import deal_name, text
from bot.challenges.standing import ends_at, played
from bot.daily.ranking import Ranked, Result, ranked
from bot.daily.words import moment_in
from bot.handlers.challenge_tokens import AGAIN, LOOK, NO, PLAY, button
from bot.handlers.daily_table import figures
from bot.i18n import Texts
from bot.names import clean, isolated
from bot.replies import Block, BlockKind, Reply, Rows, Style
from bot.titles import title
from games.catalogue import find
from storage.challenges import Challenge, Entry

CELLS = 10
MOST = 20
"""Lines of one post; where anybody may come in many can."""
_FULL, _EMPTY = "█", "▁"


def post(  # noqa: PLR0913 - what a post is made of, each part named
    t: Texts,
    challenge: Challenge,
    tries: Sequence[Result],
    *,
    zone: str,
    link: str = "",
    calling: bool = True,
) -> Reply:
    """The challenge for everybody in its chat: no card, no move, nobody called ``you``.

    Its end is told in ``zone``. ``link`` is what a link carries that opens the deal in private.
    Whoever is named is told of it only by the first one, which is ``calling`` them.
    """
    if challenge.closed_at is not None:
        return result(t, challenge, tries)
    blocks = [Block(BlockKind.TITLE, heading(t, challenge)), _who(t, challenge, calling=calling)]
    if lines := progress(t, challenge):
        blocks.append(Block(BlockKind.BOARD, "\n".join(lines)))
    no = [_name(t, each.name.removeprefix("@")) for each in challenge.invitations if each.declined]
    if no:
        blocks.append(text(t("No, thanks: {names}", names=", ".join(no))))
    when = moment_in(t, ends_at(challenge), zone)
    until = t("Until {moment} at the latest.", moment=when)
    blocks.append(Block(BlockKind.TEXT, until, moments=((when, ends_at(challenge)),)))
    said = t("All play the same deal, and nobody sees the others' cards till the end.")
    blocks.append(Block(BlockKind.SMALL, said))
    return Reply(tuple(blocks), rows(t, challenge, link))


def result(t: Texts, challenge: Challenge, tries: Sequence[Result]) -> Reply:
    """How it ended."""
    head = t("{challenge} · result", challenge=heading(t, challenge))
    blocks = [Block(BlockKind.TITLE, head)]
    if lines := table(t, tries):
        solved = sum(each.solved for each in tries)
        blocks.append(text(t("{solved} of {n} solved", solved=solved, n=len(tries))))
        blocks.append(Block(BlockKind.BOARD, "\n".join(lines)))
    else:
        blocks.append(text(t("Nobody played it.")))
    end = challenge.closed_at
    idle = [
        _own(t, each) for each in challenge.entries if not each.hidden and not played(each, end)
    ]
    if idle and lines:
        blocks.append(text(t("Not begun: {names}", names=", ".join(idle))))
    again = button(t("Again, a new deal"), AGAIN, challenge.id)
    return Reply(tuple(blocks), ((again,),) if len(challenge.entries) > 1 else ())


def heading(t: Texts, challenge: Challenge) -> str:
    """``Challenge · Calculation #617``."""
    game = f"{title(challenge.game)} {deal_name(challenge.deal)}"
    return t("Challenge · {game}", game=game)


def table(t: Texts, tries: Sequence[Result]) -> list[str]:
    """A line for each try that is over, the best first."""
    return _not_too_many(t, [_line(t, each) for each in ranked(tries)])


def _line(t: Texts, each: Ranked) -> str:
    rank = "–" if each.rank is None else each.rank
    line = f"{rank:>3} {figures(each.result):<12} {_name(t, each.result.name)}"
    return " · ".join((line, t("not finished"))) if each.result.unfinished else line


def progress(t: Texts, challenge: Challenge) -> list[str]:
    """A line for each who took it up and isn't hidden: cells, score, moves, name, state."""
    shown = (each for each in challenge.entries if not each.hidden)
    return _not_too_many(t, [_progress(t, challenge, each) for each in shown])


def _not_too_many(t: Texts, lines: list[str]) -> list[str]:
    left = len(lines) - MOST
    if left < 1:
        return lines
    return [*lines[:MOST], t.plural("and {n} more", "and {n} more", left)]


def _progress(t: Texts, challenge: Challenge, entry: Entry) -> str:
    row, total = entry.game, find(challenge.game).total
    score, moves = (row.foundation, row.moves) if row is not None and entry.begun else (0, 0)
    full = score * CELLS // total
    cells = _FULL * full + _EMPTY * (CELLS - full)
    return f"{cells} {score:>2}/{total} {moves:>3} {_own(t, entry)} · {_state(t, entry)}"


def _state(t: Texts, entry: Entry) -> str:
    row = entry.game
    if row is None or not entry.begun:
        return t("not begun")
    if row.status == "won":
        return t("solved")
    return t("playing") if row.status == "running" else t("ended")


def _who(t: Texts, challenge: Challenge, *, calling: bool) -> Block:
    by = next((each for each in challenge.entries if each.challenger), None)
    name = _own(t, by) if by is not None else t("a player")
    others = [each for each in challenge.entries if not each.challenger][:MOST]
    # A public name after its sign calls people wherever it stands.
    called = [
        _name(t, each.name if calling else each.name.removeprefix("@"))
        for each in challenge.invitations
    ]
    if challenge.anybody:
        return text(t("{name} challenges everybody. Who takes it up?", name=name))
    names = ", ".join((*(_own(t, each) for each in others), *called))
    sentence = t("{name} challenges {others}.", name=name, others=names)
    mentions = tuple(
        (_name(t, each.name), each.who)
        for each in challenge.invitations
        if calling and each.name and not each.who.startswith("@")
    )
    return Block(BlockKind.TEXT, sentence, mentions=mentions)


def rows(t: Texts, challenge: Challenge, link: str = "") -> Rows:
    """Playing, declining where somebody was named, and looking how it stands."""
    play = button(t("Play this deal"), PLAY, challenge.id, Style.PRIMARY)
    keys = [replace(play, link=link)]
    if challenge.invitations:
        keys.append(button(t("No, thanks"), NO, challenge.id))
    return ((*keys, *looking(t, challenge)[0]),)


def looking(t: Texts, challenge: Challenge) -> Rows:
    """Looking how it stands."""
    return ((button(t("How it stands"), LOOK, challenge.id),),)


def _own(t: Texts, entry: Entry) -> str:
    return t("a player") if entry.hidden else _name(t, entry.name)


def _name(t: Texts, name: str) -> str:
    return isolated(clean(name)) if clean(name) else t("a player")
